import { ClipboardList, MessageSquareQuote } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { readAdminStats } from '#contract/reports.ts'
import { useCallQuery } from '../../queries.ts'
import { useAddress } from '../../ui/address.ts'
import { classNames } from '../../ui/class-names.ts'
import { usePhone } from '../../ui/media.ts'
import { STEADY_CHOOSER } from '../../ui/page.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { OrdersView } from './orders-view.tsx'

const QuotesView = lazy(async () => ({ default: (await import('./quotes-view.tsx')).QuotesView }))

/** The orders or the quote requests, chosen by the URL's `view`. */
export function OrdersTab() {
  const { read, write } = useAddress()
  const waiting = useCallQuery(readAdminStats, {}).data?.new_quotes
  const view = read('view') === 'quotes' ? 'quotes' : 'orders'
  const phone = usePhone()
  const chooser = (
    <Segmented
      label="Görünüm"
      options={[
        { value: 'orders', label: 'Siparişler', ...(!phone && { icon: ClipboardList }) },
        { value: 'quotes', label: 'Teklif talepleri', ...(!phone && { icon: MessageSquareQuote }), count: waiting },
      ]}
      value={view}
      className="max-[24rem]:[&_label]:gap-1 max-[24rem]:[&_label]:px-1.5"
      onChange={chosen => write({ tab: 'orders', view: chosen === 'quotes' ? chosen : '' }, { leaves: true })}
    />
  )
  return (
    // On phones the select above and the chooser say what the heading says, which screen readers still find.
    <div className={classNames(STEADY_CHOOSER, 'max-sm:[&_h1]:sr-only')}>
      {view === 'orders' ? (
        <OrdersView chooser={chooser} />
      ) : (
        <Suspense fallback={<Loading />}>
          <QuotesView chooser={chooser} />
        </Suspense>
      )}
    </div>
  )
}
