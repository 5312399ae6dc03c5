/**
 * Wraps work that brings something up to date, so that concurrent callers share a run: callers during a run, which may
 * have missed what they ask for, share the one that follows it.
 */
export function shareNextRun(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const run = () => {
    running = work().finally(() => {
      // Until the next run begins, callers share that.
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
