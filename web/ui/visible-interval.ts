import { useEffect, useEffectEvent } from 'react'

/** Calls `refresh` every `every` milliseconds while the window is visible. */
export function useVisibleInterval(every: number, refresh: () => void) {
  const tick = useEffectEvent(() => !document.hidden && refresh())
  useEffect(() => {
    const timer = setInterval(() => tick(), every)
    return () => clearInterval(timer)
  }, [every])
}
