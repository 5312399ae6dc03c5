import type { FastifyBaseLogger } from 'fastify'
import { blockLot } from '#contract/lot-changes.ts'
import { hasToBeBlocked } from '#contract/lots.ts'
import { istanbulDay } from '#contract/turkish.ts'
import { repeatedly } from '../db/repeatedly.ts'
import { inTransaction, type Pool, type Tx } from '../db/transaction.ts'
import { blockExpiredLots } from '../stock/expired-lots.ts'
import { lockStock } from '../stock/ledger.ts'
import { EXPIRY } from './lists.ts'
import { replacePicksOf } from './picks.ts'

// After midnight in Istanbul the portal blocks the lots whose use-by date (SKT) is over, so that they are not sold.

/** How often a process checks, in milliseconds. */
const INTERVAL = 5 * 60_000

type Context = { db: Pool; clock: () => Date; log: Pick<FastifyBaseLogger, 'error'> }

/** Blocks expired lots until stopped. Several processes may do so on one database. */
export const startExpiryBlocks = ({ db, clock, log }: Context) =>
  repeatedly(() => blockExpired({ db, log }, clock()), INTERVAL, log)

/**
 * Blocks lots on hand whose use-by date is over, in a transaction for each product, and gives open orders other lots
 * (`replacePicksOf`). An error is logged and does not stop it for the other products.
 */
export async function blockExpired({ db, log }: Pick<Context, 'db' | 'log'>, now: Date) {
  for (const product_id of await productsOfExpired(db, now))
    await blockLotsOf(db, product_id, now).catch((error: unknown) => log.error(error))
}

async function productsOfExpired(db: Pool, now: Date): Promise<Set<string>> {
  const today = istanbulDay(now)
  const expired = await db
    .selectFrom('lots')
    // Lots of deleted products keep their quantities.
    .innerJoin('products', 'products.id', 'product_id')
    .select(['product_id', 'expires_on', 'expiry_kind', 'blocked_at', 'sold_past_expiry'])
    .where('on_hand', '>', 0)
    .where(EXPIRY, '<', today)
    .execute()
  return new Set(expired.filter(lot => hasToBeBlocked(lot, today)).map(({ product_id }) => product_id))
}

function blockLotsOf(db: Pool, product_id: string, now: Date) {
  return inTransaction(db.invalidating(blockLot.invalidates), async tx => {
    if ((await lockStock(tx, [product_id])).size > 0) await blockExpiredOf(tx, product_id, now)
  })
}

/**
 * Blocks a product's lots on hand whose use-by date is over, and gives open orders other lots (`replacePicksOf`). The
 * product's stock must be locked.
 */
export async function blockExpiredOf(tx: Tx, product_id: string, now: Date) {
  const blocked = await blockExpiredLots(tx, { product_id, now })
  for (const lot of blocked) await replacePicksOf(tx, lot, now)
}
