/**
 * Does work that may take at most so many milliseconds; its signal aborts then. (`AbortSignal.timeout` is missing in
 * browsers in which everything else works.)
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
