import { useSyncExternalStore } from 'react'
import { openCart } from '../cart/cart.ts'
import { onStoredTextChange, storedText, storeText } from '../pwa/stored-text.ts'
import { fieldsOf, isText, isWhole, parseJson } from '../stored-values.ts'
import { createListeners } from '../ui/store.ts'
import { countsIn } from './shelf-counts.ts'
import { NONE, type Wanted } from './wanted-in-unit.ts'

/** The age at which wanted quantities are discarded, in milliseconds. */
const MAX_AGE = 24 * 60 * 60 * 1000

/** A wanted quantity, and when it was entered. */
type Entry = { wanted: Wanted; at: number }

// By cart and product, so that a marketer's customers are separate. Stored, because phones close pages in the
// background; also held in memory, so that an entry remains the same object until it changes or another one expires.
let held: { text: string; entries: ReadonlyMap<string, Entry>; oldest: number } = {
  text: '',
  entries: new Map(),
  oldest: Number.POSITIVE_INFINITY,
}

const expiries = createListeners()
let nextExpiry: ReturnType<typeof setTimeout> | undefined

/** The wanted quantity of a product for the open cart, until it is put into the cart. */
export const useWantedOf = (product_id: string): Wanted =>
  useSyncExternalStore(onWantedChange, () => wantedOf(product_id))

/** A function that returns the wanted quantity of a product for the open cart; re-renders at each change and expiry. */
export function useWanted(): (product_id: string) => Wanted {
  useSyncExternalStore(onWantedChange, present)
  return wantedOf
}

/** The current wanted quantity of a product for the open cart. */
export const wantedOf = (product_id: string): Wanted => present().get(keyOf(product_id))?.wanted ?? NONE

/** Sets the wanted quantities of products, by id; 0 for none. */
export function setWanted(products: ReadonlyMap<string, Wanted>) {
  const changed = new Map(present())
  const at = Date.now()
  for (const [product_id, wanted] of products)
    if (wanted.quantity > 0 || wanted.counts?.length) changed.set(keyOf(product_id), { wanted, at })
    else changed.delete(keyOf(product_id))
  const entries = [...changed].map(([key, entry]) => [key, entry.wanted, entry.at])
  const text = changed.size > 0 ? JSON.stringify({ entries }) : ''
  hold(text, changed)
  storeText(NAME, text)
}

const NAME = 'wanted'

function present(): ReadonlyMap<string, Entry> {
  const text = storedText(NAME)
  if (text !== held.text || !isRecent(held.oldest)) hold(text, entriesIn(text))
  return held.entries
}

function hold(text: string, entries: ReadonlyMap<string, Entry>) {
  const oldest = Math.min(...[...entries.values()].flatMap(timesOf))
  held = { text, entries, oldest }
  clearTimeout(nextExpiry)
  if (entries.size === 0) return
  // A second later, as a timer may end a little too early.
  nextExpiry = setTimeout(expiries.notify, oldest + MAX_AGE + 1_000 - Date.now())
}

/** Calls back whenever a wanted quantity changes or expires. Returns the unsubscribe function. */
function onWantedChange(callback: () => void) {
  const stops = [onStoredTextChange(callback), expiries.subscribe(callback)]
  return () => stops.forEach(stop => stop())
}

/** When the quantity of an entry was entered, and its counts. */
const timesOf = ({ wanted: { counts }, at }: Entry) => [at, ...(counts ?? []).map(count => count.at)]

const isRecent = (at: number) => Date.now() - at < MAX_AGE

function entriesIn(text: string): ReadonlyMap<string, Entry> {
  // Earlier versions stored one time for all entries.
  const { at, entries } = fieldsOf(parseJson(text || 'null'))
  return new Map(Array.isArray(entries) ? entries.flatMap(stored => entryIn(stored, at)) : [])
}

function entryIn(entry: unknown, storedAt: unknown): [string, Entry][] {
  const [key, wanted, at = storedAt]: unknown[] = Array.isArray(entry) ? entry : []
  const { quantity, counts: stored, unit } = fieldsOf(wanted)
  if (!isText(key) || !isWhole(quantity, 0) || !isWhole(at, 0) || !isRecent(at)) return []
  const counts = countsIn(stored).filter(count => isRecent(count.at))
  if (quantity === 0 && counts.length === 0) return []
  return [[key, { wanted: { quantity, ...(counts.length > 0 && { counts }), ...(isText(unit) && { unit }) }, at }]]
}

const keyOf = (product_id: string) => `${openCart()} ${product_id}`
