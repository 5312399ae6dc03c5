import type { Worker } from 'node:cluster'
import type { z } from 'zod'
import { type Family, mergeFamilies } from './metrics/registry.ts'
import { type AllMetrics, type SendMetrics, SentMetrics, WantsMetrics } from './worker-messages.ts'

/** How long a worker may take to send its metrics, in milliseconds; without a reply its latest ones are used. */
const TIMEOUT = 1_000

/**
 * Collects the metrics of all workers for the one that received the request. The counts of a worker that has ended
 * remain in the sums, so that no sum ever falls: Prometheus would take that for a restart and count everything again.
 */
export class WorkerMetrics {
  /** The latest metrics of each worker that is alive. */
  readonly #latest = new Map<Worker, Family[]>()
  #ended: Family[] = []
  #requests = 0
  readonly #waiting = new Map<number, { left: Set<Worker>; done: () => void }>()

  /** Handles the messages of this worker from now on; call it when the worker serves. */
  add(worker: Worker) {
    this.#latest.set(worker, [])
    worker.on('message', message => {
      const wanted = WantsMetrics.safeParse(message).data
      if (wanted) void this.#reply(worker, wanted.number)
      const sent = SentMetrics.safeParse(message).data
      if (!sent) return
      this.#latest.set(worker, sent.families)
      this.#settle(worker, sent.number)
    })
    worker.once('exit', () => {
      const counted = (this.#latest.get(worker) ?? []).filter(({ type }) => type !== 'gauge')
      this.#ended = mergeFamilies([this.#ended, counted])
      this.#latest.delete(worker)
      for (const number of this.#waiting.keys()) this.#settle(worker, number)
    })
  }

  async #reply(to: Worker, number: number) {
    await this.#refresh()
    const snapshots = [...this.#latest.values(), this.#ended]
    to.send({ metrics: 'all', number, snapshots } satisfies z.output<typeof AllMetrics>, () => undefined)
  }

  async #refresh() {
    const number = ++this.#requests
    const left = new Set(this.#latest.keys())
    await new Promise<void>(resolve => {
      const timer = setTimeout(resolve, TIMEOUT)
      const done = () => {
        clearTimeout(timer)
        resolve()
      }
      this.#waiting.set(number, { left, done })
      for (const worker of left)
        worker.send({ metrics: 'send', number } satisfies z.output<typeof SendMetrics>, () => undefined)
    })
    this.#waiting.delete(number)
  }

  #settle(worker: Worker, number: number) {
    const request = this.#waiting.get(number)
    request?.left.delete(worker)
    if (request?.left.size === 0) request.done()
  }
}
