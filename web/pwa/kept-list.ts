import { useEffect, useState } from 'react'
import { ApiError } from '../api.ts'
import { whenIdle } from './when-idle.ts'

/** A list as a screen shows it, page by page or whole. */
export type ShownList<Item> = {
  items: readonly Item[]
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

type KeptList<Item> = { at: string; items: readonly Item[] }

/**
 * The offline state of a list: the stored copy, else the pages that the screen has loaded, else an error with the
 * message `missing`. `kept` is the result of `useKept`.
 */
export function shownOffline<Item>(
  pages: ShownList<Item>,
  kept: KeptList<Item> | null | undefined,
  missing: string,
): { query: ShownList<Item>; keptAt?: number } {
  if (kept) return { query: { ...pages, ...WHOLE, items: kept.items }, keptAt: Date.parse(kept.at) }
  if (pages.items.length > 0 && !pages.isPlaceholderData)
    return { query: { ...pages, ...WHOLE }, keptAt: pages.dataUpdatedAt }
  const error = new ApiError(0, 'offline', missing)
  return { query: { ...pages, ...WHOLE, items: [], isPending: kept === undefined, error } }
}

/** A stored list is complete and available at once. */
const WHOLE = { error: null, isPending: false, isPlaceholderData: false, hasNextPage: false, isFetchingNextPage: false }

/** Reads stored data once it is wanted: `undefined` until it is read, `null` if there is none. */
export function useKept<Kept>(isWanted: boolean, read: () => Promise<Kept | undefined>): Kept | null | undefined {
  const [kept, setKept] = useState<Kept | null>()
  useEffect(() => {
    if (!isWanted) return
    let isCurrent = true
    void read()
      .catch(() => undefined)
      .then(found => isCurrent && setKept(found ?? null))
    return () => {
      isCurrent = false
    }
  }, [isWanted, read])
  return kept
}

/** While a list is open, refreshes its stored copy every ten minutes. */
export function useKeeping(mayFetch: boolean, keep: () => Promise<void>) {
  useEffect(() => {
    if (!mayFetch) return
    const refresh = () =>
      void whenIdle()
        .then(keep)
        .catch(() => undefined)
    refresh()
    const timer = setInterval(refresh, EVERY_10_MINUTES)
    return () => clearInterval(timer)
  }, [mayFetch, keep])
}

const EVERY_10_MINUTES = 10 * 60 * 1000
