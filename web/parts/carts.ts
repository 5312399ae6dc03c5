import { useSyncExternalStore } from 'react'
import { type CartOf, cartLines, noteName, openCart, setCart } from './cart.ts'
import type { CartCustomer } from './cart-customer.ts'
import { knownCustomers, markChosen, rememberCustomer } from './chosen-customer.ts'
import { keepText, keptText, whenKeptChanges } from './kept-text.ts'
import { returnToCart } from './return-to-cart.ts'

/** A cart that is not the open one. */
export type OtherCart = { customer: CartCustomer; lines: number }

/**
 * Opens a customer's cart as a marketer: what was put together before anybody was chosen goes to whom is chosen now.
 * Nobody (`null`) leaves the customer's cart as it is, to be found again.
 */
export function chooseCustomer(customer: CartCustomer | null) {
  if (customer) rememberCustomer(customer, hasContent)
  if (customer && openCart() === null) {
    const content = { lines: cartLines(null), notes: keptText(noteName(null)) }
    setCart([], null)
    keepText(noteName(null), '')
    returnToCart(content, customer.id)
  }
  markChosen(customer?.id ?? null)
}

/** Gives what was not ordered after all back to its customer's cart, whichever is open. */
export function returnToCustomer(content: Parameters<typeof returnToCart>[0], customer: CartCustomer) {
  rememberCustomer(customer, hasContent)
  returnToCart(content, customer.id)
}

let shown: { text: string; carts: readonly OtherCart[] } = { text: '[]', carts: [] }

/** The marketer's other carts that have something in them, the latest first. */
export const useOtherCarts = () => useSyncExternalStore(whenKeptChanges, otherCarts)

/** The other carts as they are now. */
export function otherCarts(): readonly OtherCart[] {
  const carts = knownCustomers()
    .filter(({ id }) => id !== openCart())
    .map(customer => ({ customer, lines: cartLines(customer.id).length }))
    .filter(({ lines }) => lines > 0)
    .toReversed()
  const text = JSON.stringify(carts)
  if (text !== shown.text) shown = { text, carts }
  return shown.carts
}

const hasContent = (of: CartOf) => cartLines(of).length > 0 || keptText(noteName(of)) !== ''
