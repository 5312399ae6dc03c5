import { useAddress } from '../../ui/query-params.ts'
import { Segmented } from '../../ui/segmented.tsx'

const LOGS = [
  { value: 'audit', label: 'İşlemler' },
  { value: 'security', label: 'Güvenlik' },
] as const

/** Switches between the audit trail and the security log, which have different filters. */
export function LogChooser({ value }: { value: (typeof LOGS)[number]['value'] }) {
  const { write } = useAddress()
  return (
    <Segmented
      label="Kayıtlar"
      options={LOGS}
      value={value}
      onChange={view => write({ tab: 'reports', view }, { leaves: true })}
    />
  )
}
