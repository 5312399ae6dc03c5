import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from '../db/transaction.ts'
import type { Settings } from '../settings.ts'
import { makeDueOrders } from './making.ts'

/** How often a process looks for orders that are due, in milliseconds. */
const INTERVAL = 20_000

type Context = {
  db: Pool
  settings: Pick<Settings, 'standingOrderLead' | 'maxOpenValue'>
  clock: () => Date
  log: Pick<FastifyBaseLogger, 'error'>
}

/** Makes the orders of standing orders when they are due, until stopped. Several processes may do so on one database. */
export function startStandingOrders({ db, settings, clock, log }: Context): { stop: () => Promise<void> } {
  const { standingOrderLead: lead, maxOpenValue } = settings
  const stopping = new AbortController()
  const onError = (error: unknown) => log.error(error)
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await makeDueOrders(db, { now: clock(), lead, maxOpenValue }, onError).catch(onError)
      await sleep(INTERVAL, undefined, stopping).catch(() => undefined)
    }
  })()
  return {
    stop() {
      stopping.abort()
      return running
    },
  }
}
