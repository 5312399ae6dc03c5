import { useEffect, useEffectEvent, useRef } from 'react'
import { listNotifications, type NotificationKind } from '#contract/notifications.ts'
import { PAGE_SIZE, useCallQuery } from '../../queries.ts'
import { playOrderSound } from './play-order-sound.ts'

const NEW_ORDER: readonly string[] = ['order_received', 'quote_accepted'] satisfies NotificationKind[]
// In milliseconds. A hidden tab does not follow the server's events.
const POLL_INTERVAL = 30_000

/** Plays a sound when a notification of a new order arrives, even in a hidden tab. Renders nothing. */
export function NewOrderSound() {
  // Not the bell's list, which is no longer refetched once the user has scrolled far down.
  const { data, refetch, isPending } = useCallQuery(listNotifications, { query: { limit: PAGE_SIZE } })
  const latest = data?.find(({ kind }) => NEW_ORDER.includes(kind))?.created_at ?? ''
  const heard = useRef<string>(undefined)
  useEffect(() => {
    if (isPending) return
    if (heard.current !== undefined && latest > heard.current) playOrderSound()
    heard.current = latest
  }, [isPending, latest])
  const poll = useEffectEvent(() => document.hidden && void refetch())
  useEffect(() => {
    const timer = setInterval(() => poll(), POLL_INTERVAL)
    return () => clearInterval(timer)
  }, [])
  return null
}
