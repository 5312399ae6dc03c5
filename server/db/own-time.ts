const TICKS = 20

/**
 * Calls `end` after so many milliseconds in which this process runs, and returns what cancels it. However long the process
 * gets no processor or is suspended, that counts as one tick: what it waits for had no processor either.
 */
export function afterOwnTime(milliseconds: number, end: () => void): () => void {
  let left = TICKS
  const timer = setInterval(() => {
    if (--left > 0) return
    clearInterval(timer)
    end()
  }, milliseconds / TICKS)
  return () => clearInterval(timer)
}
