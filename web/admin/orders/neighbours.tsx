import type { UseQueryResult } from '@tanstack/react-query'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { AnyOrder } from '#contract/any-order.ts'
import { type OrderNeighbours, readOrderNeighbours } from '#contract/order-neighbours.ts'
import type { OrderSort } from '#contract/order-query.ts'
import { useCallQuery } from '../../queries.ts'
import { useHotkey } from '../../ui/hotkey.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useNavigate } from '../../ui/router.tsx'
import { readFilter, readSorting } from './order-filter.ts'
import { recordCurrentOrder } from './return-to-list.ts'

type Neighbours = ReturnType<typeof useNeighbours>
type OpenOrder = Pick<UseQueryResult<AnyOrder>, 'data' | 'isFetching'>

/**
 * Navigates to the orders above and below in the list from which this one was opened, with the keys `p` and `n`.
 * `from` is the query of the list's address, if it was opened from there. Presses that come faster than orders load are
 * carried out one after the other, so this hook must be called by the screen that stays mounted from order to order.
 */
export function useNeighbours(id: string, order: OpenOrder, from = '') {
  const navigate = useNavigate()
  const address = new URLSearchParams(from)
  const read = (name: string) => address.get(name) ?? ''
  const query = { ...readFilter(read), ...readSorting(read) }
  const neighbours = useCallQuery(readOrderNeighbours, { params: { id }, query })
  const { isPending } = neighbours
  const data = useKept(neighbours, order, JSON.stringify([id, query]), isMoving(query.sort))
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
 * The neighbours of an order, or with `isKept` those that it had before it changed: its new status moves it away from
 * where the user found it. `place` identifies the order in its list.
 */
function useKept(
  { data, isStale, isFetchedAfterMount }: UseQueryResult<OrderNeighbours>,
  order: OpenOrder,
  place: string,
  isKept: boolean,
): OrderNeighbours | undefined {
  const [kept, setKept] = useState<{ place: string; value: string | undefined; data: OrderNeighbours }>()
  // An announced change of orders fetches both again, and the neighbours may arrive before the order.
  const value = order.data && !order.isFetching ? sortedValue(order.data) : undefined
  const isHere = kept?.place === place
  // Cached ones from an earlier visit are being fetched again.
  const canBegin = !isHere && (isFetchedAfterMount || !isStale)
  const isUnchanged = isHere && value !== undefined && (kept.value ?? value) === value
  const isNew = !isHere || kept.data !== data || kept.value !== value
  if (data && isNew && (canBegin || isUnchanged)) setKept({ place, value, data })
  return isKept && isHere ? kept.data : data
}

/** What moves an order in a list that is sorted by it. */
const sortedValue = ({ status, items, grand_total }: AnyOrder) => `${status} ${items.length} ${grand_total}`

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
