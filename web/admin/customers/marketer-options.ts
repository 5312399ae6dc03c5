import { MAX_PAGE_SIZE } from '#contract/call.ts'
import { listMarketers, type Marketer } from '#contract/marketers.ts'
import { useCallQuery } from '../../queries.ts'

/** All marketers, for choosing one and for resolving ids to names. */
export const useMarketers = () => useCallQuery(listMarketers, { query: { limit: MAX_PAGE_SIZE } })

/** Options for the active marketers; those with the ids `present` are included even if their accounts are inactive. */
export function marketerOptions(
  marketers: readonly Marketer[] | undefined,
  ...present: readonly (string | null | undefined)[]
) {
  return marketers
    ?.filter(({ id, is_active }) => is_active || present.includes(id))
    .map(({ id: value, name, username }) => ({ value, label: `${name} (${username})` }))
}
