import { REQUEST_TIME } from '#contract/times.ts'

/** How long a reply may take to begin, in milliseconds: as long as the server waits for the body of a request. */
export const REPLY_LIMIT = REQUEST_TIME

/**
 * Runs work with a time limit in milliseconds, after which its signal aborts. (`AbortSignal.timeout` is missing in
 * some supported browsers.)
 */
export async function withTimeLimit<T>(milliseconds: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { signal, keepOpen } = limitedSignal(undefined, milliseconds)
  try {
    return await work(signal)
  } finally {
    keepOpen()
  }
}

/**
 * A signal that aborts with another one, and also after a number of milliseconds (if given), unless `keepOpen` is
 * called earlier.
 */
export function limitedSignal(other: AbortSignal | undefined, milliseconds: number | undefined) {
  const limit = new AbortController()
  const abort = () => limit.abort()
  if (other?.aborted) abort()
  other?.addEventListener('abort', abort)
  const timer = milliseconds === undefined ? undefined : setTimeout(abort, milliseconds)
  return { signal: limit.signal, keepOpen: () => clearTimeout(timer) }
}
