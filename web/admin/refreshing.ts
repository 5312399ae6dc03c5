import { useEffect, useEffectEvent } from 'react'

/** Does something again and again while the window is looked at. */
export function useRefreshing(every: number, refresh: () => void) {
  const tick = useEffectEvent(() => document.visibilityState === 'visible' && refresh())
  useEffect(() => {
    const timer = setInterval(() => tick(), every)
    return () => clearInterval(timer)
  }, [every])
}
