import { useCallback, useMemo, useState } from 'react'
import { listCategories, listProducts, type Product } from '#contract/catalogue.ts'
import { useSteadyList, type Waiting } from '../lists/steady-list.ts'
import { useOnline } from '../pwa/connectivity.ts'
import { offlineList, type ShownList, useOfflineData, useOfflineRefresh, WHOLE } from '../pwa/offline-list.ts'
import { PAGE_SIZE, useCallQuery, useListQuery } from '../queries.ts'
import type { OfflineCatalogue } from './offline-catalogue.ts'
import { hasSameLayout } from './product-layout.ts'

type Catalogue = {
  query: ShownList<Product>
  /** How many products match, loaded or not; undefined if the server did not return it. */
  count: number | undefined
  /** Whether the items are matches of the stored copy, to be replaced by the server's reply. */
  isProvisional: boolean
  /** When the stored copy was fetched, in ms since 1970, if the items come from it because there is no network. */
  storedAt?: number
  /** The changes of the server's reply that are held back while it is shown. */
  waiting?: Waiting
}

/**
 * The filters in the URL (`search`, `category`), the search text while it is being typed, and whether a search may be
 * typed next.
 */
type Wanted = { search: string; category: string; typed: string; isSearching: boolean }

/**
 * The searched and filtered catalogue: from the server, or offline from the copy in this browser. Typed text is
 * searched in that copy immediately, until the server has replied.
 */
export function useCatalogue({ search, category, typed, isSearching }: Wanted): Catalogue {
  const isOnline = useOnline()
  const latest = useListQuery(listProducts, { query: { search, category }, enabled: isOnline })
  const pages = useSteadyList(latest, `${category} ${search}`, hasSameLayout)
  const stored = useStoredCatalogue(!isOnline || isSearching, isOnline && pages.isSuccess)
  const matches = useMemo(() => stored?.catalogue.find({ search: typed, category }), [stored, typed, category])
  const lastMatches = useLast(matches)
  const lastReply = useLastReply(latest)
  const total = latest.hasNextPage ? latest.total : pages.items.length
  if (!isOnline) {
    const found = stored && { at: stored.at, items: matches ?? [] }
    const list = offlineList(pages, found, 'Katalog bu cihazda henüz saklanmadı')
    return { ...list, count: found ? found.items.length : total, isProvisional: false }
  }
  const isReplied = typed === search && pages.data !== undefined && !pages.isPlaceholderData
  const replied = { query: pages, count: total, isProvisional: false, waiting: pages.waiting }
  if (isReplied || !stored || !matches || lastMatches.length === 0) return replied
  const error = typed === search ? pages.error : null
  // Without a match in the stored copy, the server's error must be shown: the product may be new.
  if (matches.length === 0 && error) return replied
  const items = (matches.length ? matches : lastMatches).slice(0, PAGE_SIZE)
  const query = {
    ...pages,
    ...WHOLE,
    items: newerOf(items, lastReply, Date.parse(stored.at)),
    error,
    dataUpdatedAt: Date.parse(stored.at),
    isPlaceholderData: matches.length === 0,
  }
  return { query, count: matches.length, isProvisional: !error }
}

/** The categories of the products on sale, in Turkish order. */
export function useCategories(): readonly string[] {
  const isOnline = useOnline()
  const categories = useCallQuery(listCategories, { enabled: isOnline }).data
  const stored = useOfflineData(!isOnline, read)
  return (isOnline ? undefined : stored?.categories) ?? categories ?? []
}

/** The stored catalogue once it is wanted, and again after each refresh. */
function useStoredCatalogue(isWanted: boolean, mayFetch: boolean): OfflineCatalogue | null | undefined {
  const [latest, setLatest] = useState(() => read)
  const refreshAndReread = useCallback(async () => {
    const hasRequested = await refresh()
    // A new function, so that `useOfflineData` reads again.
    setLatest(() => () => read())
    return hasRequested
  }, [])
  useOfflineRefresh(mayFetch, refreshAndReread)
  return useOfflineData(isWanted, latest)
}

/** The last matches that were not empty. */
function useLast(matches: readonly Product[] = []): readonly Product[] {
  const [last, setLast] = useState(matches)
  if (matches.length === 0 || matches === last) return last
  setLast(matches)
  return matches
}

/** The server's last reply. While the next one is awaited, the query keeps the items but not their age. */
function useLastReply(pages: ShownList<Product>): Reply | undefined {
  const { items, dataUpdatedAt: at, isPlaceholderData } = pages
  const [last, setLast] = useState<Reply>()
  if (isPlaceholderData || at === 0 || (last?.at === at && last.items.length === items.length)) return last
  setLast({ items, at })
  return { items, at }
}

/** A reply and when it was received, in ms since 1970. */
type Reply = { items: readonly Product[]; at: number }

/** The products, with the data of the server's last reply if that is newer than the stored copy. */
function newerOf(products: readonly Product[], reply: Reply | undefined, storedAt: number): readonly Product[] {
  if (!reply || reply.at < storedAt) return products
  const replied = new Map(reply.items.map(product => [product.id, product]))
  return products.map(product => replied.get(product.id) ?? product)
}

const offline = () => import('./offline-catalogue.ts')
const read = async () => (await offline()).readOfflineCatalogue()
const refresh = async () => (await offline()).refreshOfflineCatalogue()
