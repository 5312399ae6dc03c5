import { randomUUID } from 'node:crypto'
import { type Kurus, kurus, liraOf } from '#contract/money.ts'
import { CANCELLED_STATUS, INITIAL_STATUS, isPending } from '#contract/order-status.ts'
import { type NewOrder, type Order, orderNumber } from '#contract/orders.ts'
import type { Overrides } from '#contract/overridable-rules.ts'
import { type By, record } from '../audit/audit.ts'
import {
  type lockOrderingCustomer,
  orderingCustomerQuery,
  requireOrdering,
  searchText,
} from '../customers/customers.ts'
import type { Database } from '../db/tables.ts'
import { afterCommit, executeTogether, inTransaction, queueStatement, statementOf, type Tx } from '../db/transaction.ts'
import { chooseDay, feeOf, type OrderDay, type Overridden, requireAdminToOverride } from '../delivery/order-rules.ts'
import { termsOf, termsQuery } from '../delivery/terms.ts'
import type { Actor } from '../http/context.ts'
import { refuse } from '../http/refusal.ts'
import { ordersPlaced } from '../metrics/metrics.ts'
import { figuresOf, move, stockLockFor } from '../stock/ledger.ts'
import { lockOrder, orderOf } from './lists.ts'
import { notifyOrderReceived, type StandingOrigin } from './notify.ts'
import { refuseAboveOpenValue } from './open-value.ts'
import {
  addDeliveryFee,
  mergeLines,
  type PricedLine,
  type ProductOnSale,
  priceLine,
  productsById,
  promisedDates,
  type RequestedLine,
  refuseChangedTerms,
  refuseNeedlessReductions,
  saleQuery,
  totalsOf,
} from './pricing.ts'
import { applyStatus, NOT_CANCELLED, readAndNotify } from './status.ts'

/** By product, the agreed price (kuruş) and the product data that it was agreed for; they replace the catalogue's. */
export type Agreed = ReadonlyMap<string, Pick<ProductOnSale, 'price'> & Partial<AgreedFields>>
type AgreedFields = Pick<ProductOnSale, 'name' | 'brand' | 'unit' | 'vat_rate'>

/**
 * What applies to an order besides the catalogue: the agreed prices, the quantities that were offered at them in an
 * accepted quote, by product, and the limit of the customer's open orders (kuruş).
 */
type Terms = {
  agreed?: Agreed
  offered?: ReadonlyMap<string, number>
  maxOpenValue: Kurus | undefined
  /** The rules of deliveries that an admin overrides. */
  overridesDelivery?: Overrides | undefined
  /** The standing order that it is made from. */
  standing?: StandingOrigin
  /** What an admin is called in the customer's notification. */
  companyName?: string
}

/**
 * Places an order, all lines or none, at catalogue prices unless agreed otherwise, and reserves its goods. Its delivery
 * day and fee come from `server/delivery/`, with the refusals of that module. Refuses with `open_value_exceeded` if the
 * customer's open orders would be worth more than `maxOpenValue`, with `unit_changed` if a line was agreed in another
 * unit than its product's, and with `quote_stock_changed` if it takes less of what was offered than the stock allows.
 */
export async function placeOrder(
  db: Database,
  actor: Actor,
  customerId: string,
  order: NewOrder,
  now: Date,
  { agreed = new Map(), offered = new Map(), maxOpenValue, overridesDelivery: overrides, standing, companyName }: Terms,
): Promise<Order> {
  requireAdminToOverride(actor, overrides)
  return inTransaction(db, async tx => {
    const ids = [...new Set([...order.items.map(item => item.product_id), ...offered.keys()])]
    // The products are read by a statement of their own, so that their prices are read after the lock.
    const [customers, locked, onSale, [free], [deliveryTerms]] = await executeTogether(
      tx,
      orderingCustomerQuery(tx, actor, customerId),
      stockLockFor(customerId, ids),
      saleQuery(ids),
      freeId(),
      termsQuery(customerId, now),
    )
    const customer = await requireOrdering(tx, actor, customerId, customers[0])
    if (!free) throw new Error('no free order number')
    const [stock, products] = [figuresOf(locked), productsById(onSale)]
    const requested = mergeLines(order.items)
    refuseNeedlessReductions(requested, { offered, units: agreed }, products, stock)
    const promised = promisedDates(requested, products, stock, { units: agreed })
    const lines = pricedLines(requested, products, agreed, promised)
    const goods = totalsOf(lines)
    const terms = termsOf(deliveryTerms)
    const wasQuote = offered.size > 0
    const day = await chooseDay(tx, terms, { date: order.delivery_date, overrides, now })
    // An accepted quote has no fee: the wholesaler has set the price.
    const fee = wasQuote ? NO_FEE : feeOf(terms, goods.grand_total, overrides)
    const totals = addDeliveryFee(goods, fee.fee)
    refuseChangedTerms(order, lines, totals)
    // By the stored id: the sent one may have capitals, which would take another lock.
    await refuseAboveOpenValue(tx, customer.id, totals.grand_total, maxOpenValue)

    const { overridden, ...delivery } = day
    const placed = await insertOrder(tx, free.id, customer, lines, {
      ...totals,
      ...delivery,
      notes: order.notes || null,
      created_by_marketer_id: actor.role === 'marketer' ? actor.id : null,
      ...placedBy(actor),
      now,
    })
    const moves = lines.map(line => ({ product_id: line.product_id, reserved: line.quantity }))
    await move(tx, moves, { reason: 'order', actor, now, order_id: placed.id })
    if (actor.role === 'admin') await recordAdminsOrder(tx, { actor, now }, placed, [...overridden, ...fee.overridden])
    await notifyOrderReceived(tx, actor, placed, { wasQuote, customer, standing, companyName }, now)
    afterCommit(tx, () => ordersPlaced.add())
    return placed
  })
}

/** Cancels a pending order and releases its reserved stock. Refuses with `order_not_pending` in any other status. */
export async function cancelOrder(
  db: Database,
  actor: Actor,
  id: string,
  { now, companyName, reason }: { now: Date; companyName: string; reason?: string | null | undefined },
): Promise<Order> {
  return inTransaction(db, async tx => {
    const order = await lockOrder(tx, actor, id)
    if (!isPending(order)) refuse('order_not_pending')
    await applyStatus(tx, order, CANCELLED_STATUS, { actor, now, reason })
    return readAndNotify(tx, actor, id, { now, companyName })
  })
}

// An admin orders on behalf of the wholesaler; only the audit trail has the name.
const placedBy = ({ role, name }: Actor): Pick<Ordered, 'placed_by' | 'placed_by_name'> => ({
  placed_by: role === 'customer' ? null : role,
  placed_by_name: role === 'marketer' ? name : null,
})

const NO_FEE = { fee: kurus(0), overridden: [] }

async function recordAdminsOrder(tx: Tx, by: By, placed: Order, overridden: Overridden) {
  const { status, grand_total, delivery_date } = placed
  const after = {
    status,
    grand_total: liraOf(grand_total),
    ...(delivery_date !== null && { delivery_date }),
    ...(overridden.length > 0 && { overridden }),
  }
  await record(tx, by, [{ action: 'created', entity: 'order', entity_id: placed.id, after }])
}

function pricedLines(
  requested: RequestedLine[],
  products: Map<string, ProductOnSale>,
  agreed: Agreed,
  promised: Map<string, string | null>,
): PricedLine[] {
  return requested.map(({ product_id, quantity }) => {
    const { name, brand, unit, price, vat_rate } = { ...products.get(product_id)!, ...agreed.get(product_id) }
    const expected_stock_date = promised.get(product_id) ?? null
    return priceLine({ product_id, product_name: name, brand, unit, quantity, price, vat_rate, expected_stock_date })
  })
}

type Ordered = ReturnType<typeof addDeliveryFee> &
  OrderDay & {
    notes: string | null
    created_by_marketer_id: string | null
    placed_by: 'marketer' | 'admin' | null
    placed_by_name: string | null
    now: Date
  }

/** A random id whose order number (its first 8 characters) no order has. */
const freeId = () =>
  statementOf<{ id: string }>(
    `select id from unnest($1::uuid[]) as id
    where (select true from orders where left(orders.id::text, 8) = left(id.id::text, 8)) is null limit 1`,
    [Array.from({ length: 10 }, () => randomUUID())],
  )

/** Inserts the order with its lines and returns it as `readOrder` would. */
async function insertOrder(
  tx: Tx,
  id: string,
  customer: Awaited<ReturnType<typeof lockOrderingCustomer>>,
  lines: PricedLine[],
  { now, ...ordered }: Ordered,
): Promise<Order> {
  const { company_name, username, email, phone, address } = customer
  const row = {
    ...ordered,
    id,
    customer_id: customer.id,
    status: INITIAL_STATUS,
    user_company: company_name,
    user_username: username,
    user_email: email ?? '',
    user_phone: phone,
    user_address: address,
    search_text: `${searchText({ name: company_name, username })} ${orderNumber(id)}`,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    revised_by_marketer_id: null,
    revised_by_marketer_name: null,
    revision_count: 0,
    line_count: lines.length,
    ...NOT_CANCELLED,
  }
  const items = lines.map((line, position) => ({ ...line, order_id: id, position }))
  await queueStatement(tx, statementOf(INSERT, [JSON.stringify(row), JSON.stringify(items)]))
  return orderOf({ ...row, items: lines })
}

// All lines are one JSON parameter, so that the statement's text does not depend on their number.
const COLUMNS = `id, customer_id, status, created_at, updated_at, subtotal, total_vat, grand_total, notes, user_company,
  user_username, user_email, user_phone, user_address, created_by_marketer_id, placed_by, placed_by_name, revision_count,
  search_text, line_count, delivery_date, delivery_route_id, delivery_route, delivery_fee`
const INSERT = `
  with placed as (
    insert into orders (${COLUMNS}) select ${COLUMNS} from jsonb_populate_record(null::orders, $1::jsonb)
  )
  insert into order_items select * from jsonb_populate_recordset(null::order_items, $2::jsonb)`
