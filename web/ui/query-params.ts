import { KEEP_SCROLL, SKIP_LEAVE_CHECK, useSearchParams } from './router.tsx'

/** Sets URL parameters; an empty value removes the parameter. */
export const putInto = (address: URLSearchParams, changes: Record<string, string>) => {
  for (const [name, value] of Object.entries(changes)) {
    if (value) address.set(name, value)
    else address.delete(name)
  }
  return address
}

/** Reads and changes the URL's query parameters; an empty value removes a parameter. */
export function useAddress() {
  const [params, setParams] = useSearchParams()
  const read = (name: string) => params.get(name) ?? ''
  /**
   * Replaces the current history entry, so that the back button leaves the list instead of undoing the last letter
   * typed. `leaves` drops all other parameters and adds a history entry; `skipsLeaveCheck` skips the check for unsaved
   * changes.
   */
  const write = (changes: Record<string, string>, { leaves = false, skipsLeaveCheck = false } = {}) =>
    setParams(
      present => putInto(leaves ? new URLSearchParams() : present, changes),
      leaves ? {} : { replace: true, state: skipsLeaveCheck ? SKIP_LEAVE_CHECK : KEEP_SCROLL },
    )
  return { read, write }
}
