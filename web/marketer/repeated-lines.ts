import type { Product } from '#contract/catalogue.ts'
import { MAX_ORDER_LINES, type OrderItem } from '#contract/orders.ts'
import { saleOf } from '#contract/sale.ts'
import { lineOf, withoutLines, withRestored } from '../cart/cart-line.ts'
import type { CartLine } from '../pwa/order-draft.ts'
import { wholeText } from '../ui/number-text.ts'

/** The cart with an order's lines, and what differs from the order. */
export type Repeated = {
  cart: CartLine[]
  /** How many lines of the order are in the cart. */
  taken: number
  /** One sentence per line that is missing or short, and one for changed prices. */
  remarks: string[]
}

/** Puts the lines of an order into a cart at today's prices, as far as they can be sold. */
export function repeatedInto(
  cart: readonly CartLine[],
  items: readonly OrderItem[],
  products: ReadonlyMap<string, Product>,
): Repeated {
  const lines = new Map(cart.map(line => [line.product_id, line]))
  const remarks: string[] = []
  let [taken, repriced] = [0, 0]
  for (const { product_id, product_name, quantity: wanted, price } of items) {
    const product = products.get(product_id)
    if (!product) {
      remarks.push(`${product_name} artık satışta değil.`)
      continue
    }
    const already = lines.get(product_id)?.quantity ?? 0
    const most = sellable(product, already + wanted)
    const quantity = Math.max(most - already, 0)
    if (quantity < wanted) remarks.push(shortOf(product, { wanted, quantity, already, most }))
    if (quantity === 0) continue
    if (!already && lines.size >= MAX_ORDER_LINES) {
      remarks.push(`${product_name} sığmadı: sepette en fazla ${MAX_ORDER_LINES} farklı ürün olabilir.`)
      continue
    }
    lines.set(product_id, lineOf(product, already + quantity))
    taken += 1
    if (product.price !== price) repriced += 1
  }
  if (repriced > 0) remarks.push(`${wholeText(repriced)} ürünün fiyatı o günden beri değişti.`)
  return { cart: [...lines.values()], taken, remarks }
}

/** Undoes `before` → `made` in a cart; later changes of the cart are kept. */
export function withoutRepeated(
  present: readonly CartLine[],
  before: readonly CartLine[],
  made: readonly CartLine[],
): CartLine[] {
  return withRestored(withoutLines(present, surplus(made, before)), surplus(before, made))
}

/** What `more` has beyond `less`. */
function surplus(more: readonly CartLine[], less: readonly CartLine[]): CartLine[] {
  const quantities = new Map(less.map(line => [line.product_id, line.quantity]))
  return more
    .map(line => ({ ...line, quantity: line.quantity - (quantities.get(line.product_id) ?? 0) }))
    .filter(line => line.quantity > 0)
}

const MAX_QUANTITY = 1_000_000

/** How much of a wanted quantity can be sold today. */
function sellable({ stock_quantity: available, expected_stock_date }: Product, wanted: number): number {
  const quantity = Math.min(wanted, MAX_QUANTITY)
  const sale = saleOf({ available, expected_stock_date }, quantity)
  if (sale.sold) return quantity
  return sale.code === 'insufficient_stock' ? sale.most : 0
}

/** Of the `wanted` quantity, `quantity` was added to what is in the cart `already`, which can have at most `most`. */
type Short = { wanted: number; quantity: number; already: number; most: number }

function shortOf({ name, unit }: Product, { wanted, quantity, already, most }: Short): string {
  const of = (amount: number) => `${wholeText(amount)} ${unit}`
  if (most === 0) return `${name} eklenmedi: stokta yok.`
  if (quantity === 0) return `${name} eklenmedi: alınabilecek ${of(most)} zaten sepette.`
  const added = `${name}: ${of(wanted)} yerine ${of(quantity)} eklendi`
  return already ? `${added}; sepettekilerle birlikte en fazla ${of(most)} alınabilir.` : `${added}.`
}
