import { useRef } from 'react'

/** Wraps an action so that calls during a running one, as by a double click, are ignored. */
export function useOneAtATime<Input>(act: (input: Input) => Promise<unknown>) {
  const isRunning = useRef(false)
  return async (input: Input) => {
    if (isRunning.current) return
    isRunning.current = true
    await act(input).finally(() => {
      isRunning.current = false
    })
  }
}
