import { CalendarSync, ClipboardList, MessageSquareQuote } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { readAdminStats } from '#contract/reports.ts'
import { useCallQuery } from '../../queries.ts'
import { classNames } from '../../ui/class-names.ts'
import { useIsPhoneWidth } from '../../ui/media.ts'
import { STEADY_CHOOSER } from '../../ui/page.tsx'
import { useAddress } from '../../ui/query-params.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { OrdersView } from './orders-view.tsx'

const StandingView = lazy(async () => ({ default: (await import('./standing-view.tsx')).StandingView }))
const QuotesView = lazy(async () => ({ default: (await import('./quotes-view.tsx')).QuotesView }))

const VIEWS = ['orders', 'quotes', 'standing'] as const

/** The orders, the quote requests or the standing orders, chosen by the URL's `view`. */
export function OrdersTab() {
  const { read, write } = useAddress()
  const waiting = useCallQuery(readAdminStats, {}).data?.new_quotes
  const view = VIEWS.find(one => one === read('view')) ?? 'orders'
  const phone = useIsPhoneWidth()
  const chooser = (
    <Segmented
      label="Görünüm"
      options={[
        { value: 'orders', label: 'Siparişler', ...(!phone && { icon: ClipboardList }) },
        {
          value: 'quotes',
          label: phone ? 'Teklifler' : 'Teklif talepleri',
          ...(!phone && { icon: MessageSquareQuote }),
          count: waiting,
        },
        { value: 'standing', label: phone ? 'Düzenli' : 'Düzenli siparişler', ...(!phone && { icon: CalendarSync }) },
      ]}
      value={view}
      className="max-[24rem]:[&_label]:gap-1 max-[24rem]:[&_label]:px-1.5"
      onChange={chosen => write({ tab: 'orders', view: chosen === 'orders' ? '' : chosen }, { leaves: true })}
    />
  )
  return (
    // On phones the select above and the chooser repeat the heading, which is then for screen readers only.
    <div className={classNames(STEADY_CHOOSER, 'max-sm:[&_h1]:sr-only')}>
      {view === 'orders' ? (
        <OrdersView chooser={chooser} />
      ) : (
        <Suspense fallback={<Loading />}>
          {view === 'quotes' ? <QuotesView chooser={chooser} /> : <StandingView chooser={chooser} />}
        </Suspense>
      )}
    </div>
  )
}
