import { lazy, Suspense } from 'react'
import { useSession } from '../session.ts'

// Few customers are passive.
const PassiveAccount = lazy(async () => ({ default: (await import('./passive-account.tsx')).PassiveAccount }))

/** Tells a passive customer before anything is chosen that nothing can be ordered. */
export function PassiveNote() {
  const session = useSession()
  if (session?.role !== 'customer' || session.user.is_active) return null
  return (
    <Suspense>
      <PassiveAccount />
    </Suspense>
  )
}
