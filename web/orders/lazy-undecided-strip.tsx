import { Suspense } from 'react'
import { afterFirstScreen } from '../pwa/after-first-screen.ts'
import { useUndecidedCount } from '../pwa/outbox-counts.ts'

// Rarely needed: loaded when an order needs a decision.
const Strip = afterFirstScreen(async () => (await import('./undecided-strip.tsx')).UndecidedStrip)

/** Shows the orders that wait for a decision, if any. */
export function LazyUndecidedStrip() {
  if (useUndecidedCount() === 0) return null
  return (
    <Suspense>
      <Strip />
    </Suspense>
  )
}
