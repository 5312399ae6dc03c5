import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import { registry } from './metrics/metrics.ts'
import type { Family } from './metrics/registry.ts'
import type { CollectMetrics } from './monitoring.ts'
import { AllMetrics, SendMetrics, type SentMetrics, type WantsMetrics } from './worker-messages.ts'

/** How long the primary process may take, in milliseconds, before a worker reports its own metrics alone. */
const TIMEOUT = 2_000

/** A worker's part in the metrics of all processes; see `WorkerMetrics`. */
export function workerMetrics() {
  let requests = 0
  const waiting = new Map<number, (snapshots: Family[][]) => void>()
  const send = (number: number, sent: () => void = () => undefined) =>
    process.send?.(
      { metrics: 'sent', number, families: registry.snapshot() } satisfies z.output<typeof SentMetrics>,
      undefined,
      undefined,
      sent,
    )
  process.on('message', message => {
    const wanted = SendMetrics.safeParse(message).data
    if (wanted) send(wanted.number)
    const all = AllMetrics.safeParse(message).data
    if (all) waiting.get(all.number)?.(all.snapshots)
  })
  const collectMetrics: CollectMetrics = async () => {
    const number = ++requests
    const reply = new Promise<Family[][]>(resolve => waiting.set(number, resolve))
    process.send?.({ metrics: 'wants', number } satisfies z.output<typeof WantsMetrics>)
    const snapshots = await Promise.race([reply, sleep(TIMEOUT, undefined, { ref: false })])
    waiting.delete(number)
    return snapshots ?? [registry.snapshot()]
  }
  return {
    collectMetrics,
    /** Sends the last metrics before the process ends, so that the totals still include them. */
    sendLast: () => new Promise<void>(resolve => (process.send ? void send(0, resolve) : resolve())),
  }
}
