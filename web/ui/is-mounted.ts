import { type RefObject, useEffect, useRef } from 'react'

/** Whether the component is mounted, for asynchronous work that may outlive it. */
export function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}
