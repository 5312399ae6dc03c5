import type { Query, QueryClient } from '@tanstack/react-query'
import { encode, type Schema } from '#contract/call.ts'
import { isNotFound } from '../api.ts'
import { onSessionChange, session } from '../current-session.ts'
import { FRESH_FOR, isPagedKey } from '../queries.ts'
import { fieldsOf } from '../stored-values.ts'
import { pastTime, readAll, readStored, updateStored } from './database.ts'

/** The service worker's cache of pictures (`sw.ts`). */
const PICTURES = 'pictures'
/** The maximum number of stored responses. */
const MAX_STORED = 100
/** After how many responses those beyond the maximum are deleted. */
const PRUNED_EVERY = 50

/** How many responses this page has persisted. */
let persisted = 0

/**
 * Persists the latest responses of calls that the contract marks with `isStoredOffline`, for the logged-in user, and
 * restores them into queries that have no data. A 404 deletes what is stored, also in lists. The catalogue and a marketer's customers
 * are stored as a whole, elsewhere.
 */
export function persistQueries(queryClient: QueryClient) {
  const cache = queryClient.getQueryCache()
  let isRestoring = false
  const restore = async (query: Query) => {
    const { queryKey } = query
    const found = await readPersisted(query)
    if (!found || queryClient.getQueryData(queryKey) !== undefined) return
    const hasFailed = queryClient.getQueryState(queryKey)?.status === 'error'
    isRestoring = true
    // Never fresh, so that a screen that opens refetches it, even just after another screen has.
    queryClient.setQueryData(queryKey, found.reply, { updatedAt: Math.min(found.at, Date.now() - FRESH_FOR) })
    isRestoring = false
    // A query that had failed before is not refetched automatically.
    if (hasFailed) void queryClient.invalidateQueries({ queryKey, exact: true })
  }
  cache.subscribe(event => {
    const { query } = event
    const { data, error } = query.state
    if (event.type === 'added' && data === undefined) void restore(query)
    const isReply = event.type === 'updated' && (event.action.type === 'success' || isNotFound(error))
    // A response for a user who has logged out since is discarded.
    const isCurrent = cache.get(query.queryHash) === query
    if (isReply && isCurrent && !isRestoring) void persist(query)
  })
  for (const query of cache.getAll()) {
    if (query.state.data === undefined) void restore(query)
    else void persist(query)
  }
  void prune()
  onSessionChange(() => void prune())
}

async function persist(query: Query) {
  const { queryKey, queryHash: name, state } = query
  const { data, dataUpdatedAt: at, error } = state
  const user_id = persistingUserId()
  const call = persistedCall(query)
  if (!user_id || !call) return
  const reply = () => (isPagedKey(queryKey) ? encodeFirstPage(call.reply, data) : encode(call.reply, data))
  const stored = isNotFound(error) ? undefined : { user_id, at, answer: reply() }
  if (!stored) void repliesModule().then(({ forgetListed }) => forgetListed(queryKey, user_id))
  await updateStored('answers', `${user_id} ${name}`, () => stored)
  if (++persisted % PRUNED_EVERY === 0) await prune()
}

function encodeFirstPage(schema: Schema, data: unknown) {
  const { pages } = fieldsOf(data)
  const { items, next } = fieldsOf(Array.isArray(pages) ? pages[0] : undefined)
  return { items: encode(schema, items), next }
}

/** Loaded when there is something to check: the schema library would be a large part of a first visit. */
const repliesModule = () => import('./stored-replies.ts')

async function readPersisted(query: Query) {
  const { queryKey, queryHash: name } = query
  const user_id = persistingUserId()
  const call = persistedCall(query)
  if (!user_id || !call) return undefined
  const stored = await readStored('answers', `${user_id} ${name}`)
  // One resource may also be in a stored list, where it may be newer.
  const lists = call.path.endsWith('/:id') && (await readAll('answers'))
  if (!stored && !lists) return undefined
  const { newestReply } = await repliesModule()
  const found = newestReply(queryKey, user_id, stored, lists)
  // Another user may have logged in since.
  return found?.user_id === persistingUserId() ? found : undefined
}

/**
 * Deletes what is stored of other users, and the oldest of the logged-in user's responses beyond the maximum; without a
 * session, everything, the stored catalogue and the pictures.
 */
async function prune() {
  const user_id = session()?.user.id
  if (!user_id) await wipe()
  const storedAt = (stored: unknown) => {
    const { user_id: owner, at } = fieldsOf(stored)
    return owner === user_id ? pastTime(Number(at)) || 1 : 0
  }
  const newestFirst = [...(await readAll('answers'))].sort(([, a], [, b]) => storedAt(b) - storedAt(a))
  // A marketer's customers are no response to a query, whose name ends with its key.
  for (const [place, [name, seen]] of newestFirst.entries())
    if (!storedAt(seen) || (place >= MAX_STORED && name.endsWith(']')))
      // Another response may have been stored meanwhile, also by the next session.
      await updateStored('answers', name, stored =>
        session()?.user.id === user_id && storedAt(stored) === storedAt(seen) ? undefined : stored,
      )
}

/** Deletes the stored catalogue and the pictures. Carts and drafts remain, stored under the id of their user. */
async function wipe() {
  for (const name of (await readAll('catalogue')).keys()) await updateStored('catalogue', name, () => undefined)
  // The Cache API is missing on pages not served over https.
  if ('caches' in window) await caches.delete(PICTURES)
}

function persistingUserId() {
  const current = session()
  return current && current.role !== 'admin' ? current.user.id : undefined
}

const persistedCall = ({ meta }: Query) => (meta?.call?.isStoredOffline ? meta.call : undefined)
