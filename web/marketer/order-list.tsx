import type { Order } from '#contract/orders.ts'
import { useIsPrinting } from '../ui/is-printing.ts'
import { useVirtualRows } from '../ui/virtual-rows.ts'
import { CustomersOrder, type OrderAction } from './customers-order.tsx'
import { type ExpandedOrders, useScrollToOrder } from './expanded-orders.ts'

type OrderListProps = {
  orders: readonly Order[]
  opened: ExpandedOrders
  /** The id of the order named in the URL, if it is in this list. */
  orderId: string
  onAction: (action: OrderAction, order: Order) => void
  onEndReached: (() => void) | undefined
}

/** A list of orders; only the visible ones are rendered. */
export function OrderList({ orders, opened, orderId, onAction, onEndReached }: OrderListProps) {
  const { list, virtualizer, rows, before, after } = useVirtualRows<HTMLUListElement>({
    count: orders.length,
    estimate: 98,
    gap: 8,
    onEndReached,
    whole: useIsPrinting(),
  })
  const place = orderId ? orders.findIndex(({ id }) => id === orderId) : -1
  useScrollToOrder(orderId, place >= 0, () => {
    const row = list.current?.querySelector<HTMLElement>(`[data-index="${place}"]`)
    if (!row) virtualizer.scrollToIndex(place)
    return row
  })
  return (
    <ul
      ref={list}
      aria-label="Müşterilerinizin siparişleri"
      className="grid gap-2"
      style={{ paddingTop: before, paddingBottom: after }}
    >
      {rows.map(({ index }) => {
        const order = orders[index]
        if (!order) return null
        return (
          <li
            key={order.id}
            ref={virtualizer.measureElement}
            data-index={index}
            aria-setsize={onEndReached ? -1 : orders.length}
            aria-posinset={index + 1}
            className="min-w-0 scroll-mt-16"
          >
            <CustomersOrder
              order={order}
              open={opened.has(order.id)}
              onToggle={isOpen => opened.toggle(order.id, isOpen)}
              onAction={onAction}
            />
          </li>
        )
      })}
    </ul>
  )
}
