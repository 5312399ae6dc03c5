/** How long no fetch begins after `abortFetches`, in milliseconds: until the page gives up (`offer-update.ts`). */
const ABORTED_FOR = 5000

let fetches = new AbortController()
let replacing: ReturnType<typeof setTimeout> | undefined

/** The signal of a fetch that begins now. */
export const fetchSignal = () => fetches.signal

/**
 * Aborts the fetches of this worker when a newer version replaces it, which browsers delay until no request is in
 * flight. Others can begin a while later, as the newer version may still fail to become active.
 */
export function abortFetches() {
  fetches.abort()
  clearTimeout(replacing)
  replacing = setTimeout(() => (fetches = new AbortController()), ABORTED_FOR)
}
