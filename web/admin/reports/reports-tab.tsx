import { ChartColumn, History } from 'lucide-react'
import { useAddress } from '../../ui/address.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { AuditView } from '../audit/audit-view.tsx'
import { ReportsView } from './reports-view.tsx'

const VIEWS = [
  { value: 'reports', label: 'Raporlar', icon: ChartColumn },
  { value: 'audit', label: 'İşlem geçmişi', icon: History },
] as const

/** The sales reports or the audit trail, chosen by the URL's `view`. */
export function ReportsTab() {
  const { read, write } = useAddress()
  const view = read('view') === 'audit' ? 'audit' : 'reports'
  const chooser = (
    <Segmented
      label="Görünüm"
      options={VIEWS}
      value={view}
      onChange={chosen => write({ tab: 'reports', view: chosen === 'audit' ? chosen : '' }, { leaves: true })}
    />
  )
  return view === 'audit' ? <AuditView chooser={chooser} /> : <ReportsView chooser={chooser} />
}
