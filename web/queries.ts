import {
  infiniteQueryOptions,
  QueryClient,
  type QueryKey,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import type { AllowedRole, Call, ListCall, Schema } from '#contract/call.ts'
import { ApiError, request, requestPage, type Where } from './api.ts'

const MOST_RETRIES = 2
const PAGE = 60

/** What the server answered lately. Forgotten when somebody else signs in. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Shown at once from before, and asked for anew whenever a screen opens.
      staleTime: 1_000,
      networkMode: 'always',
      refetchOnReconnect: true,
      // A refusal stays a refusal; a broken line or a fault may pass, but not while the device has no network.
      retry: (tries, error) =>
        tries < MOST_RETRIES &&
        navigator.onLine &&
        !(error instanceof ApiError && error.status >= 400 && error.status < 500),
    },
    mutations: { networkMode: 'always' },
  },
})

type Asked<P extends string, Q extends Schema> = Where<P, Q> & { enabled?: boolean }
type Watched = {
  /** Asked for again and again while the window is looked at: every so many milliseconds. */
  every?: number
}

/** Where a call's answers are kept: invalidate `answersOf(call)` after a deed that changes them. */
export const queryKeyOf = (terms: Pick<Call, 'method' | 'path'>): QueryKey => [`${terms.method} ${terms.path}`]

/** The answer of a call, asked for when the screen opens and again when it has grown old. */
export function useCallQuery<
  P extends string,
  W extends AllowedRole,
  B extends Schema,
  Q extends Schema,
  R extends Schema,
>(terms: Call<P, W, B, Q, R>, query: Asked<P, Q> & Watched) {
  const { enabled = true, every, ...what } = query
  return useQuery({ ...callQuery(terms, query, what), enabled, ...(every && { refetchInterval: every }) })
}

/** Asks for an answer before there is a screen that shows it. */
export async function prefetchCall<
  P extends string,
  W extends AllowedRole,
  B extends Schema,
  Q extends Schema,
  R extends Schema,
>(terms: Call<P, W, B, Q, R>, query: Asked<P, Q>) {
  await queryClient.prefetchQuery(callQuery(terms, query))
}

const callQuery = <P extends string, W extends AllowedRole, B extends Schema, Q extends Schema, R extends Schema>(
  terms: Call<P, W, B, Q, R>,
  query: Asked<P, Q>,
  what: object = query,
) =>
  queryOptions({
    queryKey: [...queryKeyOf(terms), what],
    queryFn: ({ signal }) => request(terms, { ...query, signal }),
  })

/** A list, page by page: `items` so far, and `fetchNextPage` while `hasNextPage`. */
export function useListQuery<P extends string, W extends AllowedRole, Q extends Schema, I extends Schema>(
  terms: ListCall<P, W, Q, I>,
  query: Asked<P, Q>,
) {
  const { enabled = true, ...what } = query
  const pages = useInfiniteQuery({ ...listQuery(terms, query, what), placeholderData: previous => previous, enabled })
  return { ...pages, items: pages.data?.pages.flatMap(page => page.items) ?? [] }
}

/** Asks for the first page of a list before there is a screen that shows it. */
export async function prefetchList<P extends string, W extends AllowedRole, Q extends Schema, I extends Schema>(
  terms: ListCall<P, W, Q, I>,
  where: Where<P, Q>,
) {
  await queryClient.prefetchInfiniteQuery(listQuery(terms, where))
}

const listQuery = <P extends string, W extends AllowedRole, Q extends Schema, I extends Schema>(
  terms: ListCall<P, W, Q, I>,
  where: Where<P, Q>,
  what: object = where,
) =>
  infiniteQueryOptions({
    queryKey: [...queryKeyOf(terms), 'pages', what],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ signal, pageParam }) => requestPage(terms, where, { limit: PAGE, cursor: pageParam, signal }),
    getNextPageParam: page => page.next,
  })
