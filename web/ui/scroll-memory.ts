import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { type Place, STAYS, useLocation } from './router.tsx'

const KEPT = 'scroll'
const LONGEST_WAIT = 3_000

/** How far each address was scrolled when it was last looked at, in px. */
const positions = new Map<string, number>(kept())
let isReturning = returned()

addEventListener('popstate', () => (isReturning = true))
for (const going of ['pushState', 'replaceState']) addEventListener(going, () => (isReturning = false))
addEventListener('pagehide', () => sessionStorage.setItem(KEPT, JSON.stringify([...positions])))
history.scrollRestoration = 'manual'

/** A page that is opened begins at its top; one that is returned to, where it was left, once it is as long again. */
export function useScrollMemory() {
  const place = useLocation()
  const { pathname, search } = place
  const address = pathname + search
  const shown = useRef(address)
  useEffect(() => {
    const remember = () => positions.set(shown.current, window.scrollY)
    addEventListener('scroll', remember, { passive: true })
    return () => removeEventListener('scroll', remember)
  }, [])
  const wanted = useEffectEvent(() => {
    if (isReturning) return positions.get(address) ?? 0
    return staysAsItIs(place) ? window.scrollY : 0
  })
  useLayoutEffect(() => {
    shown.current = address
    return scrollTo(wanted())
  }, [address])
}

const staysAsItIs = ({ state }: Place) =>
  typeof state === 'object' && state !== null && Object.keys(STAYS).every(key => key in state)

/** Scrolls there, and again while the page grows, until it is reached or the person scrolls. Ends when it is called. */
function scrollTo(top: number): () => void {
  const arrive = () => {
    window.scrollTo({ top, behavior: 'instant' })
    return Math.abs(window.scrollY - top) < 2
  }
  if (arrive()) return () => undefined
  const observer = new ResizeObserver(() => arrive() && stop())
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
    for (const own of OWN) removeEventListener(own, stop)
  }
  const timer = setTimeout(stop, LONGEST_WAIT)
  for (const own of OWN) addEventListener(own, stop, { passive: true })
  observer.observe(document.body)
  return stop
}

/** What a person does who scrolls. */
const OWN = ['wheel', 'touchstart', 'keydown'] as const

/** The page was loaded anew, or returned to from another site. */
function returned() {
  const [entry] = performance.getEntriesByType('navigation')
  return entry instanceof PerformanceNavigationTiming && entry.type !== 'navigate'
}

function kept(): [string, number][] {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? '[]')
  } catch {
    return []
  }
}
