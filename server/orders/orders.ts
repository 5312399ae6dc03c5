import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { CANCELLED_STATUS, INITIAL_STATUS, isPending } from '#contract/order-status.ts'
import { type NewOrder, type Order, orderNumber } from '#contract/orders.ts'
import { orderingCustomer, searchText } from '../customers/customers.ts'
import type { Database, NewRow } from '../db/tables.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { refuse } from '../http/refusal.ts'
import { lockStock, move } from '../stock/ledger.ts'
import { lockOrder, orderOf } from './lists.ts'
import { notifyOrderReceived } from './notify.ts'
import {
  mergeLines,
  type PricedLine,
  type ProductOnSale,
  priceLine,
  productsOnSale,
  promisedDates,
  refuseChangedPrices,
  totalsOf,
} from './pricing.ts'
import { applyStatus, readAndNotify } from './status.ts'

/** Agreed prices (kuruş) and VAT rates (percent) by product, which replace those of the catalogue. */
export type Agreed = Map<string, Pick<ProductOnSale, 'price' | 'vat_rate'>>

/** Places an order, all lines or none, at catalogue prices unless agreed otherwise, and reserves its goods. */
export async function placeOrder(
  db: Database,
  actor: Actor,
  customerId: string,
  order: NewOrder,
  now: Date,
  agreed: Agreed = new Map(),
): Promise<Order> {
  return inTransaction(db, async tx => {
    const customer = await orderingCustomer(tx, actor, customerId)

    const requested = mergeLines(order.items)
    const ids = requested.map(line => line.product_id)
    const stock = await lockStock(tx, ids)
    const products = await productsOnSale(tx, ids)
    const promised = promisedDates(requested, products, stock)
    const lines = requested.map(({ product_id, quantity }) => {
      const { name, brand, unit, price, vat_rate } = { ...products.get(product_id)!, ...agreed.get(product_id) }
      const expected_stock_date = promised.get(product_id) ?? null
      return priceLine({ product_id, product_name: name, brand, unit, quantity, price, vat_rate, expected_stock_date })
    })
    refuseChangedPrices(order, lines, totalsOf(lines).grand_total)

    const placed = await insertOrder(tx, customer, lines, {
      ...totalsOf(lines),
      notes: order.notes || null,
      created_by_marketer_id: actor.role === 'marketer' ? actor.id : null,
      now,
    })
    const moves = lines.map(line => ({ product_id: line.product_id, reserved: line.quantity }))
    await move(tx, moves, { reason: 'order', actor, now, order_id: placed.id })
    await notifyOrderReceived(tx, actor, placed, { wasQuote: agreed.size > 0, customer }, now)
    return placed
  })
}

/** Cancels a pending order and releases its reserved stock. Refuses with `order_not_pending` in any other status. */
export async function cancelOrder(db: Database, actor: Actor, id: string, now: Date): Promise<Order> {
  return inTransaction(db, async tx => {
    const order = await lockOrder(tx, actor, id)
    if (!isPending(order)) refuse('order_not_pending')
    await applyStatus(tx, order, CANCELLED_STATUS, { actor, now })
    return readAndNotify(tx, actor, id, now)
  })
}

type Ordered = ReturnType<typeof totalsOf> & { notes: string | null; created_by_marketer_id: string | null; now: Date }

/** Inserts the order with its lines and returns it, as reading it would. */
async function insertOrder(
  tx: Tx,
  customer: Awaited<ReturnType<typeof orderingCustomer>>,
  lines: PricedLine[],
  { now, ...ordered }: Ordered,
): Promise<Order> {
  const row = {
    ...ordered,
    customer_id: customer.id,
    status: INITIAL_STATUS,
    user_company: customer.company_name,
    user_username: customer.username,
    user_email: customer.email ?? '',
    user_phone: customer.phone,
    user_address: customer.address,
    search_text: searchText({ name: customer.company_name, username: customer.username }),
  }
  const id = await insertUnderFreeNumber(tx, { ...row, created_at: now, updated_at: now })
  const rows = lines.map((line, position) => ({ ...line, order_id: id, position }))
  // One value for all lines, so that the statement is the same for any number of them.
  await sql`
    insert into order_items
    select * from jsonb_populate_recordset(null::order_items, ${JSON.stringify(rows)}::jsonb)`.execute(tx)
  const at = now.toISOString()
  const unrevised = { revised_by_marketer_id: null, revised_by_marketer_name: null, revision_count: 0 }
  return orderOf({ ...row, ...unrevised, id, created_at: at, updated_at: at, items: lines })
}

/** Inserts the order under a random id whose order number (its first 8 characters) is unique, and returns the id. */
async function insertUnderFreeNumber(tx: Tx, order: Omit<NewRow<'orders'>, 'id'>): Promise<string> {
  for (let tries = 0; tries < 10; tries++) {
    const id = randomUUID()
    const search_text = `${order.search_text} ${orderNumber(id)}`
    const row = tx.insertInto('orders').values({ ...order, id, search_text })
    const { numInsertedOrUpdatedRows: inserted } = await row.onConflict(on => on.doNothing()).executeTakeFirst()
    if (inserted === 1n) return id
  }
  throw new Error('no free order number')
}
