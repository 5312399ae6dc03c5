import { setTimeout as sleep } from 'node:timers/promises'

type Job = { stop: () => Promise<void> }

/** Does the work again and again, so many milliseconds after it has ended, until stopped; its errors are logged. */
export function repeatedly(work: () => Promise<void>, interval: number, log: { error: (error: unknown) => void }): Job {
  const stopping = new AbortController()
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await work().catch((error: unknown) => log.error(error))
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
