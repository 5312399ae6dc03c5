import { type RefObject, useEffect, useRef } from 'react'

/** Whether the component is mounted, for asynchronous work that may outlive it. */
export function useIsHere(): RefObject<boolean> {
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return isHere
}
