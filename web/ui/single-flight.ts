import { useRef } from 'react'

const ONE = () => ''

/**
 * Wraps an async function so that calls are dropped while one is in flight (a double click). With `keyOf`, which maps
 * the arguments to a key, only calls with the same key are dropped.
 */
export function useSingleFlight<Given extends unknown[]>(
  work: (...given: Given) => Promise<unknown>,
  keyOf: (...given: Given) => string = ONE,
) {
  const inFlight = useRef(new Set<string>())
  return async (...given: Given) => {
    const key = keyOf(...given)
    if (inFlight.current.has(key)) return
    inFlight.current.add(key)
    try {
      await work(...given)
    } finally {
      inFlight.current.delete(key)
    }
  }
}
