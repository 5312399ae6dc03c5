import { sql } from 'kysely'
import type { Tx } from '../db/transaction.ts'
import { refuse } from '../http/refusal.ts'

type Counted = { product_id: string; product_name: string }

/**
 * For lots of a count that were counted without their expiry and have come with one since the product was counted, that
 * is, were received, moved, returned or corrected upwards: how many lots on hand with this code have come (`dates`), and
 * the expiry of the only one. Not if there is one without an expiry, or if one with an expiry was counted.
 */
const datesOfUndatedLots = (count_id: string) => sql`
  select counted.product_id, counted.code, count(*) as dates, min(lots.expires_on) as expires_on,
    min(lots.expiry_kind) as expiry_kind
  from stock_count_lots as counted join stock_count_items as item using (count_id, product_id)
  join lots on lots.product_id = counted.product_id
    and lower(lots.code collate "C") = lower(counted.code collate "C")
  where counted.count_id = ${count_id} and counted.expires_on is null and on_hand > 0 and (
    lots.expires_on is null or exists (
      select from lot_ledger
      where lot_id = lots.id and on_hand_change > 0 and lot_ledger.id > coalesce(item.last_lot_movement_id, 0)
    )
  ) and not exists (
    select from stock_count_lots as other
    where other.count_id = counted.count_id and other.product_id = counted.product_id
      and lower(other.code collate "C") = lower(counted.code collate "C") and other.expires_on is not null
  )
  group by counted.product_id, counted.code having not bool_or(lots.expires_on is null)`

/** The rows of `stock_count_lots` of a count, with the expiry of lots that have come with one since. */
export const withDatesSince = (count_id: string) => sql`
  select counted.product_id, counted.code, coalesce(counted.expires_on, since.expires_on) as expires_on,
    coalesce(counted.expiry_kind, since.expiry_kind) as expiry_kind, counted_quantity
  from stock_count_lots as counted left join (${datesOfUndatedLots(count_id)}) as since
    on since.product_id = counted.product_id and since.code = counted.code and counted.expires_on is null and dates = 1
  where count_id = ${count_id}`

/**
 * Stores the expiry of lots that were counted without it and have come with one since. As lots of their own they would
 * take its goods from the lot with the expiry. Refuses with `count_expiry_differs` if there are several. The stock of
 * the products, which are those of the count that still exist, must be locked.
 */
export async function takeDatesSince(tx: Tx, count_id: string, products: readonly Counted[]) {
  const { rows } = await sql<{ product_id: string; code: string; dates: number }>`
    ${datesOfUndatedLots(count_id)}`.execute(tx)
  const several = rows.flatMap(({ product_id, code, dates }) => {
    const product = products.find(one => one.product_id === product_id)
    return dates > 1 && product
      ? [`${product.product_name} ${code} (tarihsiz sayıldı, birden çok tarihle kayıtlı)`]
      : []
  })
  if (several.length > 0) refuse('count_expiry_differs', several.join(', '))
  if (rows.length > 0)
    await sql`
      update stock_count_lots as counted set expires_on = since.expires_on, expiry_kind = since.expiry_kind
      from (${datesOfUndatedLots(count_id)}) as since
      where counted.count_id = ${count_id} and counted.product_id = since.product_id and counted.code = since.code
        and counted.expires_on is null and dates = 1`.execute(tx)
}
