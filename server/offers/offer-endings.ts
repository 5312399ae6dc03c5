import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import * as calls from '#contract/offers.ts'
import { istanbulDay } from '#contract/turkish.ts'
import { repeatedly } from '../db/repeatedly.ts'
import type { Database } from '../db/tables.ts'
import { type Pool, type Tx, takeAdvisoryLock } from '../db/transaction.ts'
import type { Arrivals } from '../stock/ledger.ts'
import { endOffer, HAS_SAME_UNIT } from './offers.ts'

// The portal ends offers that are empty or must not be sold any more. Goods that orders give back after the end of an
// offer return to the lot that they came from.

/** How often a process checks, in milliseconds. */
const INTERVAL = 5 * 60_000

/** Runs work that may add arrivals, in a transaction. */
type WithArrivals = (db: Pool, now: Date, work: (tx: Tx, arrivals: Arrivals) => Promise<void>) => Promise<void>
type Context = { db: Pool; clock: () => Date; log: Pick<FastifyBaseLogger, 'error'>; withArrivals: WithArrivals }

/** Ends offers until stopped. Several processes may do so on one database. */
export const startOfferEndings = ({ clock, ...context }: Context) =>
  repeatedly(() => endOffers(context, clock()), INTERVAL, context.log)

/**
 * Ends the offers that are over, and returns goods that have become free since an offer ended, each in its own
 * transaction. If one fails, the error is logged and the rest go on.
 */
export async function endOffers({ db, log, withArrivals }: Omit<Context, 'clock'>, now: Date) {
  for (const { offer_lot_id } of await offersToEnd(db, now))
    await withArrivals(db.invalidating(calls.endOffer.invalidates), now, async (tx, arrivals) => {
      await takeAdvisoryLock(tx, 'transfer')
      if (!(await offersToEnd(tx, now)).some(offer => offer.offer_lot_id === offer_lot_id)) return
      await endOffer(tx, { actor: undefined, now, arrivals }, offer_lot_id)
    }).catch((error: unknown) => log.error(error))
}

/**
 * The offers that are over, and ended offers that have free goods again and the same unit as their source, so that the
 * goods can return. `movableQuantity` in `offers.ts` says how many can be moved back.
 */
function offersToEnd(db: Database, now: Date) {
  const isOver = sql<boolean>`case when ended_at is null
    then (stock.on_hand = 0 and reserved = 0) or blocked_at is not null or expires_on < ${istanbulDay(now)}::date
    else blocked_at is null and least(stock.on_hand - reserved, lots.on_hand - picked) > 0 and ${HAS_SAME_UNIT} end`
  return db
    .selectFrom('offers')
    .innerJoin('stock', 'stock.product_id', 'offers.product_id')
    .innerJoin('lots', 'lots.id', 'offer_lot_id')
    .select('offer_lot_id')
    .where(isOver)
    .execute()
}
