import type { UseQueryResult } from '@tanstack/react-query'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type OrderNeighbours, readOrderNeighbours } from '#contract/order-neighbours.ts'
import type { OrderSort } from '#contract/order-query.ts'
import { useCallQuery } from '../../queries.ts'
import { useHotkey } from '../../ui/hotkey.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useNavigate } from '../../ui/router.tsx'
import { readFilter, readSorting } from './order-filter.ts'
import { recordCurrentOrder } from './return-to-list.ts'

type Neighbours = ReturnType<typeof useNeighbours>

/**
 * Navigates to the orders above and below in the list from which this one was opened, with the keys `p` and `n`.
 * `from` is the query of the list's address, if it was opened from there. Presses that come faster than orders load are
 * carried out one after the other, so this hook must be called by the screen that stays mounted from order to order.
 */
export function useNeighbours(id: string, from = '') {
  const navigate = useNavigate()
  const address = new URLSearchParams(from)
  const read = (name: string) => address.get(name) ?? ''
  const query = { ...readFilter(read), ...readSorting(read) }
  const neighbours = useCallQuery(readOrderNeighbours, { params: { id }, query })
  const { isPending } = neighbours
  const data = useFirst(neighbours, JSON.stringify([id, query]), isMoving(query.sort))
  /** How many orders are still to be passed: down the list, or up if negative. */
  const steps = useRef(0)
  const takeStep = () => {
    // While the address names another order, that order is about to be shown.
    if (steps.current === 0 || isPending || !location.pathname.includes(id)) return
    const order = steps.current > 0 ? data?.next : data?.previous
    // The back button leads to the list, however many orders were viewed.
    if (order) navigate(`/admin/orders/${order}`, { state: from ? { from } : null, replace: true })
    const hasLeft = order && location.pathname.includes(order)
    if (hasLeft) recordCurrentOrder(order)
    steps.current -= hasLeft ? Math.sign(steps.current) : steps.current
  }
  useEffect(takeStep)
  const go = (step: 1 | -1) => {
    steps.current += step
    takeStep()
  }
  useHotkey('p', () => go(-1))
  useHotkey('n', () => go(1))
  return { ...data, go }
}

/** Whether a change of an order, such as the user's own one, moves it in a list that is sorted by this column. */
const isMoving = (sort: OrderSort | undefined) => sort === 'status' || sort === 'line_count' || sort === 'grand_total'

/**
 * The neighbours of an order, or with `isKept` those that it had when the user came to it: its new status moves it away
 * from where the user found it. `place` identifies the order in its list.
 */
function useFirst(
  { data, isStale, isFetchedAfterMount }: UseQueryResult<OrderNeighbours>,
  place: string,
  isKept: boolean,
): OrderNeighbours | undefined {
  const [first, setFirst] = useState<{ place: string; data: OrderNeighbours }>()
  if (first?.place === place) return isKept ? first.data : data
  // Cached ones from an earlier visit are being fetched again.
  if (data && (isFetchedAfterMount || !isStale)) setFirst({ place, data })
  return data
}

/** Buttons that lead to the orders above and below. */
export function NeighbourButtons({ neighbours: { previous, next, go } }: { neighbours: Neighbours }) {
  return (
    <span className="-my-2 inline-flex">
      <IconButton
        icon={ChevronUp}
        label="Önceki sipariş (p)"
        aria-keyshortcuts="p"
        disabled={!previous}
        onClick={() => go(-1)}
      />
      <IconButton
        icon={ChevronDown}
        label="Sonraki sipariş (n)"
        aria-keyshortcuts="n"
        disabled={!next}
        onClick={() => go(1)}
      />
    </span>
  )
}
