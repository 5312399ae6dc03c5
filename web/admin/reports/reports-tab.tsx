import { ChartColumn, History, Server } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { STEADY_CHOOSER } from '../../ui/page.tsx'
import { useAddress } from '../../ui/query-params.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Loading } from '../../ui/skeleton.tsx'
import { AuditView } from '../audit/audit-view.tsx'
import { ReportsView } from './reports-view.tsx'

const SecurityView = lazy(async () => ({ default: (await import('../audit/security-view.tsx')).SecurityView }))
const SystemView = lazy(async () => ({ default: (await import('../operations/system-view.tsx')).SystemView }))

const VIEWS = [
  { value: 'reports', label: 'Raporlar', icon: ChartColumn },
  { value: 'audit', label: 'İşlem geçmişi', icon: History },
  { value: 'system', label: 'Sistem', icon: Server },
] as const

/** The sales reports, the audit trail with the security log beside it, or the system, chosen by the URL's `view`. */
export function ReportsTab() {
  const { read, write } = useAddress()
  const requested = read('view')
  const view = VIEWS.find(({ value }) => value === requested)?.value ?? (requested === 'security' ? 'audit' : 'reports')
  const chooser = (
    <Segmented
      label="Görünüm"
      options={VIEWS}
      value={view}
      onChange={chosen => write({ tab: 'reports', view: chosen === 'reports' ? '' : chosen }, { leaves: true })}
    />
  )
  return (
    <div className={STEADY_CHOOSER}>
      {view === 'reports' ? (
        <ReportsView chooser={chooser} />
      ) : view === 'audit' && requested !== 'security' ? (
        <AuditView chooser={chooser} />
      ) : (
        <Suspense fallback={<Loading />}>
          {view === 'system' ? <SystemView chooser={chooser} /> : <SecurityView chooser={chooser} />}
        </Suspense>
      )}
    </div>
  )
}
