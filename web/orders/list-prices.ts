import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listProducts } from '#contract/catalogue.ts'
import type { Kurus } from '#contract/money.ts'
import { fetchCurrentProducts } from '../cart/cart-check.ts'
import { useOnline } from '../pwa/connectivity.ts'
import { useOfflineData } from '../pwa/offline-list.ts'
import { queryKeyOf } from '../queries.ts'

/** The known list prices of products by id: from the server, or offline from the stored catalogue. */
export function useListPrices(product_ids: readonly string[]): ReadonlyMap<string, Kurus> {
  const isOnline = useOnline()
  const ids = [...product_ids].sort()
  const { data } = useQuery({
    queryKey: [...queryKeyOf(listProducts), { prices: ids }],
    meta: { call: listProducts },
    queryFn: ({ signal }) => fetchCurrentProducts(ids, signal),
    // While an added product's price is fetched, the others keep theirs.
    placeholderData: previous => previous,
    enabled: isOnline && ids.length > 0,
  })
  const stored = useOfflineData(!isOnline && !data, readPrices)
  return useMemo(
    () => (data ? new Map([...data].map(([id, { price }]) => [id, price])) : (stored ?? new Map<string, Kurus>())),
    [data, stored],
  )
}

async function readPrices(): Promise<ReadonlyMap<string, Kurus> | undefined> {
  const { readOfflineCatalogue } = await import('../catalogue/offline-catalogue.ts')
  const kept = await readOfflineCatalogue()
  return kept && new Map(kept.catalogue.find({ search: '', category: '' }).map(({ id, price }) => [id, price]))
}
