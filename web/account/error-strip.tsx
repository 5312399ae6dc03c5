import { useState } from 'react'
import type { ApiError } from '../api.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'

/**
 * Shows the server's error, or what to do about a network failure. It remains until the next response, so that nothing
 * moves while the user tries again.
 */
export function ErrorStrip({ error }: { error: ApiError }) {
  const [shown, setShown] = useState({ error, nth: 1 })
  // A repeated error is a new response, which screen readers announce again.
  if (shown.error !== error) setShown({ error, nth: shown.nth + 1 })
  return (
    <AlertStrip key={shown.nth} kind="error" title={error.isOffline ? error.message : undefined}>
      {error.isOffline ? 'Sunucuya ulaşılamadı. İnternet bağlantınızı kontrol edip yeniden deneyin.' : error.message}
    </AlertStrip>
  )
}
