import { type RefObject, useEffect, useRef } from 'react'

/** Whether the screen still stands, for work that goes on for a while. */
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
