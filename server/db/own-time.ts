const TICKS = 20

/**
 * Calls `end` once this process has been running for `milliseconds`; returns a function that cancels it. Time in which
 * the process is suspended or gets no processor counts as at most one tick, because the work that it waits for had no
 * processor either.
 */
export function setProcessTimeout(milliseconds: number, end: () => void): () => void {
  let left = TICKS
  const timer = setInterval(() => {
    if (--left > 0) return
    clearInterval(timer)
    end()
  }, milliseconds / TICKS)
  return () => clearInterval(timer)
}
