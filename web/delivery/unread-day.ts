import { useEffect, useState } from 'react'

/** How long a day that has replaced another one by itself counts as unread, in ms. */
const READING_TIME = 800

/**
 * Whether the delivery day that is shown has just become another one without the user's doing: its last time for orders
 * has passed, by the clock or as the server says. A press now was meant for the day before. `chosen` is the day that the
 * user chose last.
 */
export function useUnreadDay(date: string | null | undefined, chosen: string): boolean {
  const [read, setRead] = useState(date)
  const isUnread = Boolean(read && date && date !== read && date !== chosen)
  useEffect(() => {
    if (date === undefined) return
    const timer = setTimeout(setRead, isUnread ? READING_TIME : 0, date)
    return () => clearTimeout(timer)
  }, [date, isUnread])
  return isUnread
}
