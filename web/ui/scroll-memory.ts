import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { createAddressMemory } from './address-memory.ts'
import { type AppLocation, KEEP_SCROLL, useLocation } from './router.tsx'

const MAX_WAIT = 3_000

/** The last scroll position of each address, in px. */
const positions = createAddressMemory('scroll', (top: number) => top)
let isReturning = isReloadOrReturn()

addEventListener('popstate', () => (isReturning = true))
for (const going of ['pushState', 'replaceState']) addEventListener(going, () => (isReturning = false))
let left = 0
addEventListener('pagehide', () => (left = window.scrollY))
// WebKit scrolls a page from its back/forward cache to the top.
addEventListener('pageshow', ({ persisted }) => persisted && scrollTo(left))
history.scrollRestoration = 'manual'

/**
 * Scrolls a newly opened page to its top. Scrolls a page that the user returns to, back to its last position as soon as
 * it is long enough.
 */
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
    return keepsScroll(place) ? window.scrollY : 0
  })
  useLayoutEffect(() => {
    shown.current = address
    return scrollTo(wanted())
  }, [address])
}

const keepsScroll = ({ state }: AppLocation) => Object.keys(KEEP_SCROLL).every(key => key in Object(state))

/**
 * Scrolls to a position, repeatedly while the page grows, until the position is reached or the user scrolls. Returns a
 * cancel function if it is not reached yet.
 */
function scrollTo(top: number): (() => void) | undefined {
  const arrive = () => {
    window.scrollTo({ top, behavior: 'instant' })
    return Math.abs(window.scrollY - top) < 2
  }
  if (arrive()) return undefined
  const observer = new ResizeObserver(() => arrive() && stop())
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
    for (const event of CANCEL_EVENTS) removeEventListener(event, stop)
  }
  const timer = setTimeout(stop, MAX_WAIT)
  for (const event of CANCEL_EVENTS) addEventListener(event, stop, { passive: true })
  observer.observe(document.body)
  return stop
}

/** Input of the user, which ends the restoring of a scroll position. */
const CANCEL_EVENTS = ['wheel', 'touchstart', 'keydown'] as const

/** Whether the page was reloaded, or returned to from another site. */
function isReloadOrReturn() {
  const [entry] = performance.getEntriesByType('navigation')
  return entry && 'type' in entry && entry.type !== 'navigate'
}
