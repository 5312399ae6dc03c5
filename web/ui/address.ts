import { KEEPS, STAYS, useSearchParams } from './router.tsx'

/** Puts values into an address; an empty one leaves it. */
export const putInto = (address: URLSearchParams, changes: Record<string, string>) => {
  for (const [name, value] of Object.entries(changes)) {
    if (value) address.set(name, value)
    else address.delete(name)
  }
  return address
}

/** What the address says after the `?`, and a way to change it; an empty value leaves the address. */
export function useAddress() {
  const [params, setParams] = useSearchParams()
  const read = (name: string) => params.get(name) ?? ''
  /**
   * Filters replace the present address, so that the back button leaves the list and not the last letter typed. One that
   * `keeps` what was typed elsewhere on the page does not ask about it.
   */
  const write = (changes: Record<string, string>, { leaves = false, keeps = false } = {}) =>
    setParams(
      present => putInto(leaves ? new URLSearchParams() : present, changes),
      leaves ? {} : { replace: true, state: keeps ? KEEPS : STAYS },
    )
  return { read, write }
}
