/**
 * Runs work with a time limit in milliseconds, after which its signal aborts. (`AbortSignal.timeout` is missing in
 * some supported browsers.)
 */
export async function withTimeLimit<T>(milliseconds: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), milliseconds)
  try {
    return await work(limit.signal)
  } finally {
    clearTimeout(timer)
  }
}
