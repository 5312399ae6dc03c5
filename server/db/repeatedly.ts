import { setTimeout as sleep } from 'node:timers/promises'

type Job = { stop: () => Promise<void> }

/**
 * Repeats the work until stopped, each time `interval` milliseconds after it has ended; its errors are logged. `stop`
 * waits for the work, which may end early once `stopping` is aborted.
 */
export function repeatedly(
  work: (stopping: AbortSignal) => Promise<void>,
  interval: number,
  log: { error: (error: unknown) => void },
): Job {
  const stopping = new AbortController()
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await work(stopping.signal).catch((error: unknown) => log.error(error))
      await sleep(interval, undefined, stopping).catch(() => undefined)
    }
  })()
  return {
    stop() {
      stopping.abort()
      return running
    },
  }
}
