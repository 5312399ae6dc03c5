import * as z from 'zod/mini'
import type { Product } from '#contract/catalogue.ts'
import type { Kurus } from '#contract/money.ts'
import { lineTotal } from '#contract/orders.ts'

const Amount = z.custom<Kurus>(value => Number.isSafeInteger(value) && Number(value) >= 0)

/** A line of a cart: the product as it was when it was put there. Amounts are kuruş. */
export const CartLine = z.object({
  product_id: z.uuid(),
  product_name: z.string(),
  brand: z.string(),
  price: Amount,
  unit: z.string(),
  vat_rate: z.int().check(z.minimum(0)),
  quantity: z.int().check(z.minimum(1)),
  total_price: Amount,
  image_url: z.nullable(z.string()),
  category: z.string(),
  /** The day that it was promised for when it was put here; null when it was on the shelf. */
  promised_for: z.nullable(z.string()),
})

export type CartLine = z.output<typeof CartLine>

/** So many of a product, as it is now. */
export function lineOf(product: Product, quantity: number): CartLine {
  const { id: product_id, name: product_name, brand, price, unit, vat_rate, image_url, category } = product
  const total_price = lineTotal({ price, quantity })
  const promised_for = product.stock_quantity > 0 ? null : product.expected_stock_date
  return {
    product_id,
    product_name,
    brand,
    price,
    unit,
    vat_rate,
    quantity,
    total_price,
    image_url,
    category,
    promised_for,
  }
}

/** The same line with another quantity. */
export const withQuantity = (line: CartLine, quantity: number): CartLine => ({
  ...line,
  quantity,
  total_price: lineTotal({ price: line.price, quantity }),
})

/** Lines that come back to a cart: what is in it already is as it is there, and more of it. */
export function withReturned(cart: readonly CartLine[], returned: readonly CartLine[]): CartLine[] {
  const back = new Map(returned.map(line => [line.product_id, line]))
  const known = cart.map(line => withQuantity(line, line.quantity + (back.get(line.product_id)?.quantity ?? 0)))
  const inCart = new Set(cart.map(line => line.product_id))
  return [...known, ...returned.filter(line => !inCart.has(line.product_id))]
}

/** What stays of a cart when so much of its products leaves: what was added since, and what nobody took. */
export function without(cart: readonly CartLine[], gone: readonly Pick<CartLine, 'product_id' | 'quantity'>[]) {
  const quantities = new Map(gone.map(({ product_id, quantity }) => [product_id, quantity]))
  return cart.flatMap(line => {
    const taken = quantities.get(line.product_id) ?? 0
    if (taken === 0) return [line]
    return line.quantity > taken ? [withQuantity(line, line.quantity - taken)] : []
  })
}

/** The lines that a browser kept; what is no line of a cart is left out. */
export function linesFrom(text: string | null): CartLine[] {
  const kept = z.array(z.unknown()).safeParse(json(text ?? '[]'))
  return (kept.data ?? []).flatMap(line => CartLine.safeParse(line).data ?? [])
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
