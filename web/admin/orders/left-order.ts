/** As history state of the list: the order that was opened from it, or whose page was left for it. */
export type LeftOrder = { left: string }

/** Notes in the list's history entry which order is opened, so that Back leads to its row. */
export function noteLeftOrder(id: string) {
  const state: unknown = history.state
  history.replaceState({ ...(typeof state === 'object' && state), left: id } satisfies LeftOrder, '')
}

/** The order that the user returns to the list from, if there is one. */
export const leftOrder = (state: unknown) =>
  typeof state === 'object' && state !== null && 'left' in state && typeof state.left === 'string'
    ? state.left
    : undefined
