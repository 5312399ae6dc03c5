/**
 * Wraps work that brings data up to date, so that concurrent callers share a run: callers during a run, which may have
 * missed the changes that they need, share the run that follows it.
 */
export function shareNextRun(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const run = () => {
    running = work().finally(() => {
      // Callers share the next run until it begins.
      if (!next) running = undefined
    })
    return running
  }
  return () => {
    if (!running) return run()
    next ??= running.catch(nothing).then(() => {
      next = undefined
      return run()
    })
    return next
  }
}

const nothing = () => undefined
