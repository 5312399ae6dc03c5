import type { Order } from '#contract/orders.ts'
import { useWindowRows } from '../ui/window-rows.ts'
import { CustomersOrder, type OrderAction } from './customers-order.tsx'
import { type Opened, useLed } from './opened-orders.ts'

type OrderListProps = {
  orders: readonly Order[]
  opened: Opened
  /** The id of the order named in the URL, if it is in this list. */
  orderId: string
  onDeed: (deed: OrderAction, order: Order) => void
  onEndReached: (() => void) | undefined
}

/** A list of orders, of which only the visible ones are rendered. */
export function OrderList({ orders, opened, orderId, onDeed, onEndReached }: OrderListProps) {
  const { list, virtualizer, rows, before, after } = useWindowRows<HTMLUListElement>({
    count: orders.length,
    estimate: 98,
    gap: 8,
    onEndReached,
  })
  const place = orderId ? orders.findIndex(({ id }) => id === orderId) : -1
  useLed(orderId, place >= 0, () => {
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
              onDeed={onDeed}
            />
          </li>
        )
      })}
    </ul>
  )
}
