import { useEffect, useState } from 'react'
import { selectOrders } from '#contract/order-selection.ts'
import type { OrderStatus } from '#contract/order-status.ts'
import type { Order } from '#contract/orders.ts'
import { useAction } from '../../action.ts'
import { request } from '../../api.ts'
import { type ListSelection, useListSelection } from '../../lists/list-selection.ts'
import type { useOrderFilter } from './order-filters.tsx'

type Query = ReturnType<typeof useOrderFilter>['sorted']

/** The selection in the list that was shown last. */
let kept: { selection?: ListSelection; statuses?: ReadonlyMap<string, OrderStatus> } = {}

/**
 * The orders that are selected in the list with this query, which `list` identifies. If the user returns from an order
 * (`isBack`), the previous selection is restored.
 */
export function useOrderSelection(list: string, query: Query, orders: readonly Order[], isBack: boolean) {
  const [before] = useState(isBack ? kept : {})
  const { selection, chosen, choose, drop, chooseWhole } = useListSelection(list, orders, before.selection)
  /** The statuses of orders when they were selected with the whole list. */
  const [statuses, setStatuses] = useState(before.statuses ?? new Map<string, OrderStatus>())
  useEffect(() => {
    kept = { selection, statuses }
  }, [selection, statuses])
  const { run, pending } = useAction((_: { list: string }) => request(selectOrders, { query }), {
    showError: 'alert',
    onReply: (selected, variables) => {
      setStatuses(new Map(selected.map(({ id, status }) => [id, status])))
      chooseWhole(
        variables.list,
        selected.map(({ id }) => id),
      )
    },
  })
  return {
    chosen,
    choose,
    drop,
    /** Selects all orders that match the filter. */
    selectWhole: () => void run({ list }),
    isSelecting: pending,
    /** To be called after a refused change: the statuses may be outdated, as the user has been shown. */
    forgetStatuses: () => setStatuses(new Map()),
    /** The selected orders with the statuses that the user sees, or saw when all were selected. */
    withStatuses: (statusOf: (order: Order) => OrderStatus) => {
      const loaded = new Map(orders.map(order => [order.id, order]))
      return chosen.map(id => {
        const order = loaded.get(id)
        return { id, expected_status: order ? statusOf(order) : statuses.get(id) }
      })
    },
  }
}
