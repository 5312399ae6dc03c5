import { useMemo } from 'react'
import { listOwnCustomers, type OwnCustomer, readOwnCustomer } from '#contract/customers.ts'
import type { Resource } from '#contract/resources.ts'
import { isNotFound } from '../api.ts'
import { useOnline } from '../pwa/connectivity.ts'
import { offlineList, type ShownList, useOfflineData, useOfflineRefresh } from '../pwa/offline-list.ts'
import { useCallQuery, useListQuery } from '../queries.ts'
import { customersFound } from './customer-search.ts'

type OwnCustomers = {
  query: ShownList<OwnCustomer> & { data: unknown; resources: readonly Resource[] }
  storedAt?: number
}

/**
 * Searches the marketer's customers: on the server, or offline in the copy in this browser. `data` is another object for
 * each result.
 */
export function useOwnCustomers(search: string): OwnCustomers {
  const isOnline = useOnline()
  const pages = useListQuery(listOwnCustomers, { query: { search }, enabled: isOnline })
  useOfflineRefresh(isOnline && pages.isSuccess, keep)
  const stored = useOfflineData(!isOnline, read)
  const found = useMemo(
    () => stored && { at: stored.at, items: customersFound(stored.customers, search) },
    [stored, search],
  )
  if (isOnline) return { query: pages }
  const { query, ...rest } = offlineList(pages, found, 'Müşterileriniz bu cihazda henüz saklanmadı')
  return { query: { ...query, data: found ?? pages.data, resources: pages.resources }, ...rest }
}

/** One of the marketer's customers, offline as stored in this browser unless it is loaded; an empty id has none. */
export function useOwnCustomer(id: string) {
  const query = useCallQuery(readOwnCustomer, { params: { id }, enabled: id !== '' })
  const stored = useOfflineData(!useOnline() && id !== '', read)
  const kept = stored?.customers.find(customer => customer.id === id)
  // After the connection has returned, the customer may have been handed over.
  if (query.data || isNotFound(query.error) || !stored || !kept) return query
  return { ...query, data: kept, error: null, dataUpdatedAt: Date.parse(stored.at) }
}

const read = async () => (await import('./offline-customers.ts')).readOfflineCustomers()
const keep = async () => (await import('./offline-customers.ts')).refreshOfflineCustomers()
