import { useRef } from 'react'

/** Wraps an action so that calls during a running one, as by a double click, are ignored. */
export function useOneAtATime<Input>(act: (input: Input) => Promise<unknown>) {
  const underWay = useRef(false)
  return async (input: Input) => {
    if (underWay.current) return
    underWay.current = true
    await act(input).finally(() => {
      underWay.current = false
    })
  }
}
