import {
  type CartChange,
  changeCart,
  changeCustomersCart,
  listCustomersCarts,
  MAX_CART_CHANGES,
  readCart,
  readCustomersCart,
  type StoredCart,
} from '#contract/carts.ts'
import { isNotFound, request } from '../api.ts'
import { session } from '../current-session.ts'
import type { CartLine } from '../pwa/order-draft.ts'
import { randomId } from '../random-id.ts'
import { toast } from '../ui/toaster.tsx'
import { agreedPricesOf, applyAgreedPrices, deleteAgreedPrices } from './agreed-prices.ts'
import { type CartOwner, cartLines, setCart } from './cart.ts'
import { knownCustomers } from './chosen-customer.ts'
import { takeNoteAndDay } from './note-and-day.ts'
import { rememberCart } from './other-carts.ts'
import { applyReply, changesToSend, markSent, recordChanges, type SyncedCart } from './synced-cart.ts'
import { setSyncedCart, syncedCart, syncedOwners } from './synced-cart-store.ts'

/** The maximum number of changes in a request that may outlive the page (`keepalive` limits the body). */
const MAX_KEEPALIVE_CHANGES = 100

/** Records which lines of the user's carts have changed since they were synchronized. Returns whether any has. */
export function noteChanges(): boolean {
  let isAny = false
  for (const owner of localOwners()) {
    const before = syncedCart(owner)
    const after = recordChanges(before, cartLines(owner), { now: Date.now(), newId: randomId })
    if (after !== before) setSyncedCart(owner, after)
    isAny ||= hasChanges(after)
  }
  return isAny
}

type Options = {
  /** Whether the user is pressing or typing, so that nothing on the screen must move. */
  isBusy: () => boolean
}

/**
 * Exchanges the logged-in user's carts with the server; a marketer's or admin's cart without a customer stays in this
 * browser. Resolves to false if a reply could not be shown yet because the user is busy. Rejects as `request` does.
 */
export function syncCarts(options: Options): Promise<boolean> {
  // One exchange at a time across all tabs, as each is based on the state that the last one has stored.
  const run = () => syncAll(options)
  return 'locks' in navigator ? navigator.locks.request('cart-sync', run) : run()
}

async function syncAll(options: Options): Promise<boolean> {
  const user = session()
  const isLoggedIn = () => session()?.user.id === user?.user.id
  noteChanges()
  if (user?.role === 'customer') return syncOne(null, isLoggedIn, options)
  if (!user) return true
  const listed = await request(listCustomersCarts, {})
  if (!isLoggedIn()) return true
  const versions = new Map(listed.map(cart => [cart.customer_id, cart]))
  let isDone = true
  for (const owner of new Set([...versions.keys(), ...localOwners()])) {
    const theirs = versions.get(owner ?? '')
    const isNew = theirs && theirs.version !== syncedCart(owner).version
    const isEmptyHere = cartLines(owner).length === 0 && syncedCart(owner).version === 0
    if (!hasChanges(syncedCart(owner)) && (!isNew || (theirs.lines === 0 && isEmptyHere))) continue
    if (!isLoggedIn()) return true
    // A customer who is not found (such as one with another marketer now) keeps the cart in this browser unchanged.
    const done = await syncOne(owner, isLoggedIn, options).catch(error => isNotFound(error) || Promise.reject(error))
    if (!isLoggedIn()) return true
    if (theirs && cartLines(owner).length > 0)
      rememberCart({ id: theirs.customer_id, company_name: theirs.company_name, is_active: theirs.is_active })
    isDone &&= done
  }
  return isDone
}

async function syncOne(owner: CartOwner, isLoggedIn: () => boolean, { isBusy }: Options): Promise<boolean> {
  const lines = cartLines(owner)
  const before = syncedCart(owner)
  const changes = changesToSend(before, lines, { now: Date.now(), most: MAX_CART_CHANGES })
  const sending = markSent(before, changes)
  // Only if it has changed: every store starts another exchange, which would never end after a refused one.
  if (sending !== before) setSyncedCart(owner, sending)
  const reply = await exchange(owner, changes)
  if (!isLoggedIn()) return true
  const moment = { now: Date.now(), newId: randomId }
  const present = cartLines(owner)
  const merged = applyReply(syncedCart(owner), present, { changes, lines }, reply, moment)
  const ordered = owner ? orderedElsewhere(before, changes, reply) : []
  const repriced = agreedLinesOf(owner, merged.lines, ordered)
  const isShown = merged.lines === present && repriced.length === 0
  // As if there had been no reply: the exchange is repeated later, which has no further effect on the server.
  if (!isShown && isBusy()) return false
  if (owner) deleteAgreedPrices(owner, ordered)
  toastListPrices(owner, repriced)
  if (merged.lines !== present) setCart(merged.lines, owner)
  // Another device has ordered or cleared the cart: what was typed here for that order must not go with a later one.
  if (present.length > 0 && merged.lines.length === 0) takeNoteAndDay(owner)
  setSyncedCart(owner, merged.cart)
  return changes.length === MAX_CART_CHANGES ? syncOne(owner, isLoggedIn, { isBusy }) : true
}

/** The lines from which other devices have ordered since the last exchange, also if the product is in the cart again. */
function orderedElsewhere({ lines }: SyncedCart, changes: readonly CartChange[], reply: StoredCart) {
  const own = new Map(changes.map(({ product_id, take }) => [product_id, take?.quantity ?? 0]))
  return reply.lines.filter(({ product_id, taken }) => {
    const known = lines[product_id]
    return known && taken > known.taken + (own.get(product_id) ?? 0)
  })
}

/** The lines of products with an agreed price. */
function agreedLinesOf(owner: CartOwner, lines: readonly CartLine[], products: readonly { product_id: string }[]) {
  const ids = new Set(products.map(({ product_id }) => product_id))
  const affected = lines.filter(({ product_id }) => ids.has(product_id))
  return applyAgreedPrices(affected, agreedPricesOf(owner)).filter(({ list_price }) => list_price !== undefined)
}

const MAX_NAMED = 3
/** How long lost agreed prices are shown, in milliseconds: nothing else says it. The next press does not hide it. */
const SHOWN = 20_000

function toastListPrices(owner: CartOwner, lines: readonly CartLine[]) {
  if (lines.length === 0) return
  const names = lines.slice(0, MAX_NAMED).map(({ product_name }) => product_name)
  const more = lines.length - names.length
  const cart = knownCustomers().find(({ id }) => id === owner)?.company_name
  toast.warning(`Yeniden liste fiyatıyla: ${names.join(', ')}${more > 0 ? ` ve ${more} ürün daha` : ''}`, {
    description: `${cart ? `${cart}: ` : ''}başka bir cihazdan sipariş edildi; anlaşılan fiyat o sipariş içindi.`,
    duration: SHOWN,
    dismissible: false,
  })
}

function exchange(owner: CartOwner, changes: CartChange[]) {
  const body = { changes }
  const keepalive = changes.length <= MAX_KEEPALIVE_CHANGES
  if (owner === null) return changes.length ? request(changeCart, { body, keepalive }) : request(readCart, {})
  const params = { id: owner }
  return changes.length
    ? request(changeCustomersCart, { params, body, keepalive })
    : request(readCustomersCart, { params })
}

function localOwners(): CartOwner[] {
  const role = session()?.role
  if (!role || role === 'customer') return role ? [null] : []
  return [...new Set([...knownCustomers().map(({ id }) => id), ...syncedOwners()])]
}

const hasChanges = ({ changed, taken }: SyncedCart) => Object.keys(changed).length > 0 || Object.keys(taken).length > 0
