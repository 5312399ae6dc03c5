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
 * A list without a connection: what is kept of it here, else what the screen was answered before, else the sentence
 * that there is nothing. `kept` is as `useKept` answers it.
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

/** What is kept is there whole and at once. */
const WHOLE = { error: null, isPending: false, isPlaceholderData: false, hasNextPage: false, isFetchingNextPage: false }

/** What this browser keeps, once it is wanted: `undefined` until it is read, `null` where there is none. */
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

/** While a list is open, what is kept of it does not grow old. */
export function useKeeping(mayFetch: boolean, keep: () => Promise<void>) {
  useEffect(() => {
    if (!mayFetch) return
    const keepOnce = () =>
      void whenIdle()
        .then(keep)
        .catch(() => undefined)
    keepOnce()
    const timer = setInterval(keepOnce, EVERY_10_MINUTES)
    return () => clearInterval(timer)
  }, [mayFetch, keep])
}

const EVERY_10_MINUTES = 10 * 60 * 1000
