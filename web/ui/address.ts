import { KEEPS, STAYS, useSearchParams } from './router.tsx'

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
      present => {
        const next = leaves ? new URLSearchParams() : new URLSearchParams(present)
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      leaves ? {} : { replace: true, state: keeps ? KEEPS : STAYS },
    )
  return { read, write }
}
