import type { ApiError } from '../api.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'

/** Why the server did not do it; without a network, what can be done about that. */
export function RefusedStrip({ error }: { error: ApiError }) {
  return (
    <AlertStrip kind="error" title={error.isOffline ? error.message : undefined}>
      {error.isOffline ? 'Sunucuya ulaşılamadı. İnternet bağlantınızı kontrol edip yeniden deneyin.' : error.message}
    </AlertStrip>
  )
}
