import { useRef } from 'react'

/** How long after a press a second one belongs to it, in milliseconds, as desktops have it for a double click. */
const WINDOW = 500

/**
 * Tells the second press of a double one, which is not meant. `begin` is called with each press that did something, `end`
 * when what is pressed for has been changed since: then the next press is meant however soon it comes.
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
