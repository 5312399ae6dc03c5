import type { CartLine } from '../pwa/order-draft.ts'
import { storedText, storeText } from '../pwa/stored-text.ts'
import { randomId } from '../random-id.ts'
import { parseJson } from '../stored-values.ts'
import { type CartOwner, SYNCED_CARTS } from './cart.ts'
import { recordOrdered, type SyncedCart, syncedCartsIn, UNSYNCED } from './synced-cart.ts'

/** The known state of the user's cart on the server. */
export const syncedCart = (owner: CartOwner): SyncedCart => syncedCarts()[owner ?? ''] ?? UNSYNCED

/** The ids of the customers whose carts this browser has sent or received. */
export const syncedOwners = (): string[] => Object.keys(syncedCarts()).filter(owner => owner !== '')

/** Stores the known state of a cart on the server. */
export function setSyncedCart(owner: CartOwner, cart: SyncedCart) {
  storeText(SYNCED_CARTS, JSON.stringify({ ...syncedCarts(), [owner ?? '']: cart }))
}

/** Records that an order takes these lines, so that only these pieces leave the cart on other devices. */
export function noteTaken(owner: CartOwner, lines: readonly CartLine[]) {
  const before = syncedCart(owner)
  const after = recordOrdered(before, lines, randomId)
  if (after !== before) setSyncedCart(owner, after)
}

let parsed = { text: '', carts: syncedCartsIn({}) }

/** The known states of all carts, parsed once, as each key typed into a note looks for changes in all of them. */
function syncedCarts() {
  const text = storedText(SYNCED_CARTS)
  if (text !== parsed.text) parsed = { text, carts: syncedCartsIn(parseJson(text)) }
  return parsed.carts
}
