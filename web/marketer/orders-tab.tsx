import { ClipboardList } from 'lucide-react'
import { useState } from 'react'
import { listCustomersOrders, type Order } from '#contract/orders.ts'
import { usePages } from '../parts/asking.ts'
import { ListStates } from '../parts/list-states.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyState } from '../ui/states.tsx'
import { LoadingMore } from '../ui/virtual-grid.tsx'
import { useWindowRows } from '../ui/window-rows.ts'
import { CustomersOrder } from './customers-order.tsx'

/** The orders of the marketer's customers, newest first. */
export function OrdersTab() {
  const orders = usePages(listCustomersOrders, {})
  return (
    <Page title="Siparişler" windowTitle="Siparişler · Pazarlamacı" width="prose">
      <ListStates
        asked={orders}
        empty={
          <EmptyState
            icon={ClipboardList}
            title="Henüz sipariş yok"
            text="Müşterileriniz sipariş verdikçe burada görünür."
          />
        }
      >
        <OrderList
          orders={orders.items}
          onEndReached={orders.hasNextPage ? () => void orders.fetchNextPage() : undefined}
        />
        {orders.isFetchingNextPage && <LoadingMore />}
      </ListStates>
    </Page>
  )
}

function OrderList({ orders, onEndReached }: { orders: readonly Order[]; onEndReached?: () => void }) {
  // What scrolled out of sight is not drawn, but stays open.
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const toggle = (id: string, opened: boolean) =>
    setOpen(before => {
      if (before.has(id) === opened) return before
      const next = new Set(before)
      if (opened) next.add(id)
      else next.delete(id)
      return next
    })
  const { list, virtualizer, rows, before, after } = useWindowRows<HTMLUListElement>({
    count: orders.length,
    estimate: 98,
    gap: 8,
    onEndReached,
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
            className="min-w-0"
          >
            <CustomersOrder order={order} open={open.has(order.id)} onToggle={opened => toggle(order.id, opened)} />
          </li>
        )
      })}
    </ul>
  )
}
