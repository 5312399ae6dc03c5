import { MAX_PAGE_SIZE } from '#contract/call.ts'
import { listMarketers, type Marketer } from '#contract/marketers.ts'
import { useCallQuery } from '../../queries.ts'

/** All marketers, to choose from and to name them by their ids. */
export const useMarketers = () => useCallQuery(listMarketers, { query: { limit: MAX_PAGE_SIZE } })

/** Those whom a customer may be given to; `present` stays on offer though the account is closed. */
export function marketerOptions(marketers: readonly Marketer[] | undefined, present?: string | null) {
  return marketers
    ?.filter(({ id, is_active }) => is_active || id === present)
    .map(({ id: value, name, username }) => ({ value, label: `${name} (${username})` }))
}
