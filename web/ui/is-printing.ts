import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed, by the browser's command or the app's; rendered before the browser takes the page. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const show = ({ type }: Event) => flushSync(() => setPrinting(type === 'beforeprint'))
    addEventListener('beforeprint', show)
    addEventListener('afterprint', show)
    return () => {
      removeEventListener('beforeprint', show)
      removeEventListener('afterprint', show)
    }
  }, [])
  return isPrinting
}
