import { sql } from 'kysely'
import type { CountedLot, MovedSince } from '#contract/counts.ts'
import { type ExpiryKind, expiryKindOf, expiryLetters, expiryText, type LotLabel } from '#contract/lot-labels.ts'
import { hasToBeBlocked } from '#contract/lots.ts'
import { istanbulDay } from '#contract/turkish.ts'
import { groupBy } from '../db/group-by.ts'
import type { Database } from '../db/tables.ts'
import type { Tx } from '../db/transaction.ts'
import { refuse, refuseField } from '../http/refusal.ts'
import { blockExpiredLots } from '../stock/expired-lots.ts'
import {
  findOrCreateLots,
  isBlocked,
  isReleasedAs,
  type LotChange,
  lockLots,
  otherKinds,
  type StoredLot,
} from '../stock/lots.ts'
import { ARRIVED_AND_LEFT } from './moved-since.ts'
import { takeDatesSince, withDatesSince } from './undated-lots.ts'

type Counted = { product_id: string; product_name: string; counted_quantity: number }
/** A counted lot of a product. */
type LotOfProduct = CountedLot & { product_id: string }

type InCount = { count_id: string; product_id: string }

/**
 * Adds a counted quantity of a lot, whose product is in the count; several entries of a lot add up. Refuses a label
 * without an expiry that several lots have, and one with the other kind of expiry than its lot, if that has goods or is
 * in the count. One that states no kind takes the lot's.
 */
export async function addCountedLot(tx: Tx, where: InCount, label: LotLabel, quantity: number) {
  const { count_id, product_id } = where
  const counted = await countedLots(tx, [count_id], product_id)
  const labels = [...counted, label].map(one => ({ product_id, label: one }))
  const other = (await otherKinds(tx, labels)).find(({ at }) => at === counted.length)
  if (other) {
    const known = expiryText(other.label.expires_on, other.kind)
    const detail = other.isStored
      ? `partisi ${known} olarak kayıtlı; tarih türünü ${expiryLetters(other.kind)} yapın`
      : `partisi bu sayımda ${known} olarak sayıldı; paket öyle değilse ürünü sayımdan çıkarıp yeniden sayın`
    refuseField('invalid_input', 'lot', `“${label.code}” ${detail}`)
  }
  const { code, expires_on = null, expiry_kind } = label.expires_on ? label : await undatedLot(tx, where, label)
  const kind = expires_on === null ? null : expiryKindOf(expiry_kind ?? (await kindOf(tx, where, { code, expires_on })))
  await sql`
    insert into stock_count_lots (count_id, product_id, code, expires_on, expiry_kind, counted_quantity)
    values (${count_id}, ${product_id}, ${code}, ${expires_on}, ${kind}, ${quantity})
    on conflict (count_id, product_id, lower(code collate "C"), expires_on)
    do update set counted_quantity = stock_count_lots.counted_quantity + excluded.counted_quantity`.execute(tx)
}

/** The kind of expiry of the lot with this code and date, if it is in the count or known. */
async function kindOf(tx: Tx, { count_id, product_id }: InCount, { code, expires_on }: LotLabel) {
  const { rows } = await sql<{ expiry_kind: ExpiryKind }>`
    select expiry_kind from (
      select expiry_kind, code, expires_on, 1 as place from stock_count_lots
      where count_id = ${count_id} and product_id = ${product_id}
      union all
      select expiry_kind, code, expires_on, 2 from lots where product_id = ${product_id}
    ) as lot
    where lower(code collate "C") = lower(${code} collate "C") and expires_on = ${expires_on}
    order by place limit 1`.execute(tx)
  return rows[0]?.expiry_kind
}

/**
 * The lot that a label without an expiry names, as not every code on a package has one: that without an expiry, or else
 * the only one with its code. Lots that are on hand or in the count come before those of which nothing is left.
 */
async function undatedLot(tx: Tx, { count_id, product_id }: InCount, { code }: LotLabel): Promise<LotLabel> {
  const { rows } = await sql<LotLabel & { is_present: boolean }>`
    select max(code) as code, expires_on, min(expiry_kind) as expiry_kind, bool_or(is_present) as is_present from (
      select code, expires_on, expiry_kind, on_hand > 0 as is_present from lots where product_id = ${product_id}
      union all
      select code, expires_on, expiry_kind, true from stock_count_lots
      where count_id = ${count_id} and product_id = ${product_id}
    ) as lot
    where lower(code collate "C") = lower(${code} collate "C")
    group by expires_on`.execute(tx)
  const present = rows.filter(({ is_present }) => is_present)
  const among = present.length > 0 ? present : rows
  const undated = among.find(({ expires_on }) => expires_on === null)
  if (!undated && among.length > 1)
    refuseField('invalid_input', 'lot', `“${code}” partisi birden çok tarihle kayıtlı; tarihini de seçin`)
  return undated ?? among[0] ?? { code }
}

/** The counted lots of these counts, or only those of one product, in counting order. */
export function countedLots(
  db: Database,
  countIds: string[],
  product_id?: string,
): Promise<(LotOfProduct & { count_id: string })[]> {
  const lots = db
    .selectFrom('stock_count_lots')
    .select(['count_id', 'product_id', 'code', 'expires_on', 'expiry_kind', 'counted_quantity'])
    .where('count_id', '=', sql<string>`any(${countIds}::uuid[])`)
    .orderBy('position')
  return (product_id ? lots.where('product_id', '=', product_id) : lots).execute()
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
 * found have nothing left, unknown ones are created, and those past their use-by date are blocked. Refuses with
 * `count_expiry_differs` if a lot has goods with the other kind of expiry, which it got after it was counted, and as
 * `takeDatesSince`. The stock of the products must be locked.
 */
export async function lotChangesOf(
  tx: Tx,
  count_id: string,
  counted: readonly Counted[],
  now: Date,
): Promise<Map<string, LotChange[]>> {
  await takeDatesSince(tx, count_id, counted)
  const present = new Set(counted.map(({ product_id }) => product_id))
  const found = (await countedLots(tx, [count_id])).filter(({ product_id }) => present.has(product_id))
  const products = [...new Set(found.map(({ product_id }) => product_id))]
  const changes = new Map<string, LotChange[]>()
  if (products.length === 0) return changes
  const wanted = found.map(lot => ({ product_id: lot.product_id, label: lot, supplier: null, delivery_note: null }))
  const others = await otherKinds(tx, wanted)
  if (others.length > 0)
    refuse('count_expiry_differs', others.map(other => otherKindText(counted, found[other.at]!, other.kind)).join(', '))
  const ids = await findOrCreateLots(tx, wanted, now)
  const lots = groupBy(await lockLots(tx, products, ids), ({ product_id }) => product_id)
  const quantities = new Map(ids.map((id, i) => [id, found[i]?.counted_quantity ?? 0]))
  const today = istanbulDay(now)
  for (const [product_id, own] of lots) {
    if (own.some(lot => hasToBeBlocked(lot, today)))
      await blockExpiredLots(tx, { product_id, lotIds: own.map(({ id }) => id), now })
    const change = ({ id, on_hand }: StoredLot) => ({ lot_id: id, on_hand: (quantities.get(id) ?? 0) - on_hand })
    changes.set(product_id, own.map(change))
  }
  return changes
}

/** A counted lot with the kind that it was counted with, and that of its goods: 'Ezine L1 (SKT sayıldı, TETT kayıtlı)'. */
const otherKindText = (
  counted: readonly Counted[],
  { product_id, code, expiry_kind }: LotOfProduct,
  kind: ExpiryKind,
) => {
  const name = counted.find(one => one.product_id === product_id)?.product_name ?? ''
  const [was, is] = [expiryKindOf(expiry_kind), kind].map(expiryLetters)
  return `${name} ${code} (${was} sayıldı, ${is} kayıtlı)`
}

/** A lot of a product that was counted by lot, with what was on hand of it: nothing of an unknown one. */
type LotDifference = LotOfProduct & Pick<StoredLot, 'on_hand'>
/** A `LotDifference` of an open count, with what finalizing it needs to know. */
type LotBefore = LotDifference &
  Pick<StoredLot, 'blocked_at' | 'blocked_by_admin_name' | 'sold_past_expiry'> & { moved?: MovedSince }

/**
 * The lots of products that were counted by lot, with their counted quantity, that on hand and what has moved since, as
 * a map by product id.
 */
export async function lotDifferences(db: Database, count_id: string): Promise<Map<string, LotBefore[]>> {
  const { rows } = await sql<LotBefore & MovedSince>`
    with counted as (${withDatesSince(count_id)}),
    known as (
      select lots.*, arrived, "left" from lots join stock_count_items as item using (product_id)
      cross join lateral (
        select ${ARRIVED_AND_LEFT} from lot_ledger where lot_id = lots.id and lot_ledger.id > last_lot_movement_id
      ) as moved
      where item.count_id = ${count_id} and product_id in (select product_id from counted)
    )
    select ${LABEL}, coalesce(counted_quantity, 0) as counted_quantity, coalesce(known.on_hand, 0) as on_hand,
      blocked_at, blocked_by_admin_name, coalesce(sold_past_expiry, false) as sold_past_expiry, arrived, "left"
    from ${COUNTED_AND_KNOWN}
    where counted.product_id is not null or known.on_hand > 0
    order by expires_on nulls last, code`.execute(db)
  const lots = rows.map(({ arrived, left, ...lot }) => (arrived === left ? lot : { ...lot, moved: { arrived, left } }))
  return groupBy(lots, ({ product_id }) => product_id)
}

/** As `lotDifferences`, but for a finalized count: the quantities before it are taken from the lots' ledger. */
export async function finalizedLotDifferences(db: Database, count_id: string): Promise<Map<string, LotDifference[]>> {
  const { rows } = await sql<LotDifference>`
    with counted as (select * from stock_count_lots where count_id = ${count_id}),
    known as (
      select lots.*, on_hand_after, on_hand_after - on_hand_change as on_hand_before
      from lots left join lot_ledger on lot_id = lots.id and count_id = ${count_id} and lot_ledger.reason = 'count'
      where product_id in (select product_id from counted)
    )
    select ${LABEL}, coalesce(on_hand_after, counted_quantity) as counted_quantity,
      coalesce(on_hand_before, counted_quantity) as on_hand
    from ${COUNTED_AND_KNOWN}
    where counted.product_id is not null or on_hand_after is not null
    order by expires_on nulls last, code`.execute(db)
  return groupBy(rows, ({ product_id }) => product_id)
}

/** A lot without goods gets the counted kind of expiry (`findOrCreateLots`). */
const LABEL = sql`coalesce(counted.product_id, known.product_id) as product_id,
  coalesce(known.code, counted.code) as code, coalesce(counted.expires_on, known.expires_on) as expires_on,
  case when known.on_hand > 0 then known.expiry_kind else coalesce(counted.expiry_kind, known.expiry_kind) end
    as expiry_kind`

/** Each counted lot with the known one of the same label. */
const COUNTED_AND_KNOWN = sql`counted full join known on known.product_id = counted.product_id
  and lower(known.code collate "C") = lower(counted.code collate "C")
  and coalesce(known.expires_on, 'infinity') = coalesce(counted.expires_on, 'infinity')`

/**
 * By how much finalizing a count changes each product's quantity in blocked lots, as a map by product id; `byLot` is
 * the result of `lotDifferences`.
 */
export async function blockedQuantityChanges(
  db: Database,
  count_id: string,
  byLot: ReadonlyMap<string, readonly LotBefore[]>,
  now: Date,
): Promise<Map<string, number>> {
  const today = istanbulDay(now)
  const { rows } = await sql<{ product_id: string; change: number }>`
    select item.product_id, (least(sum(on_hand), counted_quantity) - sum(on_hand))::bigint as change
    from stock_count_items item join lots on lots.product_id = item.product_id and blocked_at is not null
    where count_id = ${count_id} and item.product_id <> all(${[...byLot.keys()]}::uuid[])
    group by item.product_id, counted_quantity`.execute(db)
  const changes = new Map(rows.map(({ product_id, change }) => [product_id, change]))
  for (const [product_id, lots] of byLot)
    changes.set(
      product_id,
      lots.reduce((sum, lot) => sum + blockedChange(lot, today), 0),
    )
  return changes
}

/** The change of what is on hand of a lot while it is blocked. */
function blockedChange(lot: LotBefore, today: string) {
  const before = isBlocked(lot) ? lot.on_hand : 0
  const staysBlocked = isBlocked(lot) && !(lot.on_hand === 0 && isReleasedAs(lot.expiry_kind, lot))
  return (staysBlocked || hasToBeBlocked(lot, today) ? lot.counted_quantity : 0) - before
}
