import type { QueryClient, QueryKey } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Call } from '#contract/call.ts'
import { listCategories } from '#contract/catalogue.ts'
import {
  listCustomersOrderRevisions,
  listCustomersOrders,
  listOrders,
  listRevisions,
  readCustomersOrder,
  readOrder,
  readOrderStats,
} from '#contract/orders.ts'
import { readMarketerStats } from '#contract/reports.ts'
import { readSettings } from '#contract/settings.ts'
import { queryKeyOf } from '../queries.ts'
import { session, whenSessionChanges } from '../session.ts'
import { allKept, change, readKept } from './database.ts'

// What customers and marketers need of the past when there is no network; the catalogue, and a marketer's customers, are
// kept whole, elsewhere.
const CALLS: readonly Pick<Call, 'method' | 'path' | 'reply'>[] = [
  listOrders,
  readOrder,
  readOrderStats,
  listRevisions,
  listCustomersOrders,
  readCustomersOrder,
  listCustomersOrderRevisions,
  readMarketerStats,
  listCategories,
  readSettings,
]
/** So many opened orders, and other answers, of one person. */
const MOST = 100

const Kept = z.object({ user_id: z.string(), at: z.number(), answer: z.unknown() })
const FirstPage = z.object({ items: z.unknown(), next: z.optional(z.string()) })
const Pages = z.object({ pages: z.tuple([FirstPage], z.unknown()) })

/** Keeps what the server last answered to somebody, and shows it where a screen would have nothing to show. */
export function persistQueries(answers: QueryClient) {
  let isRecalling = false
  const recall = async (queryKey: QueryKey, name: string) => {
    const found = await keptAnswer(queryKey, name)
    if (!found || answers.getQueryData(queryKey) !== undefined) return
    const hasFailed = answers.getQueryState(queryKey)?.status === 'error'
    isRecalling = true
    answers.setQueryData(queryKey, found.answer, { updatedAt: Math.min(found.at, Date.now()) })
    isRecalling = false
    // What failed before this was at hand would look like fresh now: asked for again, it says so, or is.
    if (hasFailed) void answers.invalidateQueries({ queryKey, exact: true })
  }
  answers.getQueryCache().subscribe(({ type, query, ...event }) => {
    const { queryKey, queryHash, state } = query
    if (type === 'added' && state.data === undefined) void recall(queryKey, queryHash)
    const isAnswer = type === 'updated' && 'action' in event && event.action.type === 'success'
    // An answer that somebody got who has left meanwhile is nobody's.
    const isCurrent = answers.getQueryCache().get(queryHash) === query
    if (isAnswer && isCurrent && !isRecalling) void keep(queryKey, queryHash, state.data, state.dataUpdatedAt)
  })
  for (const { queryKey, queryHash, state } of answers.getQueryCache().getAll()) {
    if (state.data === undefined) void recall(queryKey, queryHash)
    else void keep(queryKey, queryHash, state.data, state.dataUpdatedAt)
  }
  void forgetOthers()
  whenSessionChanges(() => void forgetOthers())
}

async function keep(queryKey: QueryKey, name: string, data: unknown, at: number) {
  const user_id = keeper()
  const terms = termsOf(queryKey)
  if (!user_id || !terms) return
  const page = isPaged(queryKey) ? Pages.safeParse(data).data?.pages[0] : undefined
  const answer = page ? { ...page, items: z.encode(terms.reply, page.items) } : z.encode(terms.reply, data)
  await change('answers', `${user_id} ${name}`, () => ({ user_id, at, answer }))
}

async function keptAnswer(queryKey: QueryKey, name: string) {
  const user_id = keeper()
  const terms = termsOf(queryKey)
  if (!user_id || !terms) return undefined
  const kept =
    Kept.safeParse(await readKept('answers', `${user_id} ${name}`)).data ?? (await keptInList(queryKey, user_id))
  // Somebody else may have signed in meanwhile.
  if (!kept || kept.user_id !== keeper()) return undefined
  if (!isPaged(queryKey)) {
    const read = z.safeParse(terms.reply, kept.answer)
    return read.success ? { at: kept.at, answer: read.data } : undefined
  }
  const page = FirstPage.safeParse(kept.answer).data
  const items = page && z.safeParse(terms.reply, page.items)
  return items?.success
    ? { at: kept.at, answer: { pages: [{ ...page, items: items.data }], pageParams: [undefined] } }
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

/** An order that was never opened, as a kept list of orders shows it. */
async function keptInList(queryKey: QueryKey, user_id: string) {
  const id = OneOrder.safeParse(queryKey).data?.[1].params.id
  if (id === undefined) return undefined
  for (const value of (await allKept('answers')).values()) {
    const kept = Kept.safeParse(value).data
    const order = List.safeParse(kept?.answer).data?.find(item => item.id === id)
    if (kept?.user_id === user_id && order) return { ...kept, answer: order }
  }
  return undefined
}

/** What one person was answered is not for the next; of one's own the newest stay. */
async function forgetOthers() {
  const user_id = session()?.user.id
  if (!user_id) return
  const all = [...(await allKept('answers'))].map(([name, kept]) => ({ name, kept: Kept.safeParse(kept).data }))
  const mine = all.flatMap(({ name, kept }) => (kept?.user_id === user_id ? [{ name, at: kept.at }] : []))
  const stays = new Set(
    mine
      .sort((a, b) => b.at - a.at)
      .slice(0, MOST)
      .map(({ name }) => name),
  )
  for (const { name } of all) if (!stays.has(name)) await change('answers', name, () => undefined)
}

function keeper() {
  const current = session()
  return current && current.role !== 'admin' ? current.user.id : undefined
}

const isPaged = (queryKey: QueryKey) => queryKey[1] === 'pages'
const termsOf = (queryKey: QueryKey) => CALLS.find(call => queryKeyOf(call)[0] === queryKey[0])
