import { Suspense } from 'react'
import { afterFirstScreen } from './after-first-screen.ts'
import { useUndecidedOrders } from './held-orders.ts'

// Seldom needed: fetched when there is something to decide.
const Strip = afterFirstScreen(async () => (await import('./undecided-strip.tsx')).UndecidedStrip)

/** Where orders that wait for a decision are shown, while there are any. */
export function UndecidedPlace() {
  if (useUndecidedOrders() === 0) return null
  return (
    <Suspense>
      <Strip />
    </Suspense>
  )
}
