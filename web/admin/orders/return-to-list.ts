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
