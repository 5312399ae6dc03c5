import { Suspense } from 'react'
import { afterFirstScreen } from '../pwa/after-first-screen.ts'
import { useOutboxCount } from '../pwa/outbox-counts.ts'

// The outbox and its lists are much code, which few visits need.
const Waiting = afterFirstScreen(async () => (await import('./waiting-orders.tsx')).WaitingOrders)

/** The orders waiting in this browser, loaded if there are any. */
export function LazyWaitingOrders() {
  if (useOutboxCount() === 0) return null
  return (
    <Suspense>
      <Waiting />
    </Suspense>
  )
}
