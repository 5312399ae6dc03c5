import { type ReactNode, useEffect } from 'react'
import { listCustomersOrders } from '#contract/orders.ts'
import { keepCatalogue } from '../pwa/kept-catalogue.ts'
import { keepCustomers } from '../pwa/kept-customers.ts'
import { OutboxNews } from '../pwa/outbox-news.tsx'
import { prefetchList } from '../queries.ts'
import { ordersChanged } from './orders-changed.ts'

/** What goes on while a marketer is signed in. */
export function Background(): ReactNode {
  useEffect(() => {
    // All that an order needs is at hand without a network, whichever tabs were opened today; and the orders, as
    // their tab first asks for them.
    void prefetchList(listCustomersOrders, { query: { search: '' } })
    void keepCustomers().catch(() => undefined)
    void keepCatalogue().catch(() => undefined)
  }, [])
  return <OutboxNews audience="marketer" onChange={() => void ordersChanged()} />
}
