import type { QueryKey } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { listCategories } from '#checked/catalogue.ts'
import { readCustomersDeliveryDays, readDeliveryDays } from '#checked/delivery.ts'
import { listCustomersLists, listOrderLists, readCustomersGuide, readOrderGuide } from '#checked/order-lists.ts'
import { listCustomersOrderRevisions, listRevisions } from '#checked/order-revisions.ts'
import { listOrders, readOrder, readOrderStats } from '#checked/orders.ts'
import { readMarketerStats } from '#checked/reports.ts'
import { readSettings } from '#checked/settings.ts'
import { listCustomersOrders, readCustomersOrder } from '#checked/staff-orders.ts'
import { isPagedKey, queryKeyOf } from '../queries.ts'
import { fieldsOf } from '../stored-values.ts'
import { pastTime, readAll, updateStored } from './database.ts'

/** The calls whose replies are stored for offline use, with schemas that check them. */
export const STORED_CALLS = [
  listCategories,
  listCustomersLists,
  listCustomersOrderRevisions,
  listCustomersOrders,
  listOrderLists,
  listOrders,
  listRevisions,
  readCustomersDeliveryDays,
  readCustomersGuide,
  readCustomersOrder,
  readDeliveryDays,
  readMarketerStats,
  readOrder,
  readOrderGuide,
  readOrderStats,
  readSettings,
]
const SCHEMAS = new Map(STORED_CALLS.map(call => [queryKeyOf(call)[0], call.reply]))

const Stored = z.object({ user_id: z.string(), at: z.number(), answer: z.unknown() })
const FirstPage = z.object({ items: z.unknown(), next: z.optional(z.string()) })

/** A reply that was stored for a user at an instant (ms since 1970), as the query caches it. */
type StoredReply = { user_id: string; at: number; reply: unknown }

/** Reads a reply from a stored value; undefined if this version cannot decode it. */
export function readReply(queryKey: QueryKey, value: unknown): StoredReply | undefined {
  const stored = Stored.safeParse(value).data
  const schema = SCHEMAS.get(queryKey[0])
  if (!stored || !schema) return undefined
  const { answer, ...origin } = stored
  if (!isPagedKey(queryKey)) {
    const read = z.safeParse(schema, answer)
    return read.success ? { ...origin, reply: read.data } : undefined
  }
  const page = FirstPage.safeParse(answer).data
  const items = page && z.safeParse(schema, page.items)
  return items?.success
    ? { ...origin, reply: { pages: [{ ...page, items: items.data }], pageParams: [undefined] } }
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

/** The id of the order that a query reads; undefined if it reads something else. */
const orderIn = (queryKey: QueryKey) => OneOrder.safeParse(queryKey).data?.[1].params.id

/** Deletes the order that a query reads from the stored lists of the user's orders. */
export async function forgetListed(queryKey: QueryKey, user_id: string) {
  const id = orderIn(queryKey)
  if (id === undefined) return
  for (const [name, listed] of await readAll('answers'))
    if (without(id, user_id, listed) !== listed)
      // It may have been replaced or deleted meanwhile.
      await updateStored('answers', name, stored => without(id, user_id, stored))
}

/** A stored reply without the order of this id; the same value if the order is not in it. */
function without(id: string, user_id: string, value: unknown) {
  const stored = Stored.safeParse(value).data
  const items = List.safeParse(stored?.answer).data
  if (stored?.user_id !== user_id || !items?.some(item => item.id === id)) return value
  const left = items.filter(item => item.id !== id)
  return { ...stored, answer: Array.isArray(stored.answer) ? left : { ...fieldsOf(stored.answer), items: left } }
}

/**
 * The newest stored copy of what a query reads: its own reply or, of one order, that in a stored list of the user's
 * orders.
 */
export function newestReply(
  queryKey: QueryKey,
  user_id: string,
  own: unknown,
  lists: ReadonlyMap<string, unknown> | false,
): StoredReply | undefined {
  const id = orderIn(queryKey)
  const copies = [...(lists || new Map()).values()].flatMap(value => {
    const stored = Stored.safeParse(value).data
    const order = id === undefined ? undefined : List.safeParse(stored?.answer).data?.find(item => item.id === id)
    return stored?.user_id === user_id && order ? [{ ...stored, answer: order }] : []
  })
  return [own, ...copies]
    .flatMap(value => readReply(queryKey, value) ?? [])
    .sort((a, b) => pastTime(b.at) - pastTime(a.at))[0]
}
