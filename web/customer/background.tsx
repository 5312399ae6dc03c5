import { type ReactNode, useEffect } from 'react'
import { listOrders, type Order } from '#contract/orders.ts'
import { OutboxNews } from '../pwa/outbox-news.tsx'
import { prefetchList } from '../queries.ts'
import { orderChanged } from './order-changed.ts'

/** What goes on while a customer is signed in. */
export function Background(): ReactNode {
  useEffect(() => {
    // The last orders are at hand without a network, also when their list was not opened today.
    void prefetchList(listOrders, {})
  }, [])
  return <OutboxNews audience="customer" onChange={(order?: Order) => void orderChanged(order)} />
}
