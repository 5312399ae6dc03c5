import { useSyncExternalStore } from 'react'
import type { Product } from '#contract/catalogue.ts'
import { MAX_ORDER_LINES, orderTotals } from '#contract/orders.ts'
import { saleOf } from '#contract/stock.ts'
import { inserted } from '../inserted.ts'
import { whenSessionChanges } from '../session.ts'
import { type CartLine, lineOf, linesFrom, without, withQuantity, withReturned } from './cart-line.ts'
import { chosenCustomer } from './chosen-customer.ts'
import { keepText, keptText, whenKeptChanges } from './kept-text.ts'

/**
 * Whose cart: a customer has one (`null`), a marketer one for each of its customers and one (`null`) while none is
 * chosen. Left out, it is the cart that is open.
 */
export type CartOf = string | null

let shown: { text: string; lines: readonly CartLine[] } = { text: '', lines: [] }

/** The signed-in person's open cart; every open tab shows the same. */
export function useCart(): readonly CartLine[] {
  return useSyncExternalStore(whenKeptChanges, openCartLines)
}

/** Whose cart is open. */
export const openCart = (): CartOf => chosenCustomer()?.id ?? null

/** A cart as it is now. */
export const cartLines = (of: CartOf = openCart()): readonly CartLine[] => linesFrom(keptText(cartName(of)) || null)

/** The same lines as long as nothing changed, as screens want them. */
function openCartLines() {
  const text = keptText(cartName(openCart()))
  if (text !== shown.text) shown = { text, lines: linesFrom(text || null) }
  return shown.lines
}

/** Subtotal, VAT and grand total of the cart, by the same rule as the server's. */
export const cartTotals = (lines: readonly CartLine[]) => orderTotals(lines)

/** How many pieces are in the cart. */
export const cartCount = (lines: readonly CartLine[]) => lines.reduce((count, line) => count + line.quantity, 0)

export type Added =
  | { added: true; undo: () => void }
  | { added: false; code: 'out_of_stock' }
  | { added: false; code: 'insufficient_stock'; most: number }
  | { added: false; code: 'cart_full' }

/** What was added to the open cart last, while nothing else has happened to it. */
export type JustAdded = { product_id: string; undo: () => void }

let justAdded: (JustAdded & { of: CartOf; text: string }) | undefined
// The next user's cart is another one, also where it has the same lines.
whenSessionChanges(() => {
  justAdded = undefined
})

/** The last addition, if it was of this product: it can be undone where it was made. */
export function useJustAdded(product_id: string): JustAdded | undefined {
  const last = useSyncExternalStore(whenKeptChanges, standing)
  return last?.product_id === product_id ? last : undefined
}

/** The last addition to the open cart, unless something happened to it since, in another tab either. */
const standing = () =>
  justAdded?.of === openCart() && justAdded.text === keptText(cartName(justAdded.of)) ? justAdded : undefined

/** Puts so many more of a product into the cart, if so many can be sold. */
export function addToCart(product: Product, quantity: number): Added {
  const of = openCart()
  const lines = cartLines(of)
  const already = lines.find(line => line.product_id === product.id)?.quantity ?? 0
  const sale = saleOf(
    { available: product.stock_quantity, expected_stock_date: product.expected_stock_date },
    already + quantity,
  )
  if (!sale.sold)
    return sale.code === 'out_of_stock'
      ? { added: false, code: sale.code }
      : { added: false, code: sale.code, most: sale.most }
  if (!already && lines.length >= MAX_ORDER_LINES) return { added: false, code: 'cart_full' }
  const line = lineOf(product, already + quantity)
  const undo = () => setCart(without(cartLines(since(of)), [{ product_id: product.id, quantity }]), since(of))
  setCart(already ? lines.map(old => (old.product_id === product.id ? line : old)) : [...lines, line], of, {
    product_id: product.id,
    undo,
  })
  return { added: true, undo }
}

/** Sets a line's quantity; 0 or below removes the line. */
export function setCartQuantity(product_id: string, quantity: number, of: CartOf = openCart()) {
  const lines = cartLines(of)
  if (quantity <= 0)
    return setCart(
      lines.filter(line => line.product_id !== product_id),
      of,
    )
  setCart(
    lines.map(line => (line.product_id === product_id ? withQuantity(line, quantity) : line)),
    of,
  )
}

/** Takes a line out, and answers how to put it back where it was. */
export function removeFromCart(product_id: string): () => void {
  const of = openCart()
  const place = cartLines(of).findIndex(line => line.product_id === product_id)
  const removed = cartLines(of)[place]
  setCartQuantity(product_id, 0, of)
  return () => {
    const to = since(of)
    const lines = cartLines(to)
    if (removed && !lines.some(line => line.product_id === product_id)) setCart(inserted(lines, place, removed), to)
  }
}

/** Takes everything out, and answers how to put it back beside what is there by then. */
export function clearCart(): () => void {
  const of = openCart()
  const lines = cartLines(of)
  setCart([], of)
  return () => setCart(withReturned(cartLines(since(of)), lines), since(of))
}

/** Sets a whole cart: to today's prices, or to what it was before something was taken out. */
export function setCart(lines: readonly CartLine[], of: CartOf = openCart(), added?: JustAdded) {
  const text = JSON.stringify(lines)
  justAdded = added && { ...added, of, text }
  keepText(cartName(of), text)
}

/** The note of a cart's order, among the kept texts. */
export const noteName = (of: CartOf) => (of ? `cart-note:${of}` : 'cart-note')

/** Whose a cart is by now: what was put together for nobody yet went to whom was chosen since. */
const since = (of: CartOf) => of ?? openCart()

const cartName = (of: CartOf) => (of ? `cart:${of}` : 'cart')
