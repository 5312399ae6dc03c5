import type { OrderStatus } from '#contract/order-status.ts'
import type { ListSelection } from '../../lists/list-selection.ts'

/** The list's history state: the id of the order that was opened from it, or from which the user returned to it. */
export type OrderReturn = { returnedFrom: string }

/** The order that was opened from the list, and the one that the user has moved to from there. */
let visit = { opened: '', current: '' }

/** Records in the list's history entry which order is opened, so that Back leads to its row. */
export function recordOpenedOrder(id: string) {
  visit = { opened: id, current: id }
  const state: unknown = history.state
  history.replaceState({ ...(typeof state === 'object' && state), returnedFrom: id } satisfies OrderReturn, '')
}

/** Records that the user has moved on to this order. */
export function recordCurrentOrder(id: string) {
  visit.current = id
}

/** The order from which the user returns to the list, if any. */
export function orderReturnedFrom(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('returnedFrom' in state)) return undefined
  const { returnedFrom } = state
  if (typeof returnedFrom !== 'string') return undefined
  return returnedFrom === visit.opened ? visit.current : returnedFrom
}

/** The statuses in which the user has seen orders, by their ids. */
type Seen = ReadonlyMap<string, OrderStatus>
type Kept = { selection?: ListSelection; seen: Seen }

const NOTHING: Kept = { seen: new Map() }

/** The selection in the list that was shown last. */
let kept = NOTHING

/** Whether the next list begins with the kept selection, however the user comes to it. */
let isHeld = false

/** Holds the kept selection for the next list while its orders are being changed. */
export function holdSelection(held: boolean) {
  isHeld = held
}

/** Keeps the selection in the list, for a user who returns to it from an order, or while it is held. */
export function keepSelection(selection: ListSelection, seen: Seen) {
  kept = { selection, seen }
}

/** The selection to begin with: the kept one if the user returns from an order, or if it is held. */
export const firstSelection = (isBack: boolean) => (isBack || isHeld ? kept : NOTHING)

/** Records that the page of an order shows this status, which counts when the user returns to the list. */
export function recordSeenStatus(id: string, status: OrderStatus) {
  kept = { ...kept, seen: withStatus(kept.seen, id, status) }
}

/** The statuses with a new one of an order, if it is among them. */
export const withStatus = (seen: Seen, id: string, status: OrderStatus): Seen =>
  seen.has(id) ? new Map(seen).set(id, status) : seen
