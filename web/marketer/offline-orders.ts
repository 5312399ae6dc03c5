import { digitsOf, orderSearchWords } from '#contract/order-search.ts'
import type { OrderStatus } from '#contract/order-status.ts'
import { type Order, orderNumber } from '#contract/orders.ts'
import { listCustomersOrders, readCustomersOrder } from '#contract/staff-orders.ts'
import { fold, istanbulDay } from '#contract/turkish.ts'
import { session } from '../current-session.ts'
import { pastTime, readAll } from '../pwa/database.ts'
import { readReply } from '../pwa/stored-replies.ts'
import { FRESH_FOR, isPagedKey, queryKeyOf } from '../queries.ts'
import { fieldsOf, parseJson } from '../stored-values.ts'

/** The filters of the list of orders; days are Istanbul's. */
export type OrderFilters = {
  search?: string | undefined
  status?: OrderStatus | undefined
  from?: string | undefined
  to?: string | undefined
  customer_id?: string | undefined
}

/**
 * The marketer's orders stored in this browser, newest first, and when the list of all of them was fetched: newer lists
 * are of a few orders only, such as the dashboard's.
 */
type OfflineOrders = { at: string; orders: Order[] }

const [LIST] = queryKeyOf(listCustomersOrders)
const [ONE] = queryKeyOf(readCustomersOrder)

/** All orders in the stored replies of the logged-in marketer, each as it was fetched last. */
export async function readOfflineOrders(): Promise<OfflineOrders | undefined> {
  const user_id = session()?.user.id
  const latest = new Map<string, { at: number; order: Order }>()
  let listedAt: number | undefined
  let allListedAt = 0
  for (const [name, value] of await readAll('answers')) {
    const { user_id: owner, at: storedAt } = fieldsOf(value)
    const queryKey = parseJson(name.slice(name.indexOf(' ') + 1))
    if (owner !== user_id || typeof storedAt !== 'number' || !Array.isArray(queryKey)) continue
    if (queryKey[0] !== LIST && queryKey[0] !== ONE) continue
    const at = pastTime(storedAt)
    if (queryKey[0] === LIST) listedAt = Math.max(listedAt ?? at, at)
    if (queryKey[0] === LIST && isUnfiltered(queryKey)) allListedAt = Math.max(allListedAt, at)
    for (const order of ordersIn(readReply(queryKey, value)?.reply)) {
      const known = latest.get(order.id)
      if (!known || known.at < at) latest.set(order.id, { at, order })
    }
  }
  // Another user may have logged in while the storage was read.
  if (listedAt === undefined || user_id !== session()?.user.id) return undefined
  const orders = [...latest.values()].map(({ order }) => order)
  // The time of lists that were stored while the clock was ahead is not known.
  const at = allListedAt || listedAt || Date.now() - FRESH_FOR
  return { at: new Date(at).toISOString(), orders: orders.sort(byAge) }
}

/** Whether a query of orders reads all of them, page by page. */
const isUnfiltered = (queryKey: readonly unknown[]) =>
  isPagedKey(queryKey) && !Object.values(fieldsOf(fieldsOf(queryKey[2])['query'])).some(Boolean)

/** The orders that match, as on the server: each word is in the company name, the username or the order's number. */
export function ordersFound(orders: readonly Order[], { search = '', status, from, to, customer_id }: OrderFilters) {
  const words = orderSearchWords(search)
  return orders.filter(order => {
    const text = `${fold(`${order.user_company} ${order.customer_info.username}`)} ${orderNumber(order.id)}`
    const day = istanbulDay(new Date(order.created_at))
    return (
      words.every(word => text.includes(word.text) || digitsOf(order.id).startsWith(word.digits ?? ' ')) &&
      (!status || order.status === status) &&
      (!customer_id || order.user_id === customer_id) &&
      (!from || day >= from) &&
      (!to || day <= to)
    )
  })
}

/** The orders in a reply, which is a paged list, a whole list or a single order. */
function ordersIn(reply: unknown): Order[] {
  const { pages } = fieldsOf(reply)
  if (Array.isArray(pages)) return pages.flatMap(page => ordersIn(fieldsOf(page)['items']))
  return (Array.isArray(reply) ? reply : [reply]).filter(isOrder)
}

/** Stored replies are validated already; this only distinguishes an order from an empty reply. */
const isOrder = (value: unknown): value is Order => 'items' in fieldsOf(value)

const byAge = (a: Order, b: Order) => b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id)
