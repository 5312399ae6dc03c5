import { useSyncExternalStore } from 'react'
import type { Product } from '#contract/catalogue.ts'
import { type Kurus, kurus } from '#contract/money.ts'
import { lineTotal, orderTotals } from '#contract/orders.ts'
import { saleOf } from '#contract/stock.ts'
import { session } from '../session.ts'

/** A line of the cart: the product as it was when it was put there. Amounts are kuruş. */
export type CartLine = {
  product_id: string
  product_name: string
  brand: string
  price: Kurus
  unit: string
  vat_rate: number
  quantity: number
  total_price: Kurus
  image_url: string | null
  category: string
}

const EMPTY: readonly CartLine[] = []
const listeners = new Set<() => void>()
let shown: { key: string | undefined; text: string | null; lines: readonly CartLine[] } = {
  key: undefined,
  text: null,
  lines: EMPTY,
}

/** The signed-in customer's cart; every open tab shows the same. */
export function useCart(): readonly CartLine[] {
  return useSyncExternalStore(listen, cartLines)
}

/** The cart as it is now. */
export function cartLines(): readonly CartLine[] {
  const key = cartKey()
  const text = key ? localStorage.getItem(key) : null
  if (key !== shown.key || text !== shown.text) shown = { key, text, lines: parsed(text) }
  return shown.lines
}

/** Subtotal, VAT and grand total of the cart, by the same rule as the server's. */
export const cartTotals = (lines: readonly CartLine[]) => orderTotals(lines)

/** How many pieces are in the cart. */
export const cartCount = (lines: readonly CartLine[]) => lines.reduce((count, line) => count + line.quantity, 0)

export type Added =
  | { added: true; promised_for: string | null }
  | { added: false; code: 'out_of_stock' }
  | { added: false; code: 'insufficient_stock'; most: number }

/** Puts so many more of a product into the cart, if so many can be sold. */
export function addToCart(product: Product, quantity: number): Added {
  const lines = cartLines()
  const already = lines.find(line => line.product_id === product.id)?.quantity ?? 0
  const sale = saleOf(
    { available: product.stock_quantity, expected_stock_date: product.expected_stock_date },
    already + quantity,
  )
  if (!sale.sold)
    return sale.code === 'out_of_stock'
      ? { added: false, code: sale.code }
      : { added: false, code: sale.code, most: sale.most }
  const line = lineOf(product, already + quantity)
  write(already ? lines.map(old => (old.product_id === product.id ? line : old)) : [...lines, line])
  return { added: true, promised_for: sale.promised_for }
}

/** Sets a line's quantity; 0 or below removes the line. */
export function setCartQuantity(product_id: string, quantity: number) {
  const lines = cartLines()
  if (quantity <= 0) return write(lines.filter(line => line.product_id !== product_id))
  write(lines.map(line => (line.product_id === product_id ? withTotal({ ...line, quantity }) : line)))
}

/** Takes present prices into the cart, and drops what is no longer sold. */
export function refreshCart(products: Map<string, Product>) {
  write(
    cartLines().flatMap(line => {
      const product = products.get(line.product_id)
      return product ? [lineOf(product, line.quantity)] : []
    }),
  )
}

/** Puts a removed line back where it was. */
export function restoreCart(lines: readonly CartLine[]) {
  write(lines)
}

export function clearCart() {
  write([])
}

function lineOf(product: Product, quantity: number): CartLine {
  const { id: product_id, name: product_name, brand, price, unit, vat_rate, image_url, category } = product
  return withTotal({ product_id, product_name, brand, price, unit, vat_rate, quantity, image_url, category })
}

const withTotal = (line: Omit<CartLine, 'total_price'>): CartLine => ({ ...line, total_price: kurus(lineTotal(line)) })

function cartKey() {
  const current = session()
  return current?.role === 'customer' ? `cart:${current.user.id}` : undefined
}

function parsed(text: string | null): readonly CartLine[] {
  try {
    const lines: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(lines) ? (lines as CartLine[]) : EMPTY
  } catch {
    return EMPTY
  }
}

function write(lines: readonly CartLine[]) {
  const key = cartKey()
  if (!key) return
  localStorage.setItem(key, JSON.stringify(lines))
  for (const listener of listeners) listener()
}

function listen(listener: () => void) {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
