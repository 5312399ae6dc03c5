import { type ReactNode, useEffect } from 'react'
import { listOrders, type Order } from '#contract/orders.ts'
import { OutboxNotifications } from '../orders/outbox-notifications.tsx'
import { prefetchList } from '../queries.ts'
import { invalidateOrders } from './invalidate-orders.ts'

/** Background work while a customer is signed in. */
export function Background(): ReactNode {
  useEffect(() => {
    // Makes the latest orders available offline, even if their list is not opened.
    void prefetchList(listOrders, {})
  }, [])
  return <OutboxNotifications audience="customer" onChange={(order?: Order) => void invalidateOrders(order)} />
}
