import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from '../ui/router.tsx'

export type Opened = { has: (id: string) => boolean; toggle: (id: string, isOpen: boolean) => void }

/** Which orders are open, the one that is asked for among them. What scrolled out of sight is not drawn, but stays open. */
export function useOpened(query: string, onAskedClosed: () => void): Opened {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [led, setLed] = useState('')
  if (query !== led) {
    setLed(query)
    if (query) setOpen(new Set([...open, query]))
  }
  const toggle = (id: string, isOpen: boolean) => {
    if (open.has(id) === isOpen) return
    setOpen(before => new Set(isOpen ? [...before, id] : [...before].filter(one => one !== id)))
    if (id === query && !isOpen) onAskedClosed()
  }
  return { has: id => open.has(id), toggle }
}

/** Leads to what is asked for, once it is there and each time that somebody is led here anew. */
export function useLed(query: string, isThere: boolean, find: () => HTMLElement | null | undefined) {
  const { state } = useLocation()
  const wanted = useMemo(() => ({ query, state }), [query, state])
  const led = useRef<object>(undefined)
  useEffect(() => {
    if (!query || !isThere || led.current === wanted) return
    const row = find()
    if (!row) return
    led.current = wanted
    row.scrollIntoView({ block: 'start', behavior: 'instant' })
    row.querySelector('summary')?.focus({ preventScroll: true })
  })
}
