import { useMemo } from 'react'
import { listCustomersOrders } from '#contract/staff-orders.ts'
import { useOnline } from '../pwa/connectivity.ts'
import { offlineList, useOfflineData } from '../pwa/offline-list.ts'
import { useListQuery } from '../queries.ts'
import { type OrderFilters, ordersFound, readOfflineOrders } from './offline-orders.ts'

/**
 * The orders of the marketer's customers: from the server, or offline those stored in this browser. `storedAt` is when
 * the stored ones were fetched, in ms since 1970; `data` is another object for each result.
 */
export function useOwnOrders(filters: OrderFilters) {
  const isOnline = useOnline()
  const pages = useListQuery(listCustomersOrders, { query: filters, enabled: isOnline })
  const stored = useOfflineData(!isOnline, readOfflineOrders)
  const { search, status, customer_id, from, to } = filters
  const found = useMemo(() => {
    const items = stored && ordersFound(stored.orders, { search, status, customer_id, from, to })
    return items && { at: stored.at, items, data: { pages: [{ items }] } }
  }, [stored, search, status, customer_id, from, to])
  if (isOnline) return { query: pages, storedAt: undefined }
  const { query, storedAt } = offlineList(pages, found, 'Siparişler bu cihazda henüz saklanmadı')
  return { query: { ...pages, ...query, data: found ? found.data : pages.data }, storedAt }
}
