import type { Selectable } from 'kysely'
import { formatMoney, type Kurus, kurus, liraOf, MAX_TOTAL } from '#contract/money.ts'
import { lineTotal, orderTotals } from '#contract/order-totals.ts'
import type { NewOrder } from '#contract/orders.ts'
import { MAX_QUANTITY, quantityTooLarge } from '#contract/quantity.ts'
import type { FieldError } from '#contract/refusals.ts'
import { saleOf } from '#contract/sale.ts'
import type { NewCustomersOrder } from '#contract/staff-orders.ts'
import type { Tables } from '../db/tables.ts'
import { statementOf, type Tx } from '../db/transaction.ts'
import { Refusal, refuse, refuseField, sentence } from '../http/refusal.ts'
import { newUnitOf } from '../stock/changed-units.ts'
import { availableOf, type Figures } from '../stock/ledger.ts'

/** An order line with its price, as it is stored. */
export type PricedLine = Omit<Selectable<Tables['order_items']>, 'order_id' | 'position' | 'taken'>

export type RequestedLine = { product_id: string; quantity: number; field: string }
export type ProductOnSale = Pick<Selectable<Tables['products']>, (typeof SOLD)[number]>

/** The products on sale with these ids. Call it after locking their stock, so that the prices are current. */
export async function productsOnSale(tx: Tx, ids: string[]): Promise<Map<string, ProductOnSale>> {
  const { rows } = await tx.executeQuery(saleQuery(ids).compile())
  return productsById(rows)
}

const SOLD = ['id', 'name', 'brand', 'unit', 'price', 'vat_rate', 'expected_stock_date'] as const

/** The statement of `productsOnSale`; `productsById` takes its rows. */
export const saleQuery = (ids: string[]) =>
  statementOf<ProductOnSale>(`select ${SOLD.join(', ')} from products where id = any($1::uuid[]) and is_active`, [ids])

export const productsById = (rows: ProductOnSale[]) => new Map(rows.map(row => [row.id, row]))

/**
 * Merges lines of the same product; `field` is the path of the first one in the request (`items.0`). Refuses a sum
 * above `MAX_QUANTITY` with `invalid_input`.
 */
export function mergeLines(items: NewOrder['items']): RequestedLine[] {
  const lines = new Map<string, RequestedLine>()
  items.forEach(({ product_id, quantity }, i) => {
    const line = lines.get(product_id) ?? { product_id, quantity: 0, field: `items.${i}` }
    line.quantity += quantity
    if (line.quantity > MAX_QUANTITY) refuseField('invalid_input', line.field, quantityTooLarge(MAX_QUANTITY))
    lines.set(product_id, line)
  })
  return [...lines.values()]
}

/** The units in which goods were agreed, by product; one without a unit was agreed in the product's present unit. */
type Units = ReadonlyMap<string, { unit?: string }>

/**
 * Checks every line against the catalogue and the locked stock, and returns the promised day of each product (null:
 * from stock). If any line cannot be sold, refuses with the code of the first failure and lists all failures. `own`
 * are the lines that a revised order has already; `units` are those in which goods were agreed.
 */
export function promisedDates(
  lines: RequestedLine[],
  products: Map<string, ProductOnSale>,
  stock: Map<string, Figures>,
  { own = new Map(), units = new Map() }: { own?: ReadonlyMap<string, OwnLine>; units?: Units },
): Map<string, string | null> {
  const failures: {
    code: 'product_unavailable' | 'unit_changed' | 'out_of_stock' | 'insufficient_stock'
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
    const former = formerUnit(product, units)
    if (former !== undefined) {
      fail('unit_changed', `Bu ürünün birimi artık ${product.unit}; ${former} olarak satılamaz`)
      continue
    }
    const available = availableTo(own.get(product_id), figures)
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

/** The unit in which a product was agreed, if the product has another one now. */
function formerUnit({ id, unit }: ProductOnSale, units: Units): string | undefined {
  const agreed = units.get(id)?.unit
  return agreed !== undefined && newUnitOf(agreed, unit) ? agreed : undefined
}

type OwnLine = Pick<PricedLine, 'quantity' | 'expected_stock_date'>

/**
 * The quantity available to an order line, including what it has reserved. A promised line counts its own quantity only
 * once everything ordered of the product is in stock; until then more can be promised, as to a new order.
 */
function availableTo(own: OwnLine | undefined, figures: Figures): number {
  const available = availableOf(figures)
  if (!own || (own.expected_stock_date !== null && available < 0)) return available
  return available + own.quantity
}

/** The agreed prices (kuruş) of an order by product. Refuses two prices of one product with `invalid_input`. */
export function agreedPrices(items: NewCustomersOrder['items']): Map<string, { price: Kurus }> {
  const agreed = pricesByProduct(items.map(({ product_id, agreed_price: price }) => ({ product_id, price })))
  return new Map([...agreed].map(([id, price]) => [id, { price }]))
}

/** The prices (kuruş) of lines that have one. Refuses two prices of one product with `invalid_input`. */
export function pricesByProduct(lines: { product_id: string; price?: Kurus | undefined }[]): Map<string, Kurus> {
  const prices = new Map(lines.flatMap(({ product_id, price }) => (price === undefined ? [] : [[product_id, price]])))
  for (const { product_id, price } of lines)
    if (prices.has(product_id) && prices.get(product_id) !== price)
      refuse('invalid_input', 'Aynı ürün iki farklı fiyatla yazılamaz')
  return prices
}

/**
 * Refuses with `quote_stock_changed` unless each offered product is ordered in the offered quantity or, if the stock
 * does not cover that, in the remaining quantity or not at all. As a price may depend on the quantity, customers cannot
 * reduce it freely. A product with another unit than the offered one (`units`) can be left out.
 */
export function refuseNeedlessReductions(
  lines: RequestedLine[],
  { offered, units }: { offered: ReadonlyMap<string, number>; units: Units },
  products: Map<string, ProductOnSale>,
  stock: Map<string, Figures>,
) {
  const taken = new Map(lines.map(line => [line.product_id, line.quantity]))
  for (const [id, offer] of offered) {
    const quantity = taken.get(id) ?? 0
    if (quantity === offer) continue
    const [product, figures] = [products.get(id), stock.get(id)]
    if (!product || !figures || formerUnit(product, units) !== undefined) continue
    const { expected_stock_date } = product
    const sale = saleOf({ available: availableOf(figures), expected_stock_date }, offer)
    if (sale.sold || (quantity > 0 && quantity !== sale.most)) refuse('quote_stock_changed')
  }
}

/** Adds the line total. */
export function priceLine(line: Omit<PricedLine, 'total_price'>): PricedLine {
  return { ...line, total_price: lineTotal(line) }
}

/** The totals of an order in kuruş; refuses with `order_total_too_high` above the limit. */
export function totalsOf(lines: PricedLine[]) {
  const { subtotal, vat: total_vat, grand: grand_total } = orderTotals(lines)
  if (grand_total > MAX_TOTAL || lines.some(line => line.total_price > MAX_TOTAL)) refuse('order_total_too_high')
  return { subtotal, total_vat, grand_total }
}

/**
 * Adds a delivery fee (kuruş, VAT included), which is part of the grand total only; refuses with `order_total_too_high`
 * above the limit.
 */
export function addDeliveryFee({ grand_total: goods, ...totals }: ReturnType<typeof totalsOf>, delivery_fee: Kurus) {
  const grand_total = kurus(goods + delivery_fee)
  if (grand_total > MAX_TOTAL) refuse('order_total_too_high')
  return { ...totals, delivery_fee, grand_total }
}

type Totals = { grand_total: Kurus; delivery_fee: Kurus }

/**
 * Refuses with `price_changed` if the total or the unit of a line is not the one that the user saw, and lists the
 * changed lines, or else names the delivery fee. A client that sends no total wants no comparison. `isPlaced`: the order
 * was placed before.
 */
export function refuseChangedTerms(order: NewOrder, lines: PricedLine[], totals: Totals, isPlaced = false) {
  if (order.expected_total === undefined) return
  const compared = comparedLines(order.items, lines)
  if (order.expected_total === totals.grand_total && !compared.some(isInOtherUnit)) return
  // If the user saw the present prices of all lines, only the fee is left to differ.
  const isFee = compared.every(({ seen, line }) => isPriced(seen) && !changeOf(seen, line))
  if (isFee && !isPlaced) throw new Refusal('price_changed', changedFee(totals.delivery_fee))
  refuseAsChanged(compared, isPlaced)
}

const isPriced = ({ price, vat_rate }: SeenLines[number]) => price !== undefined && vat_rate !== undefined

const changedFee = (fee: Kurus) =>
  `${fee > 0 ? `Teslimat ücreti ${formatMoney(fee)}` : 'Artık teslimat ücreti yok'}; lütfen kontrol edip yeniden onaylayın`

/** Refuses changes of an order with `price_changed` if the user saw another unit of these lines, and lists them. */
export function refuseChangedUnits(items: SeenLines, lines: PricedLine[]) {
  const changed = comparedLines(items, lines).filter(isInOtherUnit)
  if (changed.length > 0) refuseAsChanged(changed, true)
}

type SeenLines = NewOrder['items']

/** The lines as the user saw them and as they are now, each with its place in the request. */
function comparedLines(items: SeenLines, lines: PricedLine[]) {
  const current = new Map(lines.map(line => [line.product_id, line]))
  return items.flatMap((seen, i) => {
    const line = current.get(seen.product_id)
    return line ? [{ field: `items.${i}`, seen, line }] : []
  })
}

type ComparedLine = ReturnType<typeof comparedLines>[number]

const isInOtherUnit = ({ seen, line }: ComparedLine) => differs(seen.unit, line.unit)

function refuseAsChanged(compared: ComparedLine[], isPlaced: boolean): never {
  const errors = compared.flatMap(({ field, seen, line }) => {
    const change = changeOf(seen, line)
    return change ? [{ field, message: `${line.product_name}: ${change}` }] : []
  })
  throw new Refusal('price_changed', sentence('price_changed', isPlaced), errors.length ? errors : undefined)
}

function changeOf(seen: SeenLines[number], { price, vat_rate, unit }: PricedLine): string | undefined {
  if (differs(seen.unit, unit)) return `birimi artık ${unit}`
  return differs(seen.price, liraOf(price)) || differs(seen.vat_rate, vat_rate) ? 'fiyatı değişti' : undefined
}

const differs = <Value>(seen: Value | undefined, now: Value) => seen !== undefined && seen !== now
