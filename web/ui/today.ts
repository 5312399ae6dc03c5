import { useEffect, useState } from 'react'
import { today } from './clock.ts'

const MINUTE = 60_000

/** Today's date in Istanbul (YYYY-MM-DD); renders again once the day has changed, even if the device slept. */
export function useToday(): string {
  const [, setDay] = useState(today)
  useEffect(() => {
    const look = () => setDay(today())
    const timer = setInterval(look, MINUTE)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  // The first reply may have set the clock since the last change of the state.
  return today()
}
