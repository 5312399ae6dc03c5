import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { z } from 'zod'
import type { AnyOrder } from '#contract/any-order.ts'
import type { RevisionRecord } from '#contract/order-revisions.ts'
import { type OrderSearchWord, orderSearchWords } from '#contract/order-search.ts'
import { OPEN_STATUSES, type OrderStatus } from '#contract/order-status.ts'
import { type Order, type OrderStats, orderNumber } from '#contract/orders.ts'
import { countOf, ORDERS, REVENUE } from '../customers/order-sums.ts'
import type { Database, Tables } from '../db/tables.ts'
import type { Tx } from '../db/transaction.ts'
import { type Actor, publicName } from '../http/context.ts'
import { createdWithKey } from '../http/idempotency.ts'
import { keyedList, type List } from '../http/lists.ts'
import { refuse } from '../http/refusal.ts'
import { containing, within } from '../http/search-condition.ts'
import { SORT_COLUMNS, type Sorting, sortedBy } from './sorting.ts'

/** The only access to order rows: admins see all, marketers those of their customers, customers their own. */
export function visibleTo(db: Database, actor: Actor) {
  const all = db.selectFrom('orders')
  switch (actor.role) {
    case 'admin':
      return all
    case 'marketer':
      return all.where('customer_id', 'in', eb =>
        eb.selectFrom('customers').select('customers.id').where('assigned_marketer_id', '=', actor.id),
      )
    case 'customer':
      return all.where('customer_id', '=', actor.id)
  }
}

/** The order, if it is visible to the actor. Refuses with `order_not_found`. */
export async function readOrder(db: Database, actor: Actor, id: string): Promise<Order> {
  return (await findOrder(db, actor, id)) ?? refuse('order_not_found')
}

/**
 * The order with this id, which the actor placed or revised for a customer. Refuses with `order_not_visible` if the
 * customer has been assigned to another marketer or deleted since.
 */
export async function readChangedOrder(db: Database, actor: Actor, id: string): Promise<Order> {
  return (await findOrder(db, actor, id)) ?? refuse('order_not_visible')
}

/** The order as admins read it: while it is open, with the units of its products that have changed since. */
export async function readAnyOrder(db: Database, actor: Actor<'admin'>, id: string): Promise<AnyOrder> {
  const order = await readOrder(db, actor, id)
  if (!OPEN_STATUSES.includes(order.status)) return order
  const new_units = await db
    .selectFrom('order_items as item')
    .innerJoin('products', 'products.id', 'item.product_id')
    .select(['item.product_id', 'products.unit'])
    .where('item.order_id', '=', id)
    .whereRef('products.unit', '<>', 'item.unit')
    .orderBy('position')
    .execute()
  return { ...order, ...(new_units.length > 0 && { new_units }) }
}

/**
 * The order that the actor placed or revised with this idempotency key. Refuses with `order_not_found` if there is
 * none, and with `order_not_visible` if the order's customer has been assigned to another marketer or deleted since.
 */
export async function readOrderByKey(db: Database, actor: Actor, key: string): Promise<Order> {
  const id = (await createdWithKey(db, actor.id, key)) ?? refuse('order_not_found')
  const order = await findOrder(db, actor, id)
  if (order) return order
  const isQuote = await db.selectFrom('custom_orders').select('id').where('id', '=', id).executeTakeFirst()
  return refuse(isQuote ? 'order_not_found' : 'order_not_visible')
}

/** The order, locked until the transaction ends. */
export async function lockOrder(tx: Tx, actor: Actor, id: string) {
  const order = await visibleTo(tx, actor)
    .select(['orders.id', 'status', 'customer_id', 'notes', 'revision_count'])
    .select(['delivery_date', 'delivery_route_id', 'delivery_route', 'delivery_fee'])
    .where('orders.id', '=', id)
    .forUpdate('orders')
    .executeTakeFirst()
  return order ?? refuse('order_not_found')
}

export type OrderFilter = {
  status?: OrderStatus | undefined
  search?: string | undefined
  from?: string | undefined
  to?: string | undefined
  customer_id?: string | undefined
  delivery_date?: string | undefined
  route_id?: string | undefined
}

/** The orders visible to the actor, in the list's order. `from` and `to` are inclusive Istanbul days. */
export function listOrders(db: Database, actor: Actor, filter: OrderFilter & Sorting = {}): List<Order> {
  return keyedList(withLines(matchingOrders(db, actor, filter)), { ...sortedBy(filter), item: orderOf })
}

/** The same list, but only the ids and versions of the orders. */
export function listVersions(db: Database, actor: Actor, filter: OrderFilter & Sorting = {}) {
  return keyedList(matchingOrders(db, actor, filter).select(SORT_COLUMNS).select(VERSION.as('version')), {
    ...sortedBy(filter),
    item: ({ id, version }: { id: string; version: string }) => ({ id, version }),
  })
}

/** Orders with these ids and their versions, in any order. The caller has checked that the actor may see them. */
export async function ordersOf(db: Database, ids: string[]): Promise<{ version: string; order: Order }[]> {
  const orders = db.selectFrom('orders').where('orders.id', '=', sql<string>`any(${ids}::uuid[])`)
  const rows = await withLines(orders).select(VERSION.as('version')).execute()
  return rows.map(({ version, ...row }) => ({ version, order: orderOf(row) }))
}

/**
 * Differs after each transaction that changed the order, since it is the transaction's id. One that changes lines also
 * changes the order's row.
 */
const VERSION = sql<string>`orders.xmin::text`

/** The orders visible to the actor that match the filter, in any order. */
export function matchingOrders(db: Database, actor: Actor, filter: OrderFilter) {
  const { status, search = '', from, to, customer_id, delivery_date, route_id } = filter
  let orders = visibleTo(db, actor)
  for (const word of orderSearchWords(search)) orders = orders.where(matching(word))
  if (status) orders = orders.where('status', '=', status)
  if (customer_id) orders = orders.where('customer_id', '=', customer_id)
  if (delivery_date) orders = orders.where('delivery_date', '=', delivery_date)
  if (route_id) orders = orders.where('delivery_route_id', '=', route_id)
  return orders.where(within('orders.created_at', { from, to }))
}

function matching({ text, digits }: OrderSearchWord) {
  const contained = containing('orders.search_text', [text])
  if (digits === undefined) return contained
  // The search text contains the order number; its index finds the few orders whose ids are then compared.
  return sql<SqlBool>`(${contained} or (${containing('orders.search_text', [orderNumber(digits)])}
    and starts_with(replace(orders.id::text, '-', ''), ${digits})))`
}

/** The revisions of an order, newest first. */
export async function listRevisions(db: Database, actor: Actor, id: string): Promise<RevisionRecord[]> {
  await readOrder(db, actor, id)
  return (await revisionsOf(db, actor, [id])).toReversed()
}

/**
 * The revisions of these orders as the actor sees them, oldest first. The caller has checked that the actor may see the
 * orders. Only admins see the names of admins.
 */
export async function revisionsOf(
  db: Database,
  { role }: Pick<Actor, 'role'>,
  ids: readonly string[],
): Promise<(RevisionRecord & { order_id: string })[]> {
  const revisions = await db
    .selectFrom('order_revisions')
    .select(['order_id', 'revision', 'created_at', 'marketer_name', 'actor_role', 'notes_before', 'notes_after'])
    .select(['lines', 'delivery_date_before', 'delivery_date_after'])
    .where('order_id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('revision')
    .execute()
  if (role === 'admin') return revisions
  return revisions.map(one => ({
    ...one,
    marketer_name: publicName({ role: one.actor_role, name: one.marketer_name }),
  }))
}

/** The figures of a customer's dashboard. */
export async function orderStats(db: Database, { id }: Actor<'customer'>): Promise<z.output<typeof OrderStats>> {
  return db
    .selectFrom('customer_order_sums')
    .where('customer_id', '=', id)
    .select([ORDERS.as('total_orders'), countOf('pending').as('pending_orders')])
    .select([countOf('completed').as('completed_orders'), REVENUE.as('total_amount')])
    .executeTakeFirstOrThrow()
}

async function findOrder(db: Database, actor: Actor, id: string): Promise<Order | undefined> {
  const order = await withLines(visibleTo(db, actor)).where('orders.id', '=', id).executeTakeFirst()
  return order && orderOf(order)
}

function withLines(orders: SelectQueryBuilder<Tables, 'orders', object>) {
  return orders
    .selectAll('orders')
    .select(eb =>
      jsonArrayFrom(
        eb
          .selectFrom('order_items')
          .select(['product_id', 'product_name', 'brand', 'quantity', 'unit', 'price', 'vat_rate', 'total_price'])
          .select('expected_stock_date')
          .whereRef('order_id', '=', 'orders.id')
          .orderBy('position'),
      ).as('items'),
    )
}

type Row = Awaited<ReturnType<ReturnType<typeof withLines>['executeTakeFirstOrThrow']>>

/** The order as the API shows it. */
export function orderOf(row: Row): Order {
  const { customer_id, user_company, user_username, user_email, user_phone, user_address } = row
  return {
    ...row,
    // Orders that marketers placed before it was stored.
    placed_by: row.placed_by ?? (row.created_by_marketer_id === null ? null : 'marketer'),
    vat_amount: row.total_vat,
    total_amount: row.grand_total,
    user_id: customer_id,
    customer_info: {
      id: customer_id,
      company_name: user_company,
      username: user_username,
      email: user_email,
      phone: user_phone,
      address: user_address,
    },
  }
}
