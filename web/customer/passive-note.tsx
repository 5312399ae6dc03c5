import { lazy, Suspense } from 'react'
import { useSession } from '../current-session.ts'

// Loaded lazily, as few customers are passive.
const PassiveAccount = lazy(async () => ({ default: (await import('./passive-account.tsx')).PassiveAccount }))

/** Shows a passive customer above the catalogue that nothing can be ordered. */
export function PassiveNote() {
  const session = useSession()
  if (session?.role !== 'customer' || session.user.is_active) return null
  return (
    <Suspense>
      <PassiveAccount />
    </Suspense>
  )
}
