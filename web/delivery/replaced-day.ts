import { useEffect, useState } from 'react'

/** How long a day that has replaced another one by itself counts as unread, in ms. */
const READING_TIME = 800

/**
 * Whether the displayed delivery day has just been replaced automatically, because the cut-off of the previous one has
 * passed by the clock or according to the server. A press now was meant for the previous day. `chosen` is the day that
 * the user chose last.
 */
export function useJustReplacedDay(date: string | null | undefined, chosen: string): boolean {
  const [read, setRead] = useState(date)
  const isUnread = Boolean(read && date && date !== read && date !== chosen)
  useEffect(() => {
    if (date === undefined) return
    const timer = setTimeout(setRead, isUnread ? READING_TIME : 0, date)
    return () => clearTimeout(timer)
  }, [date, isUnread])
  return isUnread
}
