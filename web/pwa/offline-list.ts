import { useEffect, useState } from 'react'
import { ApiError } from '../api.ts'
import { whenIdle } from './when-idle.ts'

/** A list as a screen shows it, page by page or whole. */
export type ShownList<Item> = {
  items: readonly Item[]
  /** The number of items on all pages, if the server returns it. */
  total?: number | undefined
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

type OfflineList<Item> = { at: string; items: readonly Item[] }

/**
 * The offline state of a list: the stored copy, or else the pages that the screen has loaded, or else an error with the
 * message `missing`. `stored` is the result of `useOfflineData`.
 */
export function offlineList<Item>(
  pages: ShownList<Item>,
  stored: OfflineList<Item> | null | undefined,
  missing: string,
): { query: ShownList<Item>; storedAt?: number } {
  if (stored) return { query: { ...pages, ...WHOLE, items: stored.items }, storedAt: Date.parse(stored.at) }
  if (pages.items.length > 0 && !pages.isPlaceholderData)
    return { query: { ...pages, ...WHOLE }, storedAt: pages.dataUpdatedAt }
  const error = new ApiError(0, 'offline', missing)
  return { query: { ...pages, ...WHOLE, items: [], isPending: stored === undefined, error } }
}

/** The state of a list that is shown offline: nothing more of it is loaded. */
export const WHOLE = {
  error: null,
  isPending: false,
  isPlaceholderData: false,
  hasNextPage: false,
  isFetchingNextPage: false,
}

/**
 * Reads stored data when needed, and again with each new `read`. `undefined` until it is read, `null` if there is none.
 */
export function useOfflineData<Data>(
  isWanted: boolean,
  read: () => Promise<Data | undefined>,
): Data | null | undefined {
  const [stored, setStored] = useState<Data | null>()
  useEffect(() => {
    if (!isWanted) return
    let isCurrent = true
    void read()
      .catch(() => undefined)
      .then(found => isCurrent && setStored(found ?? null))
    return () => {
      isCurrent = false
    }
  }, [isWanted, read])
  return stored
}

/**
 * While a list is open and `mayFetch`, calls `refreshCopy` immediately and then every minute, which requests the stored
 * copy again once it is no longer fresh, and resolves to whether it has. After a request, also a failed one, the next
 * call is due when its result is no longer fresh.
 */
export function useOfflineRefresh(mayFetch: boolean, refreshCopy: () => Promise<boolean>) {
  useEffect(() => {
    if (!mayFetch) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOpen = true
    // One after the other, as the whole list may take more than a minute to load.
    const refresh = () =>
      void whenIdle()
        .then(refreshCopy)
        .catch(() => false)
        .then(hasRequested => {
          if (isOpen) timer = setTimeout(refresh, hasRequested ? FRESH_FOR : ONE_MINUTE)
        })
    refresh()
    return () => {
      isOpen = false
      clearTimeout(timer)
    }
  }, [mayFetch, refreshCopy])
}

const ONE_MINUTE = 60_000

/** How long a stored copy is fresh, in milliseconds. */
const FRESH_FOR = 10 * 60 * 1000

/** Whether a copy that was stored then is fresh. A time in the future was stored while the clock was wrong. */
export function isFresh(at: number): boolean {
  const age = Date.now() - at
  return age >= 0 && age < FRESH_FOR
}
