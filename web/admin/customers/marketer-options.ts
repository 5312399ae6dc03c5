import { MAX_PAGE_SIZE } from '#contract/call.ts'
import { listMarketers, type Marketer } from '#contract/marketers.ts'
import { useCallQuery } from '../../queries.ts'

/** All marketers, for choosing one and for resolving ids to names. */
export const useMarketers = () => useCallQuery(listMarketers, { query: { limit: MAX_PAGE_SIZE } })

/** Options for the active marketers; the one with the id `present` is included even if its account is inactive. */
export function marketerOptions(marketers: readonly Marketer[] | undefined, present?: string | null) {
  return marketers
    ?.filter(({ id, is_active }) => is_active || id === present)
    .map(({ id: value, name, username }) => ({ value, label: `${name} (${username})` }))
}
