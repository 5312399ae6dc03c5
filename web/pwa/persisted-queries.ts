import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { readCustomersOrder, readOrder } from '#contract/orders.ts'
import { FRESH_FOR } from '../queries.ts'
import { onSessionChange, session } from '../session.ts'
import { readAll, readStored, updateStored } from './database.ts'

/** The maximum number of stored responses. */
const MAX_STORED = 100

const Stored = z.object({ user_id: z.string(), at: z.number(), answer: z.unknown() })
const FirstPage = z.object({ items: z.unknown(), next: z.optional(z.string()) })
const Pages = z.object({ pages: z.tuple([FirstPage], z.unknown()) })

/**
 * Persists the latest responses of calls that are stored offline for the signed-in user, and restores them into queries
 * that have no data. The catalogue and a marketer's customers are stored as a whole, elsewhere.
 */
export function persistQueries(queryClient: QueryClient) {
  let isRestoring = false
  const restore = async (query: Query) => {
    const { queryKey } = query
    const found = await readPersisted(query)
    if (!found || queryClient.getQueryData(queryKey) !== undefined) return
    const hasFailed = queryClient.getQueryState(queryKey)?.status === 'error'
    isRestoring = true
    // Never fresh: a screen that opens asks the server, also a moment after another screen has.
    queryClient.setQueryData(queryKey, found.reply, { updatedAt: Math.min(found.at, Date.now() - FRESH_FOR) })
    isRestoring = false
    // A query that had failed before is not refetched by itself.
    if (hasFailed) void queryClient.invalidateQueries({ queryKey, exact: true })
  }
  queryClient.getQueryCache().subscribe(({ type, query, ...event }) => {
    const { queryHash, state } = query
    if (type === 'added' && state.data === undefined) void restore(query)
    const isAnswer = type === 'updated' && 'action' in event && event.action.type === 'success'
    // A response to a user who has signed out since is dropped.
    const isCurrent = queryClient.getQueryCache().get(queryHash) === query
    if (isAnswer && isCurrent && !isRestoring) void persist(query)
  })
  for (const query of queryClient.getQueryCache().getAll()) {
    if (query.state.data === undefined) void restore(query)
    else void persist(query)
  }
  void prune()
  onSessionChange(() => void prune())
}

async function persist(query: Query) {
  const { queryKey, queryHash: name } = query
  const { data, dataUpdatedAt: at } = query.state
  const user_id = persistingUserId()
  const call = persistedCall(query)
  if (!user_id || !call) return
  const page = isPaged(queryKey) ? Pages.safeParse(data).data?.pages[0] : undefined
  const reply = page ? { ...page, items: z.encode(call.reply, page.items) } : z.encode(call.reply, data)
  await updateStored('answers', `${user_id} ${name}`, () => ({ user_id, at, answer: reply }))
}

async function readPersisted(query: Query) {
  const { queryKey, queryHash: name } = query
  const user_id = persistingUserId()
  const call = persistedCall(query)
  if (!user_id || !call) return undefined
  const stored =
    Stored.safeParse(await readStored('answers', `${user_id} ${name}`)).data ?? (await findInLists(queryKey, user_id))
  // Another user may have signed in meanwhile.
  if (!stored || stored.user_id !== persistingUserId()) return undefined
  if (!isPaged(queryKey)) {
    const read = z.safeParse(call.reply, stored.answer)
    return read.success ? { at: stored.at, reply: read.data } : undefined
  }
  const page = FirstPage.safeParse(stored.answer).data
  const items = page && z.safeParse(call.reply, page.items)
  return items?.success
    ? { at: stored.at, reply: { pages: [{ ...page, items: items.data }], pageParams: [undefined] } }
    : undefined
}

const OneOrder = z.tuple([
  z.enum([readOrder, readCustomersOrder].map(({ method, path }) => `${method} ${path}`)),
  z.object({ params: z.object({ id: z.string() }) }),
])
const Items = z.array(z.looseObject({ id: z.string() }))
const List = z.union([
  Items,
  z.pipe(
    z.object({ items: Items }),
    z.transform(({ items }) => items),
  ),
])

/** Finds an order that was never opened in a stored list of orders. */
async function findInLists(queryKey: QueryKey, user_id: string) {
  const id = OneOrder.safeParse(queryKey).data?.[1].params.id
  if (id === undefined) return undefined
  for (const value of (await readAll('answers')).values()) {
    const stored = Stored.safeParse(value).data
    const order = List.safeParse(stored?.answer).data?.find(item => item.id === id)
    if (stored?.user_id === user_id && order) return { ...stored, answer: order }
  }
  return undefined
}

/** Deletes other users' responses, and the oldest of one's own beyond the maximum. */
async function prune() {
  const user_id = session()?.user.id
  if (!user_id) return
  const all = [...(await readAll('answers'))].map(([name, stored]) => ({ name, stored: Stored.safeParse(stored).data }))
  const mine = all.flatMap(({ name, stored }) => (stored?.user_id === user_id ? [{ name, at: stored.at }] : []))
  const stays = new Set(
    mine
      .sort((a, b) => b.at - a.at)
      .slice(0, MAX_STORED)
      .map(({ name }) => name),
  )
  for (const { name } of all) if (!stays.has(name)) await updateStored('answers', name, () => undefined)
}

function persistingUserId() {
  const current = session()
  return current && current.role !== 'admin' ? current.user.id : undefined
}

const isPaged = (queryKey: QueryKey) => queryKey[1] === 'pages'
const persistedCall = ({ meta }: Query) => (meta?.call?.isStoredOffline ? meta.call : undefined)
