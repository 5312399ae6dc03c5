import type { Selectable } from 'kysely'
import { type Kurus, MAX_TOTAL } from '#contract/money.ts'
import { lineTotal, type NewOrder, orderTotals } from '#contract/orders.ts'
import type { FieldError } from '#contract/refusals.ts'
import { saleOf } from '#contract/stock.ts'
import type { Tables, Tx } from '../db/tables.ts'
import { Refusal, refuse, refuseField, sentence } from '../http/refusal.ts'
import type { Figures } from '../stock/ledger.ts'

/** A line of an order, priced: what is kept of it in the order. */
export type PricedLine = Omit<Selectable<Tables['order_items']>, 'order_id' | 'position' | 'taken'>

export type RequestedLine = { product_id: string; quantity: number; field: string }
export type ProductOnSale = Awaited<ReturnType<typeof productsOnSale>> extends Map<string, infer P> ? P : never

/** The products on sale among these ids. Read after their stock is locked, so that the prices are today's. */
export async function productsOnSale(tx: Tx, ids: string[]) {
  const rows = await tx
    .selectFrom('products')
    .select(['id', 'name', 'brand', 'unit', 'price', 'vat_rate', 'expected_stock_date'])
    .where('id', 'in', ids)
    .where('is_active', '=', true)
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}

/** Lines of one product become one; each remembers where it was first sent. */
export function mergeLines(items: NewOrder['items']): RequestedLine[] {
  const lines = new Map<string, RequestedLine>()
  items.forEach(({ product_id, quantity }, i) => {
    const line = lines.get(product_id) ?? { product_id, quantity: 0, field: `items.${i}` }
    line.quantity += quantity
    if (line.quantity > 1_000_000) refuseField('invalid_input', line.field, 'Miktar en fazla 1.000.000 olabilir')
    lines.set(product_id, line)
  })
  return [...lines.values()]
}

/**
 * Checks every wish against the catalogue and the locked stock and says for which day it is promised (null:
 * from the shelf). If one cannot be sold none is, and all that cannot are named; the answer is the first one's.
 * `own` is what the order itself already holds of a product, and counts as available to it.
 */
export function promisedDates(
  lines: RequestedLine[],
  products: Map<string, ProductOnSale>,
  stock: Map<string, Figures>,
  own: Map<string, number> = new Map(),
): Map<string, string | null> {
  const failures: {
    code: 'product_unavailable' | 'out_of_stock' | 'insufficient_stock'
    detail: string
    error: FieldError
  }[] = []
  const dates = new Map<string, string | null>()
  for (const { product_id, quantity, field } of lines) {
    const product = products.get(product_id)
    const figures = stock.get(product_id)
    const fail = (code: (typeof failures)[number]['code'], detail: string) =>
      failures.push({ code, detail, error: { field, message: product ? `${product.name}: ${detail}` : detail } })
    if (!product || !figures) {
      fail('product_unavailable', sentence('product_unavailable'))
      continue
    }
    const available = figures.on_hand - figures.reserved + (own.get(product_id) ?? 0)
    const sale = saleOf({ available, expected_stock_date: product.expected_stock_date }, quantity)
    if (sale.sold) dates.set(product_id, sale.promised_for)
    else fail(sale.code, sale.code === 'insufficient_stock' ? sentence(sale.code, sale.most) : sentence(sale.code))
  }
  const [first] = failures
  if (first)
    throw new Refusal(
      first.code,
      first.detail,
      failures.map(failure => failure.error),
    )
  return dates
}

/** A line at a price, with its total. */
export function priceLine(line: Omit<PricedLine, 'total_price'>): PricedLine {
  return { ...line, total_price: lineTotal(line) }
}

/** The totals of an order, refused where they are beyond what an order may come to. */
export function totalsOf(lines: PricedLine[]) {
  const { subtotal, vat: total_vat, grand: grand_total } = orderTotals(lines)
  if (grand_total > MAX_TOTAL || lines.some(line => line.total_price > MAX_TOTAL)) refuse('order_total_too_high')
  return { subtotal, total_vat, grand_total }
}

/** Refuses an order whose total is not the one that the person saw, and names the lines seen at another price. */
export function refuseChangedPrices(order: NewOrder, lines: PricedLine[], grand_total: Kurus) {
  if (order.expected_total === undefined || order.expected_total === grand_total) return
  const today = new Map(lines.map(line => [line.product_id, line]))
  const errors = order.items.flatMap((seen, i) => {
    const line = today.get(seen.product_id)
    const changed = line && (differs(seen.price, line.price / 100) || differs(seen.vat_rate, line.vat_rate))
    return changed ? [{ field: `items.${i}`, message: `${line.product_name}: fiyatı değişti` }] : []
  })
  throw new Refusal('price_changed', sentence('price_changed'), errors.length ? errors : undefined)
}

const differs = (seen: number | undefined, now: number) => seen !== undefined && seen !== now
