import { useState } from 'react'
import type { ApiError } from '../api.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'

/**
 * Why the server did not do it; without a network, what can be done about that. It stays until the next answer, so that
 * nothing moves under the finger that tries again.
 */
export function RefusedStrip({ error }: { error: ApiError }) {
  const [shown, setShown] = useState({ error, nth: 1 })
  // The same sentence again is another answer, to be read out again.
  if (shown.error !== error) setShown({ error, nth: shown.nth + 1 })
  return (
    <AlertStrip key={shown.nth} kind="error" title={error.isOffline ? error.message : undefined}>
      {error.isOffline ? 'Sunucuya ulaşılamadı. İnternet bağlantınızı kontrol edip yeniden deneyin.' : error.message}
    </AlertStrip>
  )
}
