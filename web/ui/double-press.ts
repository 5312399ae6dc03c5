import { useRef } from 'react'

/** The longest time between the two presses of a double press, in milliseconds, as in common desktops. */
const WINDOW = 500

/**
 * Detects the unintended second press of a double press. Call `begin` on every press that takes effect, and `end` when
 * the pressed control has changed since, so that the next press counts however soon it comes.
 */
export function useDoublePress() {
  const began = useRef(Number.NEGATIVE_INFINITY)
  return {
    isSecond: ({ timeStamp }: { timeStamp: number }) => timeStamp - began.current < WINDOW,
    begin: ({ timeStamp }: { timeStamp: number }) => {
      began.current = timeStamp
    },
    end: () => {
      began.current = Number.NEGATIVE_INFINITY
    },
  }
}
