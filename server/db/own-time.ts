const TICKS = 20

/**
 * Calls `end` after that many milliseconds in which this process runs, and returns a function that cancels it. A time in
 * which the process gets no processor or is suspended counts as one tick, however long it is: the work that the process
 * waits for had no processor either.
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
