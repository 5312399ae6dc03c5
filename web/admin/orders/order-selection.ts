import { useEffect, useState } from 'react'
import { selectOrders } from '#contract/order-selection.ts'
import type { OrderStatus } from '#contract/order-status.ts'
import type { Order } from '#contract/orders.ts'
import { useAction } from '../../action.ts'
import { request } from '../../api.ts'
import { useListSelection } from '../../lists/list-selection.ts'
import type { useOrderFilter } from './order-filters.tsx'
import { firstSelection, keepSelection, withStatus } from './return-to-list.ts'

type Query = ReturnType<typeof useOrderFilter>['sorted']

/**
 * The orders that are selected in the list with this query, which `list` identifies, each with the status in which the
 * user has seen it: when it was selected, or later if the user has changed it or its status was shown. If the user
 * returns from an order (`isBack`), or its orders are being changed, the previous selection is restored.
 */
export function useOrderSelection(list: string, query: Query, orders: readonly Order[], isBack: boolean) {
  const [before] = useState(() => firstSelection(isBack))
  const { selection, chosen, choose, drop, chooseWhole } = useListSelection(list, orders, before.selection)
  const [seen, setSeen] = useState(before.seen)
  useEffect(() => keepSelection(selection, seen), [selection, seen])
  const { run, pending } = useAction((_: { list: string }) => request(selectOrders, { query }), {
    showError: 'alert',
    onReply: (selected, { list: requested }) => {
      const statuses = selected.map(({ id, status }) => [id, status] as const)
      // A late reply for another list must not replace what the user has seen since.
      setSeen(present => new Map(requested === list ? statuses : [...statuses, ...present]))
      chooseWhole(
        requested,
        selected.map(({ id }) => id),
      )
    },
  })
  return {
    chosen: chosen.map(id => ({ id, expected_status: seen.get(id) })),
    /** Selects these orders; `statusOf` is the status that the list shows of an order. */
    choose: (ids: readonly string[], statusOf: (order: Order) => OrderStatus) => {
      const present = new Set(chosen)
      const others = orders.filter(({ id }) => !present.has(id))
      setSeen(new Map([...seen, ...others.map(order => [order.id, statusOf(order)] as const)]))
      choose(ids)
    },
    clear: () => choose([]),
    drop,
    /** Records that the user has been shown this status of an order. */
    see: (id: string, status: OrderStatus) => setSeen(present => withStatus(present, id, status)),
    /** Selects all orders that match the filter. */
    selectWhole: () => void run({ list }),
    isSelecting: pending,
  }
}
