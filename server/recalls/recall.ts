import { sql } from 'kysely'
import { isPickedInTime } from '#contract/order-lots.ts'
import { ORDER_STATUS, type OrderStatus } from '#contract/order-status.ts'
import type { Recall, RecalledCustomer, RecalledLot, RecalledOrder, RecallQuery } from '#contract/recalls.ts'
import { istanbulDay } from '#contract/turkish.ts'
import { counterpartsOf } from '../catalogue/counterparts.ts'
import type { Database } from '../db/tables.ts'
import { refuse } from '../http/refusal.ts'
import { lotsWithProducts, SHOWN } from '../lots/lists.ts'
import { archivedNames } from '../privacy/archive.ts'
import { connectedLots } from '../stock/lot-origins.ts'

/**
 * The lots of a recall with what is left of them, their receipts, and the orders and customers that got their goods.
 */
export async function readRecall(db: Database, query: RecallQuery, now: Date): Promise<Recall> {
  const { lots, ids } = await recalledLots(db, query)
  const rows = await orderRows(db, ids, now)
  const orders = rows.map(({ row }) => row)
  return { lots, receipts: await receiptsOf(db, ids), orders, customers: customersOf(rows) }
}

/**
 * The lots of a recall: first the chosen ones, then the lots that their goods came from or went to; `ids` also has lots
 * of deleted products. Refuses with `not_found` if no lot is chosen.
 */
async function recalledLots(
  db: Database,
  { lot_id, product_id, expires_from, expires_to }: RecallQuery,
): Promise<{ lots: RecalledLot[]; ids: string[] }> {
  let lots = lotsWithProducts(db).select('lots.id')
  if (lot_id) lots = lots.where('lots.id', '=', lot_id)
  if (product_id) lots = lots.where('product_id', '=', product_id)
  if (expires_from) lots = lots.where('expires_on', '>=', expires_from)
  if (expires_to) lots = lots.where('expires_on', '<=', expires_to)
  const chosen = new Set((await lots.execute()).map(({ id }) => id))
  if (chosen.size === 0) refuse('not_found')
  // A connected lot may also have been received in the other warehouse, and those goods may have been moved in turn.
  const ids = await connectedLots(db, await withSameLots(db, await connectedLots(db, [...chosen])))
  const found = await lotsWithProducts(db)
    .select(SHOWN)
    .where('lots.id', '=', anyOf(ids))
    .orderBy('expires_on')
    .orderBy('lots.id')
    .execute()
  const all = found.map(lot => ({ ...lot, is_related: !chosen.has(lot.id) }))
  return { lots: all.toSorted((a, b) => Number(a.is_related) - Number(b.is_related)), ids }
}

/** The ids of these lots, and of lots of the same goods with their code and expiry, mostly in the other warehouse. */
async function withSameLots(db: Database, ids: readonly string[]): Promise<string[]> {
  const lots = await db.selectFrom('lots').select('product_id').distinct().where('id', '=', anyOf(ids)).execute()
  const counterparts = await counterpartsOf(
    db,
    lots.map(({ product_id }) => product_id),
  )
  const pairs = [...counterparts].flatMap(([product, others]) => others.map(other => [product, other] as const))
  const { rows } = await sql<{ id: string }>`
    select there.id
    from unnest(${pairs.map(([product]) => product)}::uuid[], ${pairs.map(([, other]) => other)}::uuid[])
      as pair (product_id, counterpart_id)
    join lots on lots.product_id = pair.product_id and lots.id = ${anyOf(ids)}
    join lots as there on there.product_id = counterpart_id
      and lower(there.code collate "C") = lower(lots.code collate "C")
      and there.expires_on is not distinct from lots.expires_on`.execute(db)
  return [...ids, ...rows.map(({ id }) => id)]
}

function receiptsOf(db: Database, ids: readonly string[]): Promise<Recall['receipts']> {
  return db
    .selectFrom('receipt_lots')
    .innerJoin('receipts', 'receipts.id', 'receipt_lots.receipt_id')
    .innerJoin('lots', 'lots.id', 'lot_id')
    .innerJoin('receipt_items as item', join =>
      join.onRef('item.receipt_id', '=', 'receipt_lots.receipt_id').onRef('item.product_id', '=', 'lots.product_id'),
    )
    .select(['product_name', 'unit', 'warehouse'])
    .select([
      'receipt_lots.receipt_id',
      'created_at',
      'created_by_admin_name',
      'receipts.supplier',
      'receipts.delivery_note',
    ])
    .select(['lot_id', 'code', 'expires_on', 'expiry_kind', 'receipt_lots.quantity'])
    .select(sql<boolean>`reversed_at is not null`.as('is_reversed'))
    .where('lot_id', '=', anyOf(ids))
    .orderBy('created_at')
    .orderBy('receipt_lots.receipt_id')
    .orderBy('lot_id')
    .execute()
}

type OrderRow = { row: RecalledOrder; phone: string; email: string | null; told_by_admin_name: string | null }

/**
 * The goods of these lots that orders got, in the name and unit in which they were sold, the oldest order first.
 * Customers are as they are now, so that they can be reached; deleted ones are named from the archive.
 */
async function orderRows(db: Database, ids: readonly string[], now: Date): Promise<OrderRow[]> {
  const rows = await db
    .selectFrom('order_lots')
    .innerJoin('lots', 'lots.id', 'order_lots.lot_id')
    .innerJoin('products', 'products.id', 'lots.product_id')
    .leftJoin('orders', 'orders.id', 'order_id')
    .leftJoin('customers', 'customers.id', 'orders.customer_id')
    .leftJoin('accounts', 'accounts.id', 'orders.customer_id')
    .leftJoin('order_items as item', join =>
      join.onRef('item.order_id', '=', 'order_lots.order_id').onRef('item.product_id', '=', 'order_lots.product_id'),
    )
    .leftJoin('recall_letters as letter', join =>
      join.onRef('letter.lot_id', '=', 'order_lots.lot_id').onRef('letter.order_id', '=', 'order_lots.order_id'),
    )
    .select(['order_lots.order_id', 'order_lots.lot_id', 'code', 'expires_on', 'expiry_kind', 'warehouse'])
    // An order that was deleted with its customer has no lines any more.
    .select(sql<string>`coalesce(item.product_name, products.name)`.as('product_name'))
    .select(sql<string>`coalesce(item.unit, products.unit)`.as('unit'))
    .select(sql<number>`coalesce(order_lots.taken, order_lots.quantity)`.as('quantity'))
    .select([
      'order_lots.taken',
      'picked_at',
      'reason',
      'status',
      'orders.customer_id',
      'accounts.name as company',
      'accounts.email',
    ])
    .select(sql<string | null>`coalesce(nullif(customers.phone, ''), user_phone)`.as('phone'))
    .select(['orders.created_at as ordered_at', 'delivery_date', 'told_at', 'told_by_admin_name'])
    .where('order_lots.lot_id', '=', anyOf(ids))
    .where(sql<boolean>`coalesce(order_lots.taken, order_lots.quantity) > 0`)
    .orderBy('order_lots.order_id')
    .orderBy('expires_on')
    .orderBy('order_lots.lot_id')
    .execute()
  const gone = rows.filter(({ status }) => status === null).map(({ order_id }) => order_id)
  const archived = await archivedNames(db, gone)
  const today = istanbulDay(now)
  const found = rows.map(
    ({ taken, picked_at, reason, status, delivery_date, company, phone, email, told_by_admin_name, ...row }) => ({
      row: {
        ...row,
        ordered_at: row.ordered_at ?? archived.get(row.order_id)?.ordered_at ?? null,
        ...whereabouts({ taken, picked_at, reason, status, delivery_date }, today),
        company_name: company ?? archived.get(row.order_id)?.company ?? 'Silinmiş müşteri',
      },
      phone: phone ?? '',
      email,
      told_by_admin_name,
    }),
  )
  return found.sort((a, b) => compare(a.row.ordered_at ?? '', b.row.ordered_at ?? ''))
}

type PickedGoods = {
  taken: number | null
  picked_at: string | null
  reason: string | null
  status: OrderStatus | null
  delivery_date: string | null
}

/** Whether goods have not left yet, or may have on a delivery day that is over, although the order is not completed. */
function whereabouts({ taken, status, delivery_date, ...pick }: PickedGoods, today: string) {
  const isReserved = taken === null && status !== null && ORDER_STATUS[status].goods === 'reserved'
  const left_on = delivery_date !== null && delivery_date < today ? delivery_date : undefined
  return isReserved && isPickedInTime(pick, { left_on }, today) ? { is_open: false, left_on } : { is_open: isReserved }
}

/** The customers of these orders, those with the largest quantity first. */
function customersOf(rows: readonly OrderRow[]): RecalledCustomer[] {
  const groups = new Map<string, OrderRow[]>()
  for (const one of rows) {
    const key = one.row.customer_id ?? one.row.company_name
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  const customers = [...groups.values()].map((group): RecalledCustomer => {
    const { row, phone, email } = group.at(-1)!
    const isNotified = group.every(one => one.row.told_at)
    const last = isNotified ? group.toSorted((a, b) => compare(b.row.told_at ?? '', a.row.told_at ?? ''))[0] : undefined
    return {
      customer_id: row.customer_id,
      company_name: row.company_name,
      phone,
      email,
      quantity: group.reduce((sum, one) => sum + one.row.quantity, 0),
      order_count: new Set(group.map(one => one.row.order_id)).size,
      told_at: last?.row.told_at ?? null,
      told_by_admin_name: last?.told_by_admin_name ?? null,
    }
  })
  return customers.sort((a, b) => b.quantity - a.quantity)
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const anyOf = (ids: readonly string[]) => sql<string>`any(${[...ids]}::uuid[])`
