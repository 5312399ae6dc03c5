import { useMemo } from 'react'
import { listCategories, listProducts, type Product } from '#contract/catalogue.ts'
import { useCallQuery, useListQuery } from '../queries.ts'
import { categoriesOf, searchCatalogue } from './catalogue-search.ts'
import { useOnline } from './connectivity.ts'
import { type ShownList, shownOffline, useKeeping, useKept } from './kept-list.ts'

type Catalogue = { query: ShownList<Product>; categories: readonly string[]; keptAt?: number }

/** The searched and filtered catalogue: from the server, or offline from the copy in this browser. */
export function useCatalogue({ search, category }: { search: string; category: string }): Catalogue {
  const isOnline = useOnline()
  const pages = useListQuery(listProducts, { query: { search, category }, enabled: isOnline })
  const categories = useCallQuery(listCategories, { enabled: isOnline }).data ?? []
  useKeeping(isOnline && pages.isSuccess, keep)
  const kept = useKept(!isOnline, read)
  const found = useMemo(
    () => kept && { at: kept.at, items: searchCatalogue(kept.products, { search, category }) },
    [kept, search, category],
  )
  if (isOnline) return { query: pages, categories }
  return {
    ...shownOffline(pages, found, 'Katalog bu cihazda henüz saklanmadı'),
    categories: kept ? categoriesOf(kept.products) : categories,
  }
}

const read = async () => (await import('./kept-catalogue.ts')).keptCatalogue()
const keep = async () => (await import('./kept-catalogue.ts')).keepCatalogue()
