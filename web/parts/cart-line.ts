import * as z from 'zod/mini'
import type { Product } from '#contract/catalogue.ts'
import type { Kurus } from '#contract/money.ts'
import { lineTotal } from '#contract/orders.ts'

const Amount = z.custom<Kurus>(value => Number.isSafeInteger(value) && Number(value) >= 0)

/** A line of a cart: the product as it was when it was added. Amounts are kuruş. */
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
  /** The expected date at the time it was added; null if it was in stock. */
  promised_for: z.nullable(z.string()),
})

export type CartLine = z.output<typeof CartLine>

/** A cart line of a product in its current state. */
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

/** The cart with restored lines: the quantities of products already in it are added, at the cart's prices. */
export function withRestored(cart: readonly CartLine[], returned: readonly CartLine[]): CartLine[] {
  const back = new Map(returned.map(line => [line.product_id, line]))
  const merged = cart.map(line => withQuantity(line, line.quantity + (back.get(line.product_id)?.quantity ?? 0)))
  const inCart = new Set(cart.map(line => line.product_id))
  return [...merged, ...returned.filter(line => !inCart.has(line.product_id))]
}

/** The cart after quantities of some products leave it, never below zero. */
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
  const stored = z.array(z.unknown()).safeParse(parseJson(text ?? '[]'))
  return (stored.data ?? []).flatMap(line => CartLine.safeParse(line).data ?? [])
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
