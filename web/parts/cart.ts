import { useSyncExternalStore } from 'react'
import type { Product } from '#contract/catalogue.ts'
import { MOST_ORDER_LINES, orderTotals } from '#contract/orders.ts'
import { saleOf } from '#contract/stock.ts'
import { session } from '../session.ts'
import { type CartLine, lineOf, linesFrom, withQuantity } from './cart-line.ts'

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
  if (key !== shown.key || text !== shown.text) shown = { key, text, lines: linesFrom(text) }
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
  | { added: false; code: 'cart_full' }

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
  if (!already && lines.length >= MOST_ORDER_LINES) return { added: false, code: 'cart_full' }
  const line = lineOf(product, already + quantity)
  setCart(already ? lines.map(old => (old.product_id === product.id ? line : old)) : [...lines, line])
  return { added: true, promised_for: sale.promised_for }
}

/** Sets a line's quantity; 0 or below removes the line. */
export function setCartQuantity(product_id: string, quantity: number) {
  const lines = cartLines()
  if (quantity <= 0) return setCart(lines.filter(line => line.product_id !== product_id))
  setCart(lines.map(line => (line.product_id === product_id ? withQuantity(line, quantity) : line)))
}

/** Takes a line out, and answers how to put it back where it was. */
export function removeFromCart(product_id: string): () => void {
  const place = cartLines().findIndex(line => line.product_id === product_id)
  const removed = cartLines()[place]
  setCartQuantity(product_id, 0)
  return () => {
    const lines = cartLines()
    if (removed && !lines.some(line => line.product_id === product_id)) setCart(lines.toSpliced(place, 0, removed))
  }
}

/** Sets the whole cart: to today's prices, or to what it was before something was taken out. */
export function setCart(lines: readonly CartLine[]) {
  const key = cartKey()
  if (!key) return
  localStorage.setItem(key, JSON.stringify(lines))
  for (const listener of listeners) listener()
}

function cartKey() {
  const current = session()
  return current?.role === 'customer' ? `cart:${current.user.id}` : undefined
}

function listen(listener: () => void) {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
