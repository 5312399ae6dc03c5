import { useEffect, useState } from 'react'

/** How long typing must pause before the text counts as settled, in ms. */
const PAUSE = 200

/** The note below the found items if there are more. */
export const MORE_FOUND = 'Devamı var; aradığınızı birkaç harfle daraltın'

/** The typed text as it was when typing last paused; an empty text immediately. */
export function useSettledText(typed: string): string {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), typed ? PAUSE : 0)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}
