import { Contact, Truck, Users } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { useIsPhoneWidth } from '../../ui/media.ts'
import { STEADY_CHOOSER } from '../../ui/page.tsx'
import { useAddress } from '../../ui/query-params.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { CustomersView } from './customers-view.tsx'
import { MarketersView } from './marketers-view.tsx'

const DeliveryView = lazy(async () => ({ default: (await import('../delivery/delivery-view.tsx')).DeliveryView }))

const VIEWS = [
  { value: 'customers', label: 'Müşteriler', icon: Users },
  { value: 'marketers', label: 'Pazarlamacılar', icon: Contact },
  { value: 'delivery', label: 'Teslimat', icon: Truck },
] as const
// Three labels with icons are too wide for a phone.
const ON_PHONES = VIEWS.map(({ value, label }) => ({ value, label }))

/** The customers, the marketers or the delivery routes, chosen by the URL's `view`. */
export function CustomersTab() {
  const { read, write } = useAddress()
  const view = VIEWS.find(({ value }) => value === read('view'))?.value ?? 'customers'
  const chooser = (
    <Segmented
      label="Görünüm"
      options={useIsPhoneWidth() ? ON_PHONES : VIEWS}
      value={view}
      className="max-[24rem]:[&_label]:px-1.5"
      onChange={chosen => write({ tab: 'customers', view: chosen === 'customers' ? '' : chosen }, { leaves: true })}
    />
  )
  return (
    // On phones the select above and the chooser repeat the heading, which is then for screen readers only.
    <div className={classNames(STEADY_CHOOSER, 'max-sm:[&_h1]:sr-only')}>
      {view === 'customers' && <CustomersView chooser={chooser} />}
      {view === 'marketers' && <MarketersView chooser={chooser} />}
      {view === 'delivery' && (
        <Suspense fallback={<Loading />}>
          <DeliveryView chooser={chooser} />
        </Suspense>
      )}
    </div>
  )
}
