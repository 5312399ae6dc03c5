import { sql } from 'kysely'
import type { CountedLot } from '#contract/counts.ts'
import type { LotLabel } from '#contract/lot-labels.ts'
import { grouped } from '../db/grouped.ts'
import type { Database } from '../db/tables.ts'
import type { Tx } from '../db/transaction.ts'
import { blockExpiredLots } from '../stock/expired-lots.ts'
import { type LotChange, lockLots, lotsOf } from '../stock/lots.ts'

type Counted = { product_id: string; counted_quantity: number }
/** A counted lot of a product. */
type LotOfProduct = CountedLot & { product_id: string }

/** Adds a counted quantity of a lot, whose product is in the count; several entries of a lot add up. */
export async function addCountedLot(
  tx: Tx,
  { count_id, product_id }: { count_id: string; product_id: string },
  { code, expires_on = null, expiry_kind }: LotLabel,
  quantity: number,
) {
  const kind = expires_on === null ? null : (expiry_kind ?? 'skt')
  await sql`
    insert into stock_count_lots (count_id, product_id, code, expires_on, expiry_kind, counted_quantity)
    values (${count_id}, ${product_id}, ${code}, ${expires_on}, ${kind}, ${quantity})
    on conflict (count_id, product_id, lower(code collate "C"), expires_on)
    do update set counted_quantity = stock_count_lots.counted_quantity + excluded.counted_quantity`.execute(tx)
}

/** The counted lots of these counts in counting order. */
export function countedLots(db: Database, countIds: string[]): Promise<(LotOfProduct & { count_id: string })[]> {
  return db
    .selectFrom('stock_count_lots')
    .select(['count_id', 'product_id', 'code', 'expires_on', 'expiry_kind', 'counted_quantity'])
    .where('count_id', '=', sql<string>`any(${countIds}::uuid[])`)
    .orderBy('position')
    .execute()
}

/** The counted quantity of a product that is in lots. */
export async function quantityInLots(tx: Tx, count_id: string, product_id: string): Promise<number> {
  const { sum } = await tx
    .selectFrom('stock_count_lots')
    .select(sql<number>`coalesce(sum(counted_quantity), 0)::bigint`.as('sum'))
    .where('count_id', '=', count_id)
    .where('product_id', '=', product_id)
    .executeTakeFirstOrThrow()
  return sum
}

/**
 * The changes that set the lots of products that were counted by lot to their counted quantities: lots that were not
 * found have nothing left, unknown ones are created, and those past their use-by date are blocked. The stock of the
 * products must be locked.
 */
export async function lotChangesOf(
  tx: Tx,
  count_id: string,
  counted: readonly Counted[],
  now: Date,
): Promise<Map<string, LotChange[]>> {
  const present = new Set(counted.map(({ product_id }) => product_id))
  const found = (await countedLots(tx, [count_id])).filter(({ product_id }) => present.has(product_id))
  const products = [...new Set(found.map(({ product_id }) => product_id))]
  const changes = new Map<string, LotChange[]>()
  if (products.length === 0) return changes
  const wanted = found.map(lot => ({ product_id: lot.product_id, label: lot, supplier: null, delivery_note: null }))
  const ids = await lotsOf(tx, wanted, now)
  for (const product_id of products) await blockExpiredLots(tx, { product_id, lotIds: ids, now })
  const quantities = new Map(ids.map((id, i) => [id, found[i]?.counted_quantity ?? 0]))
  for (const lot of await lockLots(tx, products, ids)) {
    const quantity = quantities.get(lot.id) ?? 0
    const own = changes.get(lot.product_id) ?? []
    changes.set(lot.product_id, [...own, { lot_id: lot.id, on_hand: quantity - lot.on_hand }])
  }
  return changes
}

/** The change of each product's quantity reserved in blocked lots by finalizing a count; other reservations stay. */
export async function blockedChanges(db: Database, count_id: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ product_id: string; change: number }>`
    with by_lot as (select * from stock_count_lots where count_id = ${count_id}),
    blocked as (
      select item.product_id, item.counted_quantity, sum(lots.on_hand) as on_hand,
        coalesce(sum(by_lot.counted_quantity), 0) as found
      from stock_count_items item join lots on lots.product_id = item.product_id and blocked_at is not null
      left join by_lot on by_lot.product_id = lots.product_id
        and lower(by_lot.code collate "C") = lower(lots.code collate "C")
        and coalesce(by_lot.expires_on, 'infinity') = coalesce(lots.expires_on, 'infinity')
      where item.count_id = ${count_id}
      group by item.product_id, item.counted_quantity
    )
    select product_id, (case when product_id in (select product_id from by_lot) then found
      else least(on_hand, counted_quantity) end - on_hand)::bigint as change
    from blocked`.execute(db)
  return new Map(rows.map(({ product_id, change }) => [product_id, change]))
}

/** The lots of products that were counted by lot, with their counted quantity and that on hand, by product. */
export async function lotDifferences(db: Database, count_id: string) {
  const { rows } = await sql<LotOfProduct & { on_hand: number }>`
    with counted as (select * from stock_count_lots where count_id = ${count_id}),
    known as (
      select * from lots where on_hand > 0 and product_id in (select product_id from counted)
    )
    select coalesce(counted.product_id, known.product_id) as product_id, coalesce(known.code, counted.code) as code,
      coalesce(counted.expires_on, known.expires_on) as expires_on,
      coalesce(counted.expiry_kind, known.expiry_kind) as expiry_kind,
      coalesce(counted_quantity, 0) as counted_quantity, coalesce(known.on_hand, 0) as on_hand
    from counted full join known on known.product_id = counted.product_id
      and lower(known.code collate "C") = lower(counted.code collate "C")
      and coalesce(known.expires_on, 'infinity') = coalesce(counted.expires_on, 'infinity')
    order by expires_on nulls last, code`.execute(db)
  return grouped(rows, ({ product_id }) => product_id)
}
