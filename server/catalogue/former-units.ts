import { sql } from 'kysely'
import { byUnitText } from '#contract/inventory.ts'
import { type LotQuantity, lotText } from '#contract/lot-labels.ts'
import { formatNumber } from '#contract/money.ts'
import { OPEN_STATUSES } from '#contract/order-status.ts'
import { orderNumber } from '#contract/orders.ts'
import { ANSWERED_QUOTE } from '#contract/quote-status.ts'
import { quoteNumber } from '#contract/quotes.ts'
import { istanbulDay } from '#contract/turkish.ts'
import type { Tx } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { isUnitChange, unitBeforeChange } from '../stock/changed-units.ts'

type Product = { id: string; unit: string }

/** How many of the orders, of the quotes and of the lots the warning names. */
const MAX_NAMED = 10

/**
 * What of a product is still in a former unit: its open orders, the answered quotes that wait for a decision, and its
 * lots. The portal converts none of them. Nothing unless the last change of the product was one of its unit by this
 * actor: in this transaction, or before a request that is repeated because its reply was lost.
 */
export async function formerUnitWarning(
  tx: Tx,
  { actor, now }: { actor: Actor; now: Date },
  product: Product,
): Promise<{ unit_warning?: string }> {
  if (!(await changedUnitLast(tx, actor, product))) return {}
  const texts = [await ordersText(tx, product), await quotesText(tx, product, now), await lotsText(tx, product)].filter(
    Boolean,
  )
  return texts.length > 0 ? { unit_warning: texts.join('\n\n') } : {}
}

async function changedUnitLast(tx: Tx, actor: Actor, { id }: Product): Promise<boolean> {
  // Changes lock the product, so ids are in their order, and times, at which requests began, need not be. As an
  // aggregate, as `order by id limit 1` might read the trail of everything from its end.
  const { rows } = await sql<{ is_last: boolean | null }>`
    select (array_agg(${isUnitChange(sql`${id}::uuid`)} and actor_id = ${actor.id} order by id desc))[1] as is_last
    from audit_log where entity = 'product' and entity_id = ${id}`.execute(tx)
  return rows[0]?.is_last ?? false
}

/** Which open orders have lines in another unit than the product: completing them takes their number in the new unit. */
async function ordersText(tx: Tx, { id, unit }: Product): Promise<string> {
  const lines = () =>
    tx
      .selectFrom('order_items as item')
      .innerJoin('orders', 'orders.id', 'item.order_id')
      .where('orders.status', 'in', OPEN_STATUSES)
      .where('item.product_id', '=', id)
      .where('item.unit', '<>', unit)
  const sums = await lines()
    .groupBy('item.unit')
    .orderBy(sql`item.unit collate "tr-x-icu"`)
    .select(['item.unit', sql<number>`count(*)`.as('orders'), sql<number>`sum(item.quantity)::bigint`.as('quantity')])
    .execute()
  if (sums.length === 0) return ''
  const named = await lines()
    .select('orders.id')
    .orderBy('orders.created_at')
    .orderBy('orders.id')
    .limit(MAX_NAMED)
    .execute()
  // An order has one line of a product.
  const orders = sums.reduce((sum, one) => sum + one.orders, 0)
  const pieces = sums.reduce((sum, one) => sum + one.quantity, 0)
  const more = orders - named.length
  const numbers = named.map(one => orderNumber(one.id))
  if (more > 0) numbers.push(`ve ${formatNumber(more)} sipariş daha`)
  return `Ürünün ${formatNumber(orders)} açık siparişi eski birimde: ${byUnitText(sums)}. Tamamlanınca stoktan ${formatNumber(pieces)} ${unit} düşülür; önce (hazırlanmakta olanları beklemeye alıp) revize edin: ${numbers.join(', ')}`
}

/** Which valid answers offer the product in another unit: it cannot be ordered by them. */
async function quotesText(tx: Tx, { id, unit }: Product, now: Date): Promise<string> {
  type Row = { id: string; unit: string; quantity: number }
  const { rows: quotes } = await sql<Row>`
    select custom_orders.id, item.unit, item.quantity
    from custom_orders, jsonb_to_recordset(answer -> 'items') as item (product_id uuid, unit text, quantity double precision)
    where status = ${ANSWERED_QUOTE} and answer ->> 'valid_until' >= ${istanbulDay(now)}
      and item.product_id = ${id} and item.unit <> ${unit}
    order by created_at, custom_orders.id`.execute(tx)
  if (quotes.length === 0) return ''
  const more = quotes.length - MAX_NAMED
  const named = quotes.slice(0, MAX_NAMED).map(quote => `${quoteNumber(quote.id)} (${byUnitText([quote])})`)
  if (more > 0) named.push(`ve ${formatNumber(more)} teklif daha`)
  return `Ürünün karar bekleyen ${formatNumber(quotes.length)} teklifi eski birimde; kabul edilince bu ürün sipariş edilmez, yeniden cevaplayın: ${named.join(', ')}`
}

/**
 * Which lots had goods when the product got its unit, have not moved since, and moved last while it had another unit. A
 * stock that was corrected with the unit is taken from the lots that leave first, and so says nothing about what is on
 * hand of each.
 */
async function lotsText(tx: Tx, { id, unit }: Product): Promise<string> {
  type Row = Omit<LotQuantity, 'lot_id' | 'quantity'> & { before: number; former_unit: string; now: number }
  const { rows: lots } = await sql<Row>`
    with got_unit as (select max(created_at) as at from audit_log where ${isUnitChange(sql`${id}::uuid`)})
    select code, expires_on, expiry_kind, on_hand_after as before, former_unit, on_hand as now
    from got_unit, lots, lateral (
      select on_hand_after, ${unitBeforeChange(sql`${id}::uuid`, sql`lot_ledger.created_at`)} as former_unit
      from lot_ledger where lot_id = lots.id and created_at < at order by id desc limit 1
    ) as movement
    where product_id = ${id} and on_hand_after > 0 and former_unit <> ${unit}
      and not exists (select from lot_ledger where lot_id = lots.id and created_at > at)
    order by expires_on, received_at, lots.id`.execute(tx)
  if (lots.length === 0) return ''
  const more = lots.length - MAX_NAMED
  const listed = (quantityOf: (lot: Row) => string) => [
    ...lots.slice(0, MAX_NAMED).map(lot => `${lotText(lot)}: ${quantityOf(lot)}`),
    ...(more > 0 ? [`ve ${formatNumber(more)} parti daha`] : []),
  ]
  const before = listed(lot => `${formatNumber(lot.before)} ${lot.former_unit}`)
  const now = listed(lot => formatNumber(lot.now))
  return `Ürünün partileri eski birimle girilmişti (${before.join(', ')}). Artık ${unit} olarak sayılıyor (${now.join(', ')}); ürünü partileriyle sayın.`
}
