import { useRef } from 'react'

/** Does the work once at a time: what is asked for while it is under way (a double click) is not done again. */
export function useSingleFlight<Given extends unknown[]>(work: (...given: Given) => Promise<unknown>) {
  const isUnderWay = useRef(false)
  return async (...given: Given) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    try {
      await work(...given)
    } finally {
      isUnderWay.current = false
    }
  }
}
