import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from '../ui/router.tsx'

export type ExpandedOrders = { has: (id: string) => boolean; toggle: (id: string, isOpen: boolean) => void }

/**
 * The expanded orders, including the one that the URL names. They are held outside of the rows, because a row that
 * scrolls out of view is unmounted.
 */
export function useExpandedOrders(orderId: string, onLinkedOrderClosed: () => void): ExpandedOrders {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [handled, setHandled] = useState('')
  if (orderId !== handled) {
    setHandled(orderId)
    if (orderId) setOpen(new Set([...open, orderId]))
  }
  const toggle = (id: string, isOpen: boolean) => {
    if (open.has(id) === isOpen) return
    setOpen(before => new Set(isOpen ? [...before, id] : [...before].filter(one => one !== id)))
    if (id === orderId && !isOpen) onLinkedOrderClosed()
  }
  return { has: id => open.has(id), toggle }
}

/** Scrolls to the order named in the URL once it is rendered, and again on every new navigation to it. */
export function useScrollToOrder(orderId: string, isThere: boolean, find: () => HTMLElement | null | undefined) {
  const { state } = useLocation()
  const wanted = useMemo(() => ({ orderId, state }), [orderId, state])
  const handled = useRef<object>(undefined)
  useEffect(() => {
    if (!orderId || !isThere || handled.current === wanted) return
    const row = find()
    if (!row) return
    handled.current = wanted
    row.scrollIntoView({ block: 'start', behavior: 'instant' })
    row.querySelector('summary')?.focus({ preventScroll: true })
  })
}
