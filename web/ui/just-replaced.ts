import { useEffect, useState } from 'react'

/** How long what has replaced something else by itself counts as unread, in ms. */
const READING_TIME = 800

/**
 * Whether what a question is about, such as its delivery day, has just been replaced automatically: by the clock, or
 * because the server says so. A press now was meant for the previous one. `chosen` is what the user chose last;
 * undefined while nothing is known.
 */
export function useJustReplaced(shown: string | null | undefined, chosen = ''): boolean {
  const [read, setRead] = useState(shown)
  const isUnread = Boolean(read && shown && shown !== read && shown !== chosen)
  useEffect(() => {
    if (shown === undefined) return
    const timer = setTimeout(setRead, isUnread ? READING_TIME : 0, shown)
    return () => clearTimeout(timer)
  }, [shown, isUnread])
  return isUnread
}
