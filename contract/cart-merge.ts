import type { Kurus } from './money.ts'

/** A line of a cart as the server stores it; one of quantity 0 has been removed or ordered. */
export type StoredLine = {
  quantity: number
  /** How many pieces orders have taken from it so far. */
  taken: number
  /** The ids of the latest `take` and `put` that changed it. */
  take_id: string | null
  put_id: string | null
  price: Kurus
  /** In whole percent. */
  vat_rate: number
  /** Null if an earlier version of the app set the line. */
  unit: string | null
  /** YYYY-MM-DD; null if the product was in stock. */
  promised_for: string | null
  /** The version of the cart in which it was changed last. */
  version: number
  /** When a user set it last. */
  changed_at: Date
}

/** What happened to a line on a device since the device last received it from the server. */
export type LineChange = {
  /** The line as it was received, with zeros if it was not in the cart. */
  known: { version: number; quantity: number; taken: number }
  /** Pieces of the known quantity that left the cart with an order. */
  take?: { id: string; quantity: number } | undefined
  /** The line as the user last set it, `age` milliseconds before the request; a quantity of 0 removes it. */
  put?: Put | undefined
}

type Put = Pick<StoredLine, 'quantity' | 'price' | 'vat_rate' | 'promised_for'> & {
  id: string
  age: number
  unit?: string | null | undefined
}

/**
 * Applies a device's change to a line. If two devices have set the same line before either received the other's change,
 * the later one wins; pieces that an order has taken since then are not ordered again. A repeated change has no effect.
 * Returns the line in the given version, or undefined if it does not change.
 */
export function mergedLine(
  stored: StoredLine | undefined,
  { known, take, put }: LineChange,
  { version, now }: { version: number; now: Date },
): StoredLine | undefined {
  const left = stored && take && stored.take_id !== take.id ? afterTake(stored, take) : undefined
  const set = put && afterPut(stored, left, { known, take, put }, now)
  const merged = set ?? left
  return merged && { ...merged, version }
}

const afterTake = (line: StoredLine, take: { id: string; quantity: number }): StoredLine => ({
  ...line,
  quantity: Math.max(0, line.quantity - take.quantity),
  taken: Math.min(MAX_TAKEN, line.taken + take.quantity),
  take_id: take.id,
})

/** A year in milliseconds. The largest age that a request can contain would lead to a date that cannot be stored. */
const MAX_AGE = 365 * 24 * 60 * 60 * 1000

/** Fits into an integer of the database. */
const MAX_TAKEN = 2_000_000_000

function afterPut(
  stored: StoredLine | undefined,
  left: StoredLine | undefined,
  { known, take, put }: LineChange & { put: Put },
  now: Date,
): StoredLine | undefined {
  const changed_at = new Date(now.getTime() - Math.min(put.age, MAX_AGE))
  const isKnown = (stored?.version ?? 0) === known.version
  if (stored && (stored.put_id === put.id || (!isKnown && changed_at < stored.changed_at))) return undefined
  // The device's own take may have arrived with an earlier request whose reply was lost.
  const ownTaken = take && stored?.take_id === take.id ? take.quantity : 0
  // Only pieces that the device knew of can be part of the quantity that its user set.
  const takenByOthers = stored && !isKnown ? Math.max(0, stored.taken - known.taken - ownTaken) : 0
  const stillKnown = Math.max(0, known.quantity - (take?.quantity ?? 0))
  const { id: put_id, price, vat_rate, unit = null, promised_for } = put
  const quantity = Math.max(0, put.quantity - Math.min(takenByOthers, stillKnown))
  if (!stored && quantity === 0) return undefined
  const { taken, take_id } = left ?? stored ?? { taken: 0, take_id: null }
  return { quantity, taken, take_id, put_id, price, vat_rate, unit, promised_for, version: 0, changed_at }
}
