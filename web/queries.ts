import {
  type InfiniteData,
  type Query,
  QueryClient,
  type QueryFunctionContext,
  type QueryKey,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import type { AllowedRole, Call, ListCall, Schema } from '#contract/call.ts'
import type { Resource } from '#contract/resources.ts'
import { type CallTarget, isRequestError, type Page, request, requestPage } from './api.ts'

/** How long screens that open use a cached response without refetching it, in milliseconds. */
export const FRESH_FOR = 1_000

const MAX_RETRIES = 2
/** How many items a page of a list has. */
export const PAGE_SIZE = 60

declare module '@tanstack/react-query' {
  interface Register {
    /** The call whose reply a query caches. */
    queryMeta: { call?: CachedCall; isPolled?: boolean | undefined }
  }
}

type CachedCall = Pick<Call, 'method' | 'path' | 'reply' | 'resources' | 'isStoredOffline'>

/** The cache of server responses. Cleared when another user logs in. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Cached data is shown immediately and refetched whenever a screen opens.
      staleTime: FRESH_FOR,
      networkMode: 'always',
      refetchOnReconnect: true,
      // Client errors are final. Network failures and server errors are retried, but not while the device is offline.
      retry: (tries, error) =>
        tries < MAX_RETRIES &&
        navigator.onLine &&
        !(isRequestError(error) && error.status >= 400 && error.status < 500),
    },
  },
})

type QueryOptions<P extends string, Q extends Schema> = CallTarget<P, Q> & { enabled?: boolean }
type PollingOptions = {
  /** Refetches at this interval in milliseconds while the window has the focus. */
  every?: number
  /** Whether only that and the user's own changes refetch it, not each change that the server announces. */
  isPolled?: boolean
}

/** The query key that all cached responses of a call begin with. */
export const queryKeyOf = (call: Pick<Call, 'method' | 'path'>): QueryKey => [`${call.method} ${call.path}`]

/** Whether a query key belongs to a list, which is cached page by page. */
export const isPagedKey = (queryKey: QueryKey) => queryKey[1] === 'pages'

/** Lists with more loaded pages than this are not refetched after changes that the server announces. */
export const MAX_PAGES_REFRESHED = 5

/** When queries were last invalidated, in milliseconds since 1970. */
export let invalidatedAt = 0

/**
 * Invalidates the queries that show one of these resources. Those in use are refetched immediately; a page that a list
 * is loading is requested again after that. A change that the server announced cancels no request, as such changes may
 * follow each other faster than the pages of a list, and leaves lists of more than `MAX_PAGES_REFRESHED` pages and
 * polled queries as they are. The promise resolves when that is done, and never rejects.
 */
export async function invalidate(changed: readonly Resource[], { isAnnounced = false } = {}): Promise<void> {
  invalidatedAt = Date.now()
  const refetch = async (query: Query) => {
    const { call, isPolled } = query.meta ?? {}
    if (!call?.resources.some(resource => changed.includes(resource))) return
    if (isAnnounced && (isPolled || pageCount(query) > MAX_PAGES_REFRESHED)) return
    // What is in flight may be older than the change.
    const isAwaited = Boolean(query.promise) && (isAnnounced || query.state.data === undefined)
    if (isAwaited)
      do await Promise.allSettled([query.promise])
      while (query.promise && query.state.fetchMeta)
    await queryClient.invalidateQueries({ predicate: one => one === query }, { cancelRefetch: !isAwaited })
  }
  await Promise.all(queryClient.getQueryCache().getAll().map(refetch))
}

const pageCount = ({ state }: Query) => (state.data as Partial<InfiniteData<unknown>> | undefined)?.pages?.length ?? 0

/** Stores a resource that a mutation returned: as the response of `read`, and in place of its row in every `list`. */
export function cacheRow<Row extends { id: string }>(
  { read, list }: { read: CachedCall; list?: CachedCall },
  changed: Row,
) {
  // The query may not exist yet; when the response creates it, it needs its `meta`.
  queryClient.setQueryDefaults(queryKeyOf(read), { meta: { call: read } })
  queryClient.setQueryData(rowKeyOf(read, changed.id), changed)
  if (!list) return
  queryClient.setQueriesData<InfiniteData<Page<Row>>>({ queryKey: queryKeyOf(list) }, data => {
    if (!data) return undefined
    const shown = (row: Row) => (row.id === changed.id ? changed : row)
    return { ...data, pages: data.pages.map(page => ({ ...page, items: page.items.map(shown) })) }
  })
}

/** The query key of the one resource that a call with the path parameter `id` returns. */
export const rowKeyOf = (read: Pick<Call, 'method' | 'path'>, id: string): QueryKey => [
  ...queryKeyOf(read),
  { params: { id } },
]

/** Queries a call: fetched when the screen opens, and again when the cached response is stale. */
export function useCallQuery<
  P extends string,
  W extends AllowedRole,
  B extends Schema,
  Q extends Schema,
  R extends Schema,
>(call: Call<P, W, B, Q, R>, query: QueryOptions<P, Q> & PollingOptions) {
  const { enabled = true, every, isPolled, ...target } = query
  const polling = { meta: { call, isPolled }, ...(every && { refetchInterval: every }) }
  return useQuery({ ...callQuery(call, query, target), enabled, ...polling })
}

/** Fetches a response into the cache before a screen needs it. */
export const prefetchCall = <
  P extends string,
  W extends AllowedRole,
  B extends Schema,
  Q extends Schema,
  R extends Schema,
>(
  call: Call<P, W, B, Q, R>,
  query: QueryOptions<P, Q>,
) => queryClient.prefetchQuery(callQuery(call, query))

const callQuery = <P extends string, W extends AllowedRole, B extends Schema, Q extends Schema, R extends Schema>(
  call: Call<P, W, B, Q, R>,
  query: QueryOptions<P, Q>,
  keyPart: object = query,
) => ({
  queryKey: [...queryKeyOf(call), keyPart],
  meta: { call },
  queryFn: ({ signal }: QueryFunctionContext) => request(call, { ...query, signal }),
})

/**
 * Queries a paged list: `items` loaded so far, and `fetchNextPage` while `hasNextPage`. The next page waits for a
 * refetch in flight, and is requested again if a refetch has cancelled it; the list `isFetchingNextPage` all that time.
 * A row whose sort key changes between the requests of two pages is in both of them; it is listed once, by its `id` or
 * by another key.
 */
export function useListQuery<
  P extends string,
  W extends AllowedRole,
  Q extends Schema,
  I extends z.core.$ZodType<object>,
>(call: ListCall<P, W, Q, I>, query: QueryOptions<P, Q>, keyOf: (row: z.output<I>) => unknown = idOf) {
  const { enabled = true, ...target } = query
  const options = listQuery(call, query, target)
  const pages = useInfiniteQuery({ ...options, placeholderData: previous => previous, enabled })
  const [isFetchingNextPage, setFetchingNextPage] = useState(false)
  const loaded = pages.data?.pages ?? []
  const fetchNextPage = async () => {
    const cached = queryClient.getQueryCache().find({ queryKey: options.queryKey })
    if (!cached) return
    const before = pageCount(cached)
    setFetchingNextPage(true)
    do await Promise.allSettled([cached.promise ?? cached.fetch(undefined, NEXT_PAGE)])
    while (cached.isActive() && !cached.state.fetchMeta && pageCount(cached) <= before)
    setFetchingNextPage(false)
  }
  const items = [...new Map(loaded.flatMap(page => page.items.map(row => [keyOf(row), row]))).values()]
  return {
    ...pages,
    isFetchingNextPage,
    fetchNextPage,
    items,
    total: loaded[loaded.length - 1]?.total,
    resources: call.resources,
  }
}

/** How a query fetches one more page; its `fetchMeta` until it is fetched again. */
const NEXT_PAGE = { meta: { fetchMore: { direction: 'forward' } } } as const

const idOf = (row: object) => ('id' in row ? row.id : row)

/**
 * Fetches the first page of a list into the cache before a screen needs it. A list that this visit has fetched is left
 * as it is, as all its loaded pages would be fetched again.
 */
export const prefetchList = <P extends string, W extends AllowedRole, Q extends Schema, I extends Schema>(
  call: ListCall<P, W, Q, I>,
  target: CallTarget<P, Q>,
) =>
  // Data from before the visit was restored from the browser.
  queryClient.prefetchInfiniteQuery({ ...listQuery(call, target), staleTime: performance.now() })

const listQuery = <P extends string, W extends AllowedRole, Q extends Schema, I extends Schema>(
  call: ListCall<P, W, Q, I>,
  target: CallTarget<P, Q>,
  keyPart: object = target,
) => ({
  queryKey: [...queryKeyOf(call), 'pages', keyPart],
  meta: { call },
  initialPageParam: undefined,
  queryFn: ({ signal, pageParam }: QueryFunctionContext<QueryKey, string | undefined>) =>
    requestPage(call, target, { limit: PAGE_SIZE, cursor: pageParam, signal }),
  getNextPageParam: ({ next }: { next: string | undefined }) => next,
})
