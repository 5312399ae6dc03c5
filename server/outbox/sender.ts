import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'

/** How many rows are sent concurrently. */
const WORKERS = 3

/** How long a worker that finds nothing due waits before it polls again, in milliseconds. */
const POLL_INTERVAL = 1000

/** How often rows that a wrong clock has postponed are brought forward, in milliseconds. */
const BRING_FORWARD_INTERVAL = 60_000

/** How long a worker waits after an unexpected error, such as of the database, in milliseconds. */
const PAUSE_AFTER_ERROR = 5000

/**
 * How long sending waits while requests keep the process busy and how often it checks, in milliseconds, and the share
 * of time from which the event loop counts as busy.
 */
const MAX_WAIT = 1000
const LOOK_INTERVAL = 10
const BUSY = 0.5

/** How long sends in flight may take after a stop, in milliseconds; then they are interrupted. */
const STOP_GRACE = 8_000

/** How long recording the interrupted sends as failed may take, in milliseconds. */
const CLOSE_GRACE = 500

/** How the rows of an outbox are sent. */
export type Sending<Item extends { id: string }, Sent extends { id: string }> = {
  /** Claims a due row and records one that was sent. */
  claim: (sent: Sent | undefined, sending: readonly string[]) => Promise<Item | undefined>
  /** Tries to send the item and records a failure; resolves to the record of a success. */
  send: (item: Item) => Promise<Sent | undefined>
  recordSent: (sent: Sent) => Promise<void>
  bringForward: () => Promise<void>
  /** Interrupts the sends in flight. */
  interrupt: () => void
  log: Pick<FastifyBaseLogger, 'error'>
}

/** Sends the due rows of an outbox and polls for more until stopped. Several processes may do so on one database. */
export function startSender<Item extends { id: string }, Sent extends { id: string }>(
  of: Sending<Item, Sent>,
): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const pause = (milliseconds: number) => sleep(milliseconds, undefined, stopping).catch(() => undefined)
  const sending = new Set<string>()
  const sendOne = async (item: Item) => {
    sending.add(item.id)
    let sent: Sent | undefined
    try {
      await waitForRequests(pause)
      sent = await of.send(item)
    } finally {
      if (!sent) sending.delete(item.id)
    }
    return sent
  }
  let broughtForwardAt = Number.NEGATIVE_INFINITY
  const worker = async () => {
    // Recorded by the statement that claims the next one.
    let sent: Sent | undefined
    while (!stopping.signal.aborted) {
      try {
        if (performance.now() - broughtForwardAt > BRING_FORWARD_INTERVAL) {
          broughtForwardAt = performance.now()
          await of.bringForward()
        }
        const item = await of.claim(sent, [...sending])
        // Only now is it recorded: until then another worker of this process could have claimed it once more.
        if (sent) sending.delete(sent.id)
        sent = undefined
        if (item) sent = await sendOne(item)
        else await pause(POLL_INTERVAL)
      } catch (error) {
        if (!stopping.signal.aborted) of.log.error(error)
        await pause(PAUSE_AFTER_ERROR)
      }
    }
    if (sent) await of.recordSent(sent).catch(error => of.log.error(error))
  }
  const workers = Promise.all(Array.from({ length: WORKERS }, worker))
  return {
    async stop() {
      stopping.abort()
      await Promise.race([workers, sleep(STOP_GRACE, undefined, { ref: false })])
      of.interrupt()
      // Interrupted sends are recorded as failed, so that they need not wait for the end of their lease.
      await Promise.race([workers, sleep(CLOSE_GRACE, undefined, { ref: false })])
    },
  }
}

/**
 * Waits while requests keep the process busy, at most `MAX_WAIT`, so that a burst of orders is not slowed by its mails
 * and pushes, and these are still sent if the load does not end.
 */
async function waitForRequests(pause: (milliseconds: number) => Promise<unknown>) {
  for (let waited = 0; waited < MAX_WAIT; waited += LOOK_INTERVAL) {
    const before = performance.eventLoopUtilization()
    await pause(LOOK_INTERVAL)
    if (performance.eventLoopUtilization(before).utilization < BUSY) return
  }
}
