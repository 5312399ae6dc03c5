import { useMemo } from 'react'
import { listOwnCustomers, type OwnCustomer } from '#contract/customers.ts'
import { useOnline } from '../pwa/connectivity.ts'
import { type ShownList, shownOffline, useKeeping, useKept } from '../pwa/kept-list.ts'
import { useListQuery } from '../queries.ts'
import { customersFound } from './customer-search.ts'

type OwnCustomers = { query: ShownList<OwnCustomer>; keptAt?: number }

/** Searches the marketer's customers: on the server, or offline in the copy in this browser. */
export function useOwnCustomers(search: string): OwnCustomers {
  const isOnline = useOnline()
  const pages = useListQuery(listOwnCustomers, { query: { search }, enabled: isOnline })
  useKeeping(isOnline && pages.isSuccess, keep)
  const kept = useKept(!isOnline, read)
  const found = useMemo(() => kept && { at: kept.at, items: customersFound(kept.customers, search) }, [kept, search])
  return isOnline ? { query: pages } : shownOffline(pages, found, 'Müşterileriniz bu cihazda henüz saklanmadı')
}

const read = async () => (await import('../pwa/kept-customers.ts')).keptCustomers()
const keep = async () => (await import('../pwa/kept-customers.ts')).keepCustomers()
