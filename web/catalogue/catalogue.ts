import { useMemo } from 'react'
import { listCategories, listProducts, type Product } from '#contract/catalogue.ts'
import { useOnline } from '../pwa/connectivity.ts'
import { offlineList, type ShownList, useOfflineData, useOfflineRefresh } from '../pwa/offline-list.ts'
import { useCallQuery, useListQuery } from '../queries.ts'

type Catalogue = { query: ShownList<Product>; categories: readonly string[]; storedAt?: number }

/** The searched and filtered catalogue: from the server, or offline from the copy in this browser. */
export function useCatalogue({ search, category }: { search: string; category: string }): Catalogue {
  const isOnline = useOnline()
  const pages = useListQuery(listProducts, { query: { search, category }, enabled: isOnline })
  const categories = useCallQuery(listCategories, { enabled: isOnline }).data ?? []
  useOfflineRefresh(isOnline && pages.isSuccess, keep)
  const stored = useOfflineData(!isOnline, read)
  const found = useMemo(
    () => stored && { at: stored.at, items: stored.find({ search, category }) },
    [stored, search, category],
  )
  if (isOnline) return { query: pages, categories }
  return {
    ...offlineList(pages, found, 'Katalog bu cihazda henüz saklanmadı'),
    categories: stored ? stored.categories : categories,
  }
}

const read = async () => (await import('./offline-catalogue.ts')).readOfflineCatalogue()
const keep = async () => (await import('./offline-catalogue.ts')).refreshOfflineCatalogue()
