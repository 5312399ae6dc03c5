import { useEffect, useMemo, useState } from 'react'
import { listCategories, listProducts, type Product } from '#contract/catalogue.ts'
import { ApiError } from '../api.ts'
import { useAnswer, usePages } from '../parts/asking.ts'
import { categoriesOf, searchCatalogue } from './catalogue-search.ts'
import { useOnline } from './connectivity.ts'
import type { KeptCatalogue } from './kept-catalogue.ts'
import { quiet } from './quiet.ts'

type Shown = {
  items: readonly Product[]
  error: Error | null
  dataUpdatedAt: number
  isPending: boolean
  isFetching: boolean
  isPlaceholderData: boolean
  hasNextPage: boolean
  isFetchingNextPage: boolean
  refetch: () => unknown
  fetchNextPage: () => unknown
}

type Catalogue = { asked: Shown; categories: readonly string[]; keptAt?: number }

/** The catalogue as it is searched and filtered: the server's, or without a connection the one that is kept here. */
export function useCatalogue({ search, category }: { search: string; category: string }): Catalogue {
  const isOnline = useOnline()
  const pages = usePages(listProducts, { query: { search, category }, enabled: isOnline })
  const categories = useAnswer(listCategories, { enabled: isOnline }).data ?? []
  useKeeping(isOnline && pages.isSuccess)
  const kept = useKept(!isOnline)
  const found = useMemo(
    () => (kept ? searchCatalogue(kept.products, { search, category }) : []),
    [kept, search, category],
  )
  if (isOnline) return { asked: pages, categories }
  if (kept)
    return {
      asked: { ...pages, ...WHOLE, items: found },
      categories: categoriesOf(kept.products),
      keptAt: Date.parse(kept.at),
    }
  if (pages.items.length > 0 && !pages.isPlaceholderData)
    return { asked: { ...pages, ...WHOLE }, categories, keptAt: pages.dataUpdatedAt }
  return { asked: { ...pages, ...WHOLE, items: [], isPending: kept === undefined, error: NOT_KEPT }, categories }
}

/** What is kept is there whole and at once. */
const WHOLE = { error: null, isPending: false, isPlaceholderData: false, hasNextPage: false, isFetchingNextPage: false }
const NOT_KEPT = new ApiError(0, 'offline', 'Katalog bu cihazda henüz saklanmadı')

/** The catalogue that is kept, once it is wanted: `undefined` until it is read, `null` where there is none. */
function useKept(isWanted: boolean): KeptCatalogue | null | undefined {
  const [kept, setKept] = useState<KeptCatalogue | null>()
  useEffect(() => {
    if (!isWanted) return
    let isCurrent = true
    void import('./kept-catalogue.ts')
      .then(({ keptCatalogue }) => keptCatalogue())
      .catch(() => undefined)
      .then(found => isCurrent && setKept(found ?? null))
    return () => {
      isCurrent = false
    }
  }, [isWanted])
  return kept
}

/** While the catalogue is open, what is kept of it does not grow old. */
function useKeeping(mayFetch: boolean) {
  useEffect(() => {
    if (!mayFetch) return
    const keep = () =>
      void quiet()
        .then(() => import('./kept-catalogue.ts'))
        .then(({ keepCatalogue }) => keepCatalogue())
        .catch(() => undefined)
    keep()
    const timer = setInterval(keep, EVERY_10_MINUTES)
    return () => clearInterval(timer)
  }, [mayFetch])
}

const EVERY_10_MINUTES = 10 * 60 * 1000
