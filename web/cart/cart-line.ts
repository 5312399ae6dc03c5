import type { Product } from '#contract/catalogue.ts'
import { lineTotal } from '#contract/order-totals.ts'
import { MAX_QUANTITY } from '#contract/quantity.ts'
import { type CartLine, cartLineIn } from '../pwa/order-draft.ts'
import { parseJson } from '../stored-values.ts'

/** A cart line of a product in its current state. */
export function lineOf(product: Product, quantity: number): CartLine {
  const { id: product_id, name: product_name, brand, price, unit, vat_rate, image_url, category } = product
  const promised_for = product.stock_quantity > 0 ? null : product.expected_stock_date
  return withQuantity(
    { product_id, product_name, brand, price, unit, vat_rate, image_url, category, promised_for },
    quantity,
  )
}

/** The same line with another quantity, at most the one that the server accepts in a cart. */
export function withQuantity(line: Omit<CartLine, 'quantity' | 'total_price'>, wanted: number): CartLine {
  const quantity = Math.min(wanted, MAX_QUANTITY)
  return { ...line, quantity, total_price: lineTotal({ price: line.price, quantity }) }
}

/** The quantity of a line, if there is one and it has this unit; else 0, as it says nothing of another unit. */
export const quantityIn = (line: CartLine | undefined, unit: string): number =>
  line?.unit === unit ? line.quantity : 0

/**
 * A line with the quantity of another one of its product added, at its own price. If they have different units, it has
 * both, so that the product's unit is still to be accepted.
 */
export function joined(line: CartLine, other: CartLine | undefined): CartLine {
  if (!other) return line
  const units = new Set(`${other.unit} + ${line.unit}`.split(' + '))
  return withQuantity({ ...line, unit: [...units].join(' + ') }, line.quantity + other.quantity)
}

/**
 * The cart with the lines `returned` restored. For a product that is in both, the quantities are added up at the cart's
 * price.
 */
export function withRestored(cart: readonly CartLine[], returned: readonly CartLine[]): CartLine[] {
  const back = new Map(returned.map(line => [line.product_id, line]))
  const merged = cart.map(line => joined(line, back.get(line.product_id)))
  const inCart = new Set(cart.map(line => line.product_id))
  return [...merged, ...returned.filter(line => !inCart.has(line.product_id))]
}

/** The cart without these quantities of products; a line without a remaining quantity is removed. */
export function withoutLines(cart: readonly CartLine[], gone: readonly Pick<CartLine, 'product_id' | 'quantity'>[]) {
  const quantities = new Map(gone.map(({ product_id, quantity }) => [product_id, quantity]))
  return cart.flatMap(line => {
    const taken = quantities.get(line.product_id) ?? 0
    if (taken === 0) return [line]
    return line.quantity > taken ? [withQuantity(line, line.quantity - taken)] : []
  })
}

/** Parses stored cart lines, dropping invalid ones. */
export function parseLines(text: string | null): CartLine[] {
  const stored = parseJson(text ?? '[]')
  return Array.isArray(stored) ? stored.flatMap(line => cartLineIn(line) ?? []) : []
}
