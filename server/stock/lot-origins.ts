import { sql } from 'kysely'
import type { Database } from '../db/tables.ts'
import type { Tx } from '../db/transaction.ts'

type LotOrigin = { lot_id: string; from_lot_id: string }

/** Records which lots got goods of which others, so that a recall of one finds the other. The lots must be locked. */
export async function recordOrigins(tx: Tx, origins: readonly LotOrigin[]) {
  if (origins.length === 0) return
  await tx
    .insertInto('lot_origins')
    .values([...origins])
    .onConflict(oc => oc.doNothing())
    .execute()
}

/**
 * The ids of lots and of all others that got goods of them or that their goods came from, over any number of steps and
 * also of deleted products.
 */
export async function connectedLots(db: Database, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive connected (id) as (
      select unnest(${[...ids]}::uuid[])
      union
      select next.id from connected cross join lateral (
        select from_lot_id as id from lot_origins where lot_id = connected.id
        union all
        select lot_id from lot_origins where from_lot_id = connected.id
      ) as next
    )
    select id from connected`.execute(db)
  return rows.map(({ id }) => id)
}
