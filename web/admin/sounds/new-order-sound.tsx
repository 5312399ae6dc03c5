import { useEffect, useEffectEvent, useRef } from 'react'
import { listNotifications, type NotificationKind } from '#contract/notifications.ts'
import { useListQuery } from '../../queries.ts'
import { playOrderSound } from './play-order-sound.ts'

const NEW_ORDER = 'order_received' satisfies NotificationKind
// In milliseconds. A hidden tab does not follow the server's events.
const POLL_INTERVAL = 30_000

/** Plays a sound when a notification of a new order arrives, even in a hidden tab. Renders nothing. */
export function NewOrderSound() {
  const { items, refetch, isPending } = useListQuery(listNotifications, {})
  const latest = items.find(({ kind }) => kind === NEW_ORDER)?.created_at ?? ''
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
