import { useEffect, useState } from 'react'

/** The longest time after a question appeared in which a press may be the second of a double press, in milliseconds. */
const TOO_SOON = 700

/**
 * Whether a question has been open long enough for a press to answer it. Earlier presses were meant for what was on the
 * screen before: the second press of a double press whose first opened the question, or the keys of a scanner.
 */
export function useAcceptsPress(open = true): boolean {
  const [acceptsPress, setAcceptsPress] = useState(false)
  useEffect(() => {
    if (!open) return
    const timer = setTimeout(() => setAcceptsPress(true), TOO_SOON)
    return () => {
      clearTimeout(timer)
      setAcceptsPress(false)
    }
  }, [open])
  return acceptsPress
}
