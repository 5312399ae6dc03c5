import type { FastifyBaseLogger } from 'fastify'
import { repeatedly } from '../db/repeatedly.ts'
import type { Pool } from '../db/transaction.ts'
import type { Settings } from '../settings.ts'
import { makeDueOrders } from './due-orders.ts'

/** How often a process looks for orders that are due, in milliseconds. */
const INTERVAL = 20_000

type Context = {
  db: Pool
  settings: Pick<Settings, 'standingOrderLead' | 'maxOpenValue'>
  clock: () => Date
  log: Pick<FastifyBaseLogger, 'error'>
}

/**
 * Makes the orders of standing orders when they are due, until stopped. Several processes may do so on one database.
 */
export function startStandingOrders({ db, settings, clock, log }: Context) {
  const { standingOrderLead: lead, maxOpenValue } = settings
  const onError = (error: unknown) => log.error(error)
  return repeatedly(
    stopping => makeDueOrders(db, { now: clock(), lead, maxOpenValue }, onError, stopping),
    INTERVAL,
    log,
  )
}
