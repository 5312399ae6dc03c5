import type { CartChange, StoredCart, StoredCartLine } from '#contract/carts.ts'
import { kurus } from '#contract/money.ts'
import { lineTotal } from '#contract/order-totals.ts'
import type { CartLine } from '../pwa/order-draft.ts'
import { fieldsOf, isAmount, isText, isTextOrNull, isWhole } from '../stored-values.ts'

/** The fields of a line that users can change. The unit is null if an earlier version of the app set the line. */
type Terms = Pick<CartLine, 'quantity' | 'price' | 'vat_rate' | 'promised_for'> & { unit: string | null }

type KnownLine = Terms & { version: number; taken: number }

/** The known state of a cart on the server, and the changes made in this browser since. Lines are by product id. */
export type SyncedCart = {
  version: number
  lines: { readonly [product_id: string]: KnownLine }
  /** The pieces of known lines that left the cart with an order. */
  taken: { readonly [product_id: string]: { id: string; quantity: number } }
  /**
   * The changes of lines: when (ms since 1970), to which terms, and the id of the change. A change that was sent may
   * have arrived, even without a reply.
   */
  changed: { readonly [product_id: string]: { id: string; at: number; to: string; isSent: boolean } }
}

/** A cart that was never sent. */
export const UNSYNCED: SyncedCart = { version: 0, lines: {}, taken: {}, changed: {} }

type Moment = { now: number; newId: () => string }

/** Records which lines differ from the server's, and since when. Returns the same object if nothing is new. */
export function recordChanges(cart: SyncedCart, lines: readonly CartLine[], { now, newId }: Moment): SyncedCart {
  const local = byProduct(lines)
  const ids = [...new Set([...Object.keys(cart.lines), ...Object.keys(cart.changed), ...local.keys()])]
  const changed = ids.flatMap(id => {
    const line = local.get(id)
    const to = textOf(line)
    const noted = cart.changed[id]
    const isSent = noted?.isSent === true
    if (to === textOf(expected(cart, id), line) && !isSent) return []
    return [[id, noted && leadsTo(noted, to) ? noted : { id: newId(), at: now, to, isSent }] as const]
  })
  const isSame =
    changed.length === Object.keys(cart.changed).length && changed.every(([id, noted]) => cart.changed[id] === noted)
  return isSame ? cart : { ...cart, changed: Object.fromEntries(changed) }
}

/** Records that an order takes these quantities; pieces that the server does not have are ignored. */
export function recordOrdered(
  cart: SyncedCart,
  gone: readonly Pick<CartLine, 'product_id' | 'quantity'>[],
  newId: () => string,
): SyncedCart {
  const taken = gone.flatMap(({ product_id, quantity }) => {
    const least = Math.min(quantity, expected(cart, product_id)?.quantity ?? 0)
    const before = cart.taken[product_id]?.quantity ?? 0
    return least > 0 ? [[product_id, { id: newId(), quantity: before + least }] as const] : []
  })
  return taken.length ? { ...cart, taken: { ...cart.taken, ...Object.fromEntries(taken) } } : cart
}

/** The recorded changes to send to the server, at most `most`. `now` is in ms since 1970. */
export function changesToSend(
  cart: SyncedCart,
  lines: readonly CartLine[],
  { now, most }: { now: number; most: number },
): CartChange[] {
  const local = byProduct(lines)
  const ids = [...new Set([...Object.keys(cart.taken), ...Object.keys(cart.changed)])]
  return ids.slice(0, most).map(product_id => {
    const known = cart.lines[product_id]
    const [take, noted] = [cart.taken[product_id], cart.changed[product_id]]
    const { price, vat_rate, unit, promised_for } = local.get(product_id) ?? known ?? REMOVED
    const quantity = local.get(product_id)?.quantity ?? 0
    const age = noted && Math.max(0, now - noted.at)
    return {
      product_id,
      known: { version: known?.version ?? 0, quantity: known?.quantity ?? 0, taken: known?.taken ?? 0 },
      ...(take && { take }),
      ...(noted && age !== undefined && { put: { id: noted.id, quantity, age, price, vat_rate, unit, promised_for } }),
    }
  })
}

/** Records that the changes are being sent. Returns the same object if all were already recorded as sent. */
export function markSent(cart: SyncedCart, changes: readonly CartChange[]): SyncedCart {
  const sent = changes.flatMap(({ product_id }) => {
    const noted = cart.changed[product_id]
    return noted && !noted.isSent ? [[product_id, { ...noted, isSent: true }] as const] : []
  })
  return sent.length ? { ...cart, changed: { ...cart.changed, ...Object.fromEntries(sent) } } : cart
}

/** A sent request: the changes, and the lines of the cart at that moment. */
type SentChanges = { changes: readonly CartChange[]; lines: readonly CartLine[] }

/**
 * Applies the server's reply. Lines that were changed here after the request was made remain unchanged, and so do lines
 * whose changes were not part of it. Returns the same `lines` if none differs.
 */
export function applyReply(
  cart: SyncedCart,
  lines: readonly CartLine[],
  sent: SentChanges,
  reply: StoredCart,
  moment: Moment,
): { cart: SyncedCart; lines: readonly CartLine[] } {
  const before = byProduct(sent.lines)
  const local = byProduct(lines)
  const isSent = new Set(sent.changes.map(({ product_id }) => product_id))
  const isOpen = (id: string) =>
    textOf(local.get(id)) !== textOf(before.get(id)) || (cart.changed[id] !== undefined && !isSent.has(id))
  // A deleted product without a line here is omitted, as its name is unknown.
  const stored = new Map(
    reply.lines.flatMap(line => (line.product || local.has(line.product_id) ? [[line.product_id, line]] : [])),
  )
  const merged = lines.flatMap(line => {
    const theirs = stored.get(line.product_id)
    if (isOpen(line.product_id)) return [line]
    return theirs ? [textOf(theirs, line) === textOf(line) ? line : lineFrom(theirs, line)] : []
  })
  const added = [...stored.values()].filter(({ product_id: id }) => !local.has(id) && !isOpen(id))
  const all = [...merged, ...added.flatMap(line => lineFrom(line) ?? [])]
  const isSame = all.length === lines.length && all.every((line, i) => line === lines[i])
  const next = {
    version: reply.version,
    lines: Object.fromEntries([...stored].map(([id, line]) => [id, knownFrom(line)])),
    taken: withoutSent(cart.taken, sent.changes),
    changed: Object.fromEntries(Object.entries(cart.changed).map(([id, noted]) => [id, { ...noted, isSent: false }])),
  }
  const shown = isSame ? lines : all
  return { cart: recordChanges(next, shown, moment), lines: shown }
}

/** Reads the carts from a stored value, by the customer's id (`''` for a customer's own), without invalid ones. */
export function syncedCartsIn(stored: unknown): { readonly [owner: string]: SyncedCart } {
  const carts = Object.entries(fieldsOf(stored)).flatMap(([owner, value]) => {
    const { version, lines, taken, changed } = fieldsOf(value)
    if (!isWhole(version, 0)) return []
    const cart = {
      version,
      lines: entriesIn(lines, knownIn),
      taken: entriesIn(taken, takenIn),
      changed: entriesIn(changed, changedIn),
    }
    return [[owner, cart] as const]
  })
  return Object.fromEntries(carts)
}

function entriesIn<Value>(stored: unknown, read: (value: unknown) => Value | undefined): { [id: string]: Value } {
  const entries: { [id: string]: Value } = {}
  for (const [id, value] of Object.entries(fieldsOf(stored))) {
    const found = read(value)
    if (found !== undefined) entries[id] = found
  }
  return entries
}

function knownIn(value: unknown): KnownLine | undefined {
  const { version, quantity, taken, price, vat_rate, unit = null, promised_for } = fieldsOf(value)
  if (!isWhole(version, 0) || !isWhole(quantity, 0) || !isWhole(taken, 0)) return undefined
  if (!isAmount(price) || !isWhole(vat_rate, 0) || !isTextOrNull(unit) || !isTextOrNull(promised_for)) return undefined
  return { version, quantity, taken, price, vat_rate, unit, promised_for }
}

function takenIn(value: unknown) {
  const { id, quantity } = fieldsOf(value)
  return isText(id) && isWhole(quantity, 1) ? { id, quantity } : undefined
}

function changedIn(value: unknown) {
  const { id, at, to, isSent } = fieldsOf(value)
  return isText(id) && isWhole(at, 0) && isText(to) ? { id, at, to, isSent: isSent === true } : undefined
}

/** The terms sent for a line that is to be removed. */
const REMOVED = { price: kurus(0), vat_rate: 0, unit: null, promised_for: null }

const byProduct = (lines: readonly CartLine[]) => new Map(lines.map(line => [line.product_id, line]))

/** The terms that the line would have if only orders had changed it since the last exchange. */
function expected(cart: SyncedCart, id: string): Terms | undefined {
  const known = cart.lines[id]
  const quantity = known ? known.quantity - Math.min(known.quantity, cart.taken[id]?.quantity ?? 0) : 0
  return known && quantity > 0 ? { ...known, quantity } : undefined
}

/** The terms of a line as text. A line without a unit has the unit of the local line with which it is compared. */
const textOf = (line: Terms | undefined, local?: CartLine) =>
  line ? JSON.stringify([line.quantity, line.price, line.vat_rate, line.promised_for, line.unit ?? local?.unit]) : ''

/** Whether a recorded change was to these terms; earlier versions recorded them without the unit, which is the last. */
const leadsTo = (noted: { to: string }, to: string) => to === noted.to || to.startsWith(`${noted.to.slice(0, -1)},`)

const knownFrom = ({ version, quantity, taken, price, vat_rate, unit, promised_for }: StoredCartLine): KnownLine => ({
  version,
  quantity,
  taken,
  price,
  vat_rate,
  unit,
  promised_for,
})

/**
 * A line of the server's cart as a cart line. What the server does not know is taken from the local line: the
 * description of a deleted product, and the unit of a line that an earlier version set.
 */
function lineFrom({ product, ...line }: StoredCartLine, local: CartLine): CartLine
function lineFrom({ product, ...line }: StoredCartLine, local?: CartLine): CartLine | undefined
function lineFrom({ product, ...line }: StoredCartLine, local?: CartLine): CartLine | undefined {
  const { product_id, quantity, price, vat_rate, promised_for } = line
  const described = product ? { ...product, product_name: product.name } : local
  if (!described) return undefined
  const { product_name, brand, category, image_url } = described
  const unit = line.unit ?? local?.unit ?? described.unit
  const total_price = lineTotal({ price, quantity })
  const terms = { price, unit, vat_rate, quantity, total_price }
  return { product_id, product_name, brand, ...terms, image_url, category, promised_for }
}

/** The ordered pieces (`taken`) without those that the server has now been sent. */
function withoutSent(taken: SyncedCart['taken'], changes: readonly CartChange[]): SyncedCart['taken'] {
  const sent = new Map(changes.map(({ product_id, take }) => [product_id, take?.quantity ?? 0]))
  const left = Object.entries(taken).flatMap(([id, { quantity, ...take }]) => {
    const rest = quantity - (sent.get(id) ?? 0)
    return rest > 0 ? [[id, { ...take, quantity: rest }] as const] : []
  })
  return Object.fromEntries(left)
}
