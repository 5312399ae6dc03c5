import { Suspense, useEffect } from 'react'
import { afterFirstScreen } from '../pwa/after-first-screen.ts'
import { useOutboxInUse, watchForStoredEntries } from '../pwa/outbox-in-use.ts'
import type { OutboxNotificationsProps } from './outbox-notifications.tsx'

// If its code cannot be loaded, waiting orders remain stored.
const OutboxNotifications = afterFirstScreen(
  async () => (await import('./outbox-notifications.tsx')).OutboxNotifications,
)

/** Runs the outbox while a user is logged in, as soon as this browser has an outbox entry or may store one. */
export function BackgroundOutbox(props: OutboxNotificationsProps) {
  const isInUse = useOutboxInUse()
  useEffect(() => (isInUse ? undefined : watchForStoredEntries()), [isInUse])
  if (!isInUse) return null
  return (
    <Suspense>
      <OutboxNotifications {...props} />
    </Suspense>
  )
}
