import { useSyncExternalStore } from 'react'
import type { CartCustomer } from '../pwa/order-draft.ts'
import { onStoredTextChange, storedText, storeText } from '../pwa/stored-text.ts'
import { type CartOwner, cartLines, noteTextName, openCart, setCart } from './cart.ts'
import { knownCustomers, rememberCustomer, setChosenCustomer } from './chosen-customer.ts'
import { returnToCart } from './return-to-cart.ts'

/** A cart that is not the open one. */
type OtherCart = { customer: CartCustomer; lines: number }

/**
 * Opens a customer's cart as a marketer or admin; the lines collected before any customer was chosen move into it.
 * `null` leaves the customer's cart unchanged for later. Returns how many lines were merged into a cart that already
 * had lines.
 */
export function chooseCustomer(customer: CartCustomer | null): number {
  if (customer) rememberCustomer(customer, hasContent)
  const joined = customer && openCart() === null ? moveUnassignedCart(customer) : 0
  setChosenCustomer(customer?.id ?? null)
  return joined
}

function moveUnassignedCart({ id }: CartCustomer): number {
  const lines = cartLines(null)
  const content = { lines, notes: storedText(noteTextName(null)) }
  const joined = cartLines(id).length > 0 ? lines.length : 0
  setCart([], null)
  storeText(noteTextName(null), '')
  returnToCart(content, id)
  return joined
}

/** Returns content to the cart that it was in, the user's own or that of a `customer`, whichever is open. */
export function returnToCartOf(customer: CartCustomer | null, content: Parameters<typeof returnToCart>[0]) {
  if (customer) rememberCustomer(customer, hasContent)
  returnToCart(content, customer?.id ?? null)
}

/** Adds a customer's cart that has arrived from another device to the other carts. */
export function rememberCart(customer: CartCustomer) {
  if (knownCustomers().some(({ id }) => id === customer.id)) updateCustomerInCarts(customer)
  else rememberCustomer(customer, hasContent)
}

/** Updates the stored data of a customer that has a cart here. */
export function updateCustomerInCarts({ id, company_name, is_active }: CartCustomer) {
  const known = knownCustomers().find(one => one.id === id)
  const isAsItWas = known?.company_name === company_name && known.is_active === is_active
  if (known && !isAsItWas) rememberCustomer({ id, company_name, is_active }, hasContent)
}

let shown: { text: string; carts: readonly OtherCart[] } = { text: '[]', carts: [] }

/** The marketer's other non-empty carts, the latest first. */
export const useOtherCarts = () => useSyncExternalStore(onStoredTextChange, otherCarts)

/** The marketer's current other carts, the latest first. */
export function otherCarts(): readonly OtherCart[] {
  const carts = knownCustomers()
    .filter(({ id }) => id !== openCart())
    .map(customer => ({ customer, lines: cartLines(customer.id).length }))
    .filter(({ lines }) => lines > 0)
    .reverse()
  const text = JSON.stringify(carts)
  if (text !== shown.text) shown = { text, carts }
  return shown.carts
}

const hasContent = (owner: CartOwner) => cartLines(owner).length > 0 || storedText(noteTextName(owner)) !== ''
