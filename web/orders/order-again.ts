import type { Product } from '#contract/catalogue.ts'
import { formatMoney, type Kurus } from '#contract/money.ts'
import { MAX_ORDER_LINES, type OrderItem } from '#contract/orders.ts'
import { MAX_QUANTITY } from '#contract/quantity.ts'
import { saleOf } from '#contract/sale.ts'
import { joined, lineOf, quantityIn, withoutLines, withQuantity, withRestored } from '../cart/cart-line.ts'
import { promisedDayText } from '../cart/promised-day.ts'
import { type CartLine } from '../pwa/order-draft.ts'
import { today } from '../ui/clock.ts'
import { wholeText } from '../ui/number-text.ts'

/** What differs from the old order if one of its products is ordered today. */
export type Difference =
  /** It is no longer on sale. */
  | { kind: 'gone' }
  /** It is out of stock without an expected date. */
  | { kind: 'out' }
  /** The cart has the maximum number of lines. */
  | { kind: 'full' }
  /**
   * Only `taken` of the `wanted` quantity could be added; `most` is the maximum quantity in the cart. `wanted` is in
   * `wanted_unit`, the other two in the product's.
   */
  | { kind: 'short'; wanted: number; wanted_unit: string; taken: number; most: number; unit: string }
  /** It is promised for a different day than in the old order, or for one that is over. */
  | { kind: 'promised'; day: string }
  | { kind: 'price'; before: Kurus; after: Kurus }
  /** In whole percent. */
  | { kind: 'vat'; before: number; after: number }
  | { kind: 'unit'; before: string; after: string }
  /** Its quantity is in another unit than the product has now. */
  | { kind: 'other_unit'; before: string; after: string }

/** A line of the old order that differs today. `isTaken`: whether at least a part was added to the cart. */
type DifferentLine = { product_id: string; name: string; isTaken: boolean; differences: Difference[] }

export type OrderedAgain = {
  /** The cart with the available lines of the order added. */
  cart: CartLine[]
  /** How many lines of the order were added. */
  taken: number
  different: DifferentLine[]
}

/**
 * The fields of an order line that are compared with the product's current state. `wanted_unit` is the unit in which the
 * user has seen or entered the quantity, by default the line's.
 */
export type Ordered = Omit<OrderItem, 'brand' | 'total_price'> & { wanted_unit?: string }

/** A line of an old order as it can be ordered today. */
export type RepeatableLine = {
  item: OrderItem
  /** Undefined if it is no longer on sale. */
  product: Product | undefined
  name: string
  /** The ordered quantity, as far as it can be ordered today; 0 if none of it can. */
  quantity: number
  /** The maximum quantity that can be ordered today. */
  most: number
  differences: Difference[]
}

/**
 * The lines of an old order as far as they can be ordered today, with the differences of each. The user decides about
 * quantities that are in a former unit of their product.
 */
export function repeatableLines(items: readonly OrderItem[], products: ReadonlyMap<string, Product>): RepeatableLine[] {
  return items.map(item => {
    const product = products.get(item.product_id)
    const { line, differences } = lineOrderedAgain(item, product, new Map())
    const quantity = line?.quantity ?? 0
    const stock = product?.stock_quantity ?? 0
    const most = Math.min(stock > 0 ? stock : quantity && MAX_QUANTITY, MAX_QUANTITY)
    return { item, product, name: product?.name ?? item.product_name, quantity, most, differences }
  })
}

/**
 * Adds an old order's lines to a cart at current prices, as far as the stock allows, and lists the differences. 24 ADET
 * are not added as 24 PAKET.
 */
export function addOldLines(
  items: readonly Ordered[],
  products: ReadonlyMap<string, Product>,
  cart: readonly CartLine[],
): OrderedAgain {
  const lines = new Map(cart.map(line => [line.product_id, line]))
  const different: DifferentLine[] = []
  let taken = 0
  for (const item of items) {
    const product = products.get(item.product_id)
    const former = product && formerUnitOf(item, product)
    const { line, differences }: LineOrderedAgain = former
      ? { differences: [former] }
      : lineOrderedAgain(item, product, lines)
    if (line) {
      lines.set(line.product_id, line)
      taken += 1
    }
    const name = product?.name ?? item.product_name
    if (differences.length) different.push({ product_id: item.product_id, name, isTaken: Boolean(line), differences })
  }
  return { cart: [...lines.values()], taken, different }
}

/** Takes goods that were ordered again (`before` → `made`) out of a cart; later changes of the cart are kept. */
export function undoOrderingAgain(
  cart: readonly CartLine[],
  before: readonly CartLine[],
  made: readonly CartLine[],
): CartLine[] {
  const former = new Map(before.map(line => [line.product_id, line]))
  const added = made
    .map(line => ({ ...line, quantity: line.quantity - (former.get(line.product_id)?.quantity ?? 0) }))
    .filter(line => line.quantity > 0)
  const isAdded = new Set(added.map(line => line.product_id))
  return withoutLines(cart, added).map(line => {
    const was = isAdded.has(line.product_id) && former.get(line.product_id)
    // At its earlier price, so that a price change is reported as before.
    return was ? withQuantity(was, line.quantity) : line
  })
}

/** The cart after undoing the replacement of `before` by `made`; lines added since are kept. */
export const undoReplacement = (cart: readonly CartLine[], before: readonly CartLine[], made: readonly CartLine[]) =>
  withRestored(withoutLines(cart, made), before)

type LineOrderedAgain = { line?: CartLine; differences: Difference[] }

/** The unit of a line's quantity and that of its product, if they differ. */
function formerUnitOf({ unit, wanted_unit = unit }: Ordered, product: Product): Difference | undefined {
  return wanted_unit === product.unit ? undefined : { kind: 'other_unit', before: wanted_unit, after: product.unit }
}

function lineOrderedAgain(
  item: Ordered,
  product: Product | undefined,
  lines: ReadonlyMap<string, CartLine>,
): LineOrderedAgain {
  if (!product) return { differences: [{ kind: 'gone' }] }
  const present = lines.get(product.id)
  if (!present && lines.size >= MAX_ORDER_LINES) return { differences: [{ kind: 'full' }] }
  const { stock_quantity: available, expected_stock_date, unit } = product
  const already = quantityIn(present, unit)
  const wanted = item.quantity
  const quantity = Math.min(already + wanted, MAX_QUANTITY)
  const sale = saleOf({ available, expected_stock_date }, quantity)
  if (!sale.sold && sale.code === 'out_of_stock') return { differences: [{ kind: 'out' }] }
  const most = sale.sold ? quantity : sale.most
  const taken = Math.max(0, most - already)
  const less: Difference[] =
    taken < wanted ? [{ kind: 'short', wanted, wanted_unit: item.wanted_unit ?? item.unit, taken, most, unit }] : []
  if (taken === 0) return { differences: less }
  const day = sale.sold ? sale.promised_for : null
  const isNews = day !== item.expected_stock_date || (day ?? '') < today()
  const later: Difference[] = day && isNews ? [{ kind: 'promised', day }] : []
  const line = joined(lineOf(product, taken), present)
  return { line, differences: [...less, ...later, ...changedTerms(item, product)] }
}

function changedTerms(before: Ordered, after: Product): Difference[] {
  const changes: Difference[] = []
  if (before.price !== after.price) changes.push({ kind: 'price', before: before.price, after: after.price })
  if (before.vat_rate !== after.vat_rate) changes.push({ kind: 'vat', before: before.vat_rate, after: after.vat_rate })
  if (before.unit !== after.unit) changes.push({ kind: 'unit', before: before.unit, after: after.unit })
  return changes
}

/** A difference as a sentence below the product's name, before anything is added to the cart. */
export function sentenceOf(difference: Difference): string {
  switch (difference.kind) {
    case 'gone':
      return 'Artık satışta değil.'
    case 'out':
      return 'Stokta yok ve beklenen stok tarihi belli değil.'
    case 'full':
      return `Sepette en fazla ${MAX_ORDER_LINES} farklı ürün olabilir.`
    case 'short':
      return `Siparişinizde ${wholeText(difference.wanted)} ${difference.wanted_unit} vardı; stokta ${wholeText(difference.most)} ${difference.unit} var.`
    case 'promised':
      return `Şu anda stokta yok; beklenen tarih ${promisedDayText(difference.day)}. İleri tarihli sipariş olacak.`
    case 'price':
      return `Fiyatı ${formatMoney(difference.before)} iken ${formatMoney(difference.after)} oldu.`
    case 'vat':
      return `KDV oranı %${difference.before} iken %${difference.after} oldu.`
    case 'unit':
    case 'other_unit':
      return `Birimi ${difference.before} iken ${difference.after} oldu.`
  }
}
