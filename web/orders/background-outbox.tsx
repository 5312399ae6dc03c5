import { Suspense, useEffect } from 'react'
import { afterFirstScreen } from '../pwa/after-first-screen.ts'
import { useOutboxInUse, watchForStoredOrders } from '../pwa/outbox-in-use.ts'
import type { OutboxNotificationsProps } from './outbox-notifications.tsx'

// If its code cannot be loaded, waiting orders stay stored.
const OutboxNotifications = afterFirstScreen(
  async () => (await import('./outbox-notifications.tsx')).OutboxNotifications,
)

/** Runs the outbox while a user is signed in, from the moment at which this browser stores an order or could. */
export function BackgroundOutbox(props: OutboxNotificationsProps) {
  const isInUse = useOutboxInUse()
  useEffect(() => (isInUse ? undefined : watchForStoredOrders()), [isInUse])
  if (!isInUse) return null
  return (
    <Suspense>
      <OutboxNotifications {...props} />
    </Suspense>
  )
}
