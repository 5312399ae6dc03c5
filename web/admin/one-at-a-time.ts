import { useRef } from 'react'

/** Does one at a time: what is asked for while another is under way, as by a double click, is not done. */
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
