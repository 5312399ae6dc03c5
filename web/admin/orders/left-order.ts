/** As history state of the list: the order that was opened from it, or whose page was left for it. */
export type LeftOrder = { left: string }

/** The order that was opened from the list, and the one to which the user has gone on from there. */
let walk = { opened: '', present: '' }

/** Notes in the list's history entry which order is opened, so that Back leads to its row. */
export function noteLeftOrder(id: string) {
  walk = { opened: id, present: id }
  const state: unknown = history.state
  history.replaceState({ ...(typeof state === 'object' && state), left: id } satisfies LeftOrder, '')
}

/** Notes which order is shown in the place of the one that was opened. */
export function noteNeighbour(id: string) {
  walk.present = id
}

/** The order that the user returns to the list from, if there is one. */
export function leftOrder(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('left' in state) || typeof state.left !== 'string')
    return undefined
  return state.left === walk.opened ? walk.present : state.left
}
