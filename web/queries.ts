import {
  infiniteQueryOptions,
  QueryClient,
  type QueryKey,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import type { AllowedRole, Call, ListCall, Schema } from '#contract/call.ts'
import { ApiError, type CallTarget, request, requestPage } from './api.ts'

const MAX_RETRIES = 2
const PAGE = 60

/** The cache of server responses. Cleared when another user signs in. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Cached data is shown at once and refetched whenever a screen opens.
      staleTime: 1_000,
      networkMode: 'always',
      refetchOnReconnect: true,
      // Client errors are final. Network failures and server errors are retried, but not while the device is offline.
      retry: (tries, error) =>
        tries < MAX_RETRIES &&
        navigator.onLine &&
        !(error instanceof ApiError && error.status >= 400 && error.status < 500),
    },
    mutations: { networkMode: 'always' },
  },
})

type QueryOptions<P extends string, Q extends Schema> = CallTarget<P, Q> & { enabled?: boolean }
type PollingOptions = {
  /** Refetches at this interval in milliseconds while the window has the focus. */
  every?: number
}

/** The query key of a call's cached responses: invalidate it after a mutation that changes them. */
export const queryKeyOf = (terms: Pick<Call, 'method' | 'path'>): QueryKey => [`${terms.method} ${terms.path}`]

/** Queries a call: fetched when the screen opens, and again when the cached response is stale. */
export function useCallQuery<
  P extends string,
  W extends AllowedRole,
  B extends Schema,
  Q extends Schema,
  R extends Schema,
>(terms: Call<P, W, B, Q, R>, query: QueryOptions<P, Q> & PollingOptions) {
  const { enabled = true, every, ...target } = query
  return useQuery({ ...callQuery(terms, query, target), enabled, ...(every && { refetchInterval: every }) })
}

/** Fetches a response into the cache before a screen needs it. */
export async function prefetchCall<
  P extends string,
  W extends AllowedRole,
  B extends Schema,
  Q extends Schema,
  R extends Schema,
>(terms: Call<P, W, B, Q, R>, query: QueryOptions<P, Q>) {
  await queryClient.prefetchQuery(callQuery(terms, query))
}

const callQuery = <P extends string, W extends AllowedRole, B extends Schema, Q extends Schema, R extends Schema>(
  terms: Call<P, W, B, Q, R>,
  query: QueryOptions<P, Q>,
  keyPart: object = query,
) =>
  queryOptions({
    queryKey: [...queryKeyOf(terms), keyPart],
    queryFn: ({ signal }) => request(terms, { ...query, signal }),
  })

/** Queries a paged list: `items` loaded so far, and `fetchNextPage` while `hasNextPage`. */
export function useListQuery<P extends string, W extends AllowedRole, Q extends Schema, I extends Schema>(
  terms: ListCall<P, W, Q, I>,
  query: QueryOptions<P, Q>,
) {
  const { enabled = true, ...target } = query
  const pages = useInfiniteQuery({ ...listQuery(terms, query, target), placeholderData: previous => previous, enabled })
  return { ...pages, items: pages.data?.pages.flatMap(page => page.items) ?? [] }
}

/** Fetches the first page of a list into the cache before a screen needs it. */
export async function prefetchList<P extends string, W extends AllowedRole, Q extends Schema, I extends Schema>(
  terms: ListCall<P, W, Q, I>,
  target: CallTarget<P, Q>,
) {
  await queryClient.prefetchInfiniteQuery(listQuery(terms, target))
}

const listQuery = <P extends string, W extends AllowedRole, Q extends Schema, I extends Schema>(
  terms: ListCall<P, W, Q, I>,
  target: CallTarget<P, Q>,
  keyPart: object = target,
) =>
  infiniteQueryOptions({
    queryKey: [...queryKeyOf(terms), 'pages', keyPart],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ signal, pageParam }) => requestPage(terms, target, { limit: PAGE, cursor: pageParam, signal }),
    getNextPageParam: page => page.next,
  })
