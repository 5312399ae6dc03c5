import { useEffect, useState } from 'react'
import { today } from './clock.ts'

const MINUTE = 60_000

/** Today's date in Istanbul, YYYY-MM-DD. Renders the component again once it is another day, also after the device has slept. */
export function useToday(): string {
  const [day, setDay] = useState(today)
  useEffect(() => {
    const look = () => setDay(today())
    const timer = setInterval(look, MINUTE)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return day
}
