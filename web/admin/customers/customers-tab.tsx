import { Contact, Users } from 'lucide-react'
import { useAddress } from '../../ui/address.ts'
import { STEADY_CHOOSER } from '../../ui/page.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { CustomersView } from './customers-view.tsx'
import { MarketersView } from './marketers-view.tsx'

const VIEWS = [
  { value: 'customers', label: 'Müşteriler', icon: Users },
  { value: 'marketers', label: 'Pazarlamacılar', icon: Contact },
] as const

/** The customers or the marketers, chosen by the URL's `view`. */
export function CustomersTab() {
  const { read, write } = useAddress()
  const view = read('view') === 'marketers' ? 'marketers' : 'customers'
  const chooser = (
    <Segmented
      label="Görünüm"
      options={VIEWS}
      value={view}
      onChange={chosen => write({ tab: 'customers', view: chosen === 'marketers' ? chosen : '' }, { leaves: true })}
    />
  )
  return (
    <div className={STEADY_CHOOSER}>
      {view === 'marketers' ? <MarketersView chooser={chooser} /> : <CustomersView chooser={chooser} />}
    </div>
  )
}
