import { useMemo } from 'react'
import type { Kurus } from '#contract/money.ts'
import { lineTotal } from '#contract/order-totals.ts'
import { onSessionChange } from '../current-session.ts'
import type { CartLine } from '../pwa/order-draft.ts'
import { onStoredTextChange, storedText, storeText, useStoredText } from '../pwa/stored-text.ts'
import { fieldsOf, isAmount, parseJson } from '../stored-values.ts'
import { type CartOwner, cartLines, openCart } from './cart.ts'
import { knownCustomers } from './chosen-customer.ts'

// Stored beside the cart and not in its lines, whose list prices are compared with the catalogue to detect changes. An
// agreed price is deleted with its line, so that it does not apply to a later order.

/** Stored values by product: a price in kuruş and its unit, or, of earlier versions, the price alone. */
type Agreed = ReadonlyMap<string, unknown>

/**
 * The prices, by product, that the logged-in marketer or admin has agreed with a customer for the order in the cart.
 */
export function useAgreedPrices(customer_id: string | undefined): Agreed {
  const [text] = useStoredText(nameOf(customer_id))
  return useMemo(() => parse(text), [text])
}

/** The agreed prices, by product, of a cart; none of a customer's own. */
export const agreedPricesOf = (owner: CartOwner): Agreed => parse(storedText(nameOf(owner ?? undefined)))

/** Sets the agreed price of a line in kuruş; `undefined` restores its list price. */
export const agreePrice = (customer_id: string, { product_id, unit }: Priced, price: Kurus | undefined) =>
  update(customer_id, agreed => {
    if (price === undefined) agreed.delete(product_id)
    else agreed.set(product_id, { price, unit })
  })

type Priced = Pick<CartLine, 'product_id' | 'unit'>

/** Deletes the agreed prices of ordered lines. */
export const deleteAgreedPrices = (customer_id: string, lines: readonly Pick<CartLine, 'product_id'>[]) =>
  update(customer_id, agreed => {
    for (const { product_id } of lines) agreed.delete(product_id)
  })

/**
 * Changes the open cart; if that `replaces` its lines, their agreed prices are deleted. The returned undo function also
 * restores the agreed prices of lines that the change removed or replaced.
 */
export function changeOpenCart(change: () => () => void, replaces?: boolean): () => void {
  const owner = openCart()
  const before = applyAgreedPrices(cartLines(owner), agreedPricesOf(owner))
  if (replaces && owner) deleteAgreedPrices(owner, before)
  const undo = change()
  const replacing = replaces ? productsIn(owner) : undefined
  return () => returnAtAgreedPrices(owner, before, undo, replacing)
}

/**
 * Returns lines to a cart (`putBack`) at their agreed prices, where they have any; products that the cart has already
 * keep theirs, unless they are there by `replacing` these lines.
 */
export function returnAtAgreedPrices(
  owner: CartOwner,
  lines: readonly CartLine[],
  putBack: () => void,
  replacing?: ReadonlySet<string>,
) {
  const present = productsIn(owner)
  putBack()
  for (const line of lines) {
    const keepsOther = present.has(line.product_id) && !replacing?.has(line.product_id)
    if (owner && line.list_price !== undefined && !keepsOther) agreePrice(owner, line, line.price)
  }
}

/** The lines of a cart, at agreed prices where they exist for the line's unit. */
export const applyAgreedPrices = (lines: readonly CartLine[], agreed: Agreed): readonly CartLine[] =>
  agreed.size === 0 ? lines : lines.map(line => atPrice(line, agreed.get(line.product_id)))

/** The line as carts store it: at its list price. */
export function atListPrice({ list_price, ...line }: CartLine): CartLine {
  if (list_price === undefined) return line
  return { ...line, price: list_price, total_price: lineTotal({ price: list_price, quantity: line.quantity }) }
}

function atPrice(line: CartLine, stored: unknown): CartLine {
  const { price = stored, unit = line.unit } = fieldsOf(stored)
  if (!isAmount(price) || unit !== line.unit) return line
  return { ...line, price, list_price: line.price, total_price: lineTotal({ price, quantity: line.quantity }) }
}

function update(customer_id: string, change: (agreed: Map<string, unknown>) => void) {
  const stored = storedText(nameOf(customer_id))
  const agreed = parse(stored)
  change(agreed)
  const text = agreed.size > 0 ? JSON.stringify(Object.fromEntries(agreed)) : ''
  if (text !== stored) storeText(nameOf(customer_id), text)
}

const parse = (text: string) => new Map(Object.entries(fieldsOf(parseJson(text))))

const productsIn = (owner: CartOwner) => new Set(cartLines(owner).map(line => line.product_id))

const nameOf = (customer_id: string | undefined) => `agreed-prices:${customer_id ?? ''}`

/** Deletes the agreed prices of products that are not in their cart any more. */
function forgetRemoved() {
  for (const { id } of knownCustomers())
    if (storedText(nameOf(id)))
      update(id, agreed => {
        const present = productsIn(id)
        for (const product_id of agreed.keys()) if (!present.has(product_id)) agreed.delete(product_id)
      })
}

// Lines are also removed by orders, in other tabs and on other devices.
onStoredTextChange(forgetRemoved)
onSessionChange(forgetRemoved)
forgetRemoved()
