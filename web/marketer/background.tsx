import { type ReactNode, useEffect } from 'react'
import { listCustomersOrders } from '#contract/orders.ts'
import { keepCatalogue } from '../pwa/kept-catalogue.ts'
import { keepCustomers } from '../pwa/kept-customers.ts'
import { OutboxNews } from '../pwa/outbox-news.tsx'
import { prefetchList } from '../queries.ts'
import { ordersChanged } from './orders-changed.ts'

/** Background work while a marketer is signed in. */
export function Background(): ReactNode {
  useEffect(() => {
    // Makes everything needed for ordering, and the latest orders, available offline, whichever tabs are opened. The
    // query is the one with which the orders' tab opens.
    void prefetchList(listCustomersOrders, { query: { search: '' } })
    void keepCustomers().catch(() => undefined)
    void keepCatalogue().catch(() => undefined)
  }, [])
  return <OutboxNews audience="marketer" onChange={() => void ordersChanged()} />
}
