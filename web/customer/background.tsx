import { type ReactNode, useEffect } from 'react'
import { listOrders, type Order } from '#contract/orders.ts'
import { OutboxNews } from '../pwa/outbox-news.tsx'
import { prefetchList } from '../queries.ts'
import { orderChanged } from './order-changed.ts'

/** Background work while a customer is signed in. */
export function Background(): ReactNode {
  useEffect(() => {
    // Makes the latest orders available offline, even if their list is not opened.
    void prefetchList(listOrders, {})
  }, [])
  return <OutboxNews audience="customer" onChange={(order?: Order) => void orderChanged(order)} />
}
