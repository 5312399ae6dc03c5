import { useSyncExternalStore } from 'react'
import type { Product } from '#contract/catalogue.ts'
import type { Kurus } from '#contract/money.ts'
import { orderTotals } from '#contract/order-totals.ts'
import { MAX_ORDER_LINES } from '#contract/orders.ts'
import { saleOf } from '#contract/sale.ts'
import { onSessionChange } from '../current-session.ts'
import { type CartLine } from '../pwa/order-draft.ts'
import { onStoredTextChange, storedText, storeText } from '../pwa/stored-text.ts'
import { createStore } from '../ui/store.ts'
import { joined, lineOf, parseLines, quantityIn } from './cart-line.ts'
import { chosenCustomer } from './chosen-customer.ts'

/**
 * The owner of a cart: a customer has one cart (`null`); a marketer or admin has one for each customer, and one
 * (`null`) while no customer is chosen. Functions with an owner use the open cart's by default.
 */
export type CartOwner = string | null

let shown: { text: string; lines: readonly CartLine[] } = { text: '', lines: [] }

/** The lines of the logged-in user's open cart, in sync between tabs. */
export function useCart(): readonly CartLine[] {
  return useSyncExternalStore(onStoredTextChange, openCartLines)
}

/** The owner of the open cart. */
export const openCart = (): CartOwner => chosenCustomer()?.id ?? null

/** The current lines of a cart. */
export const cartLines = (owner: CartOwner = openCart()): readonly CartLine[] =>
  parseLines(storedText(cartName(owner)) || null)

/** Returns the same array while nothing has changed, as `useSyncExternalStore` requires. */
function openCartLines() {
  const text = storedText(cartName(openCart()))
  if (text !== shown.text) shown = { text, lines: parseLines(text || null) }
  return shown.lines
}

/** Subtotal, VAT and grand total of the cart in kuruş, by the same rule as the server's. */
export const cartTotals = (lines: readonly CartLine[]) => orderTotals(lines)

type CheckedTotal = { cart: readonly CartLine[]; stored: Kurus; current: Kurus }

const checked = createStore<CheckedTotal | undefined>(undefined)

/**
 * Stores the total of the open cart's goods (kuruş with VAT) at current prices (`stored`: at its own), for all screens
 * to show.
 */
export const setCheckedTotal = (total: CheckedTotal) => checked.set(total)

/**
 * The total of the open cart's goods in kuruş with VAT, at current prices once the cart has checked them and without
 * the order's delivery fee; `lines` are at agreed prices, where they exist.
 */
export function useCartTotal(lines: readonly CartLine[]): Kurus {
  const cart = useCart()
  const last = checked.use()
  const stored = cartTotals(lines).grand
  return last?.cart === cart && last.stored === stored ? last.current : stored
}

/** How many pieces are in the cart. */
export const cartCount = (lines: readonly CartLine[]) => lines.reduce((count, line) => count + line.quantity, 0)

export type Added =
  | { added: true }
  | { added: false; code: 'out_of_stock' }
  | { added: false; code: 'insufficient_stock'; most: number }
  | { added: false; code: 'cart_full' }

/** The last addition to the open cart, as long as the cart has not changed since. */
export type JustAdded = { product_id: string; undo: () => void }

let justAdded: (JustAdded & { owner: CartOwner; text: string }) | undefined
// Another user's cart is a different one, even if it has the same lines.
onSessionChange(() => {
  justAdded = undefined
})

/** The last addition, if it was of this product, with its undo function. */
export function useJustAdded(product_id: string): JustAdded | undefined {
  const last = useSyncExternalStore(onStoredTextChange, currentAddition)
  return last?.product_id === product_id ? last : undefined
}

/** The last addition to the open cart; undefined if the cart has changed since, in this tab or another. */
const currentAddition = () =>
  justAdded?.owner === openCart() && justAdded.text === storedText(cartName(justAdded.owner)) ? justAdded : undefined

/** Adds a quantity of a product to the open cart, if the total quantity in its unit can be sold. */
export function addToCart(product: Product, quantity: number): Added {
  const owner = openCart()
  const lines = cartLines(owner)
  const present = lines.find(line => line.product_id === product.id)
  const { stock_quantity: available, expected_stock_date } = product
  const sale = saleOf({ available, expected_stock_date }, quantity + quantityIn(present, product.unit))
  if (!sale.sold) return { added: false, ...sale }
  const line = joined(lineOf(product, quantity), present)
  if (line.quantity < quantity + (present?.quantity ?? 0))
    return { added: false, code: 'insufficient_stock', most: line.quantity }
  if (!present && lines.length >= MAX_ORDER_LINES) return { added: false, code: 'cart_full' }
  setCart(present ? lines.map(old => (old === present ? line : old)) : [...lines, line], owner, {
    product_id: product.id,
    // With the line's earlier price, so that a changed one is reported as before.
    undo: () => currentAddition() && setCart(lines, owner),
  })
  return { added: true }
}

/** Replaces a whole cart: with current prices, or with an earlier state. */
export function setCart(lines: readonly CartLine[], owner: CartOwner = openCart(), added?: JustAdded) {
  const text = JSON.stringify(lines)
  justAdded = added && { ...added, owner, text }
  storeText(cartName(owner), text)
}

/** The name of the stored text that holds a cart's order note. */
export const noteTextName = (owner: CartOwner) => (owner ? `cart-note:${owner}` : 'cart-note')

/** The current owner of a cart that had no customer when it changed: the customer chosen since. */
export const presentOwner = (owner: CartOwner) => owner ?? openCart()

/** The name of the stored text with the known state of the carts on the server. */
export const SYNCED_CARTS = 'cart-sync'

const cartName = (owner: CartOwner) => (owner ? `cart:${owner}` : 'cart')
