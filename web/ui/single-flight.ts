import { useRef } from 'react'

const ONE = () => ''

/**
 * Does the work once at a time: what is asked for while it is under way (a double click) is not done again. What is done
 * `to` several things, each by its name, goes on with one of them beside the others.
 */
export function useSingleFlight<Given extends unknown[]>(
  work: (...given: Given) => Promise<unknown>,
  to: (...given: Given) => string = ONE,
) {
  const underWay = useRef(new Set<string>())
  return async (...given: Given) => {
    const thing = to(...given)
    if (underWay.current.has(thing)) return
    underWay.current.add(thing)
    try {
      await work(...given)
    } finally {
      underWay.current.delete(thing)
    }
  }
}
