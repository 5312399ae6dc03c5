import { randomUUID } from 'node:crypto'
import { CANCELLED_STATUS, INITIAL_STATUS, isPending } from '#contract/order-status.ts'
import { type NewOrder, type Order, orderNumber } from '#contract/orders.ts'
import { orderingCustomer, searchText } from '../customers/customers.ts'
import type { Database, NewRow } from '../db/tables.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { refuse } from '../http/refusal.ts'
import { lockStock, move } from '../stock/ledger.ts'
import { lockOrder, readOrder } from './lists.ts'
import { notifyOrderReceived } from './notify.ts'
import {
  mergeLines,
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
    const totals = totalsOf(lines)
    refuseChangedPrices(order, lines, totals.grand_total)

    const { company_name, username, email, phone, address } = customer
    const id = await insertOrder(tx, {
      customer_id: customer.id,
      status: INITIAL_STATUS,
      created_at: now,
      updated_at: now,
      ...totals,
      notes: order.notes || null,
      user_company: company_name,
      user_username: username,
      user_email: email ?? '',
      user_phone: phone,
      user_address: address,
      created_by_marketer_id: actor.role === 'marketer' ? actor.id : null,
      search_text: searchText({ name: company_name, username }),
    })
    await tx
      .insertInto('order_items')
      .values(lines.map((line, position) => ({ ...line, order_id: id, position })))
      .execute()
    const moves = lines.map(line => ({ product_id: line.product_id, reserved: line.quantity }))
    await move(tx, moves, { reason: 'order', actor, now, order_id: id })
    const placed = await readOrder(tx, actor, id)
    await notifyOrderReceived(tx, actor, placed, { wasQuote: agreed.size > 0 }, now)
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

/** Inserts the order under a random id whose order number (its first 8 characters) is unique, and returns the id. */
async function insertOrder(tx: Tx, order: Omit<NewRow<'orders'>, 'id'>): Promise<string> {
  for (let tries = 0; tries < 10; tries++) {
    const id = randomUUID()
    const search_text = `${order.search_text} ${orderNumber(id)}`
    const row = tx.insertInto('orders').values({ ...order, id, search_text })
    const { numInsertedOrUpdatedRows: inserted } = await row.onConflict(on => on.doNothing()).executeTakeFirst()
    if (inserted === 1n) return id
  }
  throw new Error('no free order number')
}
