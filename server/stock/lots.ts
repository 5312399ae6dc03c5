import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { type ExpiryKind, expiryKindOf, type LotLabel, lotCodeKey } from '#contract/lot-labels.ts'
import { isBlockedByAdmin } from '#contract/lots.ts'
import type { LedgerReason } from '#contract/stock.ts'
import { record } from '../audit/audit.ts'
import { groupBy } from '../db/group-by.ts'
import type { Tables } from '../db/tables.ts'
import { queueStatement, statementOf, type Tx } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'

export type StoredLot = Selectable<Tables['lots']>
/** The message for a lot of a product whose lots are not tracked. */
export const LOT_TRACKING_OFF = 'Bu ürünün parti takibi kapalıdır'

/** Whether a row of `products` is an offer, whose goods come from a lot near its expiry and never from a supplier. */
export const IS_OFFER = sql<boolean>`exists (select from offers where offers.product_id = products.id)`
/** `IS_OFFER` as a lookup in each row: with `exists`, each page would read all offers. */
export const OFFER_FLAG = sql<boolean>`coalesce((select true from offers where offers.product_id = products.id), false)`

/**
 * The quantity on hand of a row of `products` in blocked lots: the part of its reserved quantity that no order holds.
 */
export const IN_BLOCKED_LOTS = sql<number>`(
  select coalesce(sum(lots.on_hand), 0)::bigint from lots
  where lots.product_id = products.id and lots.blocked_at is not null)`

/**
 * The part of `IN_BLOCKED_LOTS` that open orders keep, as it may have left already: it is in the reserved quantity twice.
 */
export const KEPT_IN_BLOCKED_LOTS = sql<number>`(
  select coalesce(sum(least(lots.on_hand, lots.picked)), 0)::bigint from lots
  where lots.product_id = products.id and lots.blocked_at is not null)`

/** A change of the quantity on hand of a lot. */
export type LotChange = { lot_id: string; on_hand: number }

/** The part of a movement that concerns the lots of its product. */
type Movement = { product_id: string; on_hand?: number; lots?: readonly LotChange[] }
type Cause = { reason: LedgerReason; actor: Actor | undefined; now: Date; order_id?: string; count_id?: string }

/** The order in which lots leave: those that expire first, then those that came first. */
export const byExpiry = (a: StoredLot, b: StoredLot) =>
  compare(a.expires_on ?? '9999', b.expires_on ?? '9999') ||
  compare(a.received_at, b.received_at) ||
  compare(a.id, b.id)

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Locks the lots of products whose stock is locked, in id order: those on hand, and the given ones. */
export async function lockLots(tx: Tx, productIds: readonly string[], lotIds: readonly string[] = []) {
  const { rows } = await tx.executeQuery(
    statementOf<StoredLot>(
      `select * from lots where product_id = any($1::uuid[]) and (on_hand > 0 or id = any($2::uuid[])) order by id for update`,
      [productIds, lotIds],
    ).compile(),
  )
  return rows
}

/** The effect of a movement on lots: each change, the sum for all lots, and the sum for blocked (reserved) lots. */
type LotEffect = { changes: LotChange[]; in_lots: number; blocked: number }

/**
 * The lots that a movement changes: the lots that it names and, if it takes more than the goods without a lot, the lots
 * that leave first: goods that are not picked for orders before others, and blocked lots last.
 */
export function effectOn(
  lots: readonly StoredLot[],
  withoutLot: number,
  { on_hand = 0, lots: named = [] }: Pick<Movement, 'on_hand' | 'lots'>,
): LotEffect {
  const left = new Map(lots.map(lot => [lot.id, lot.on_hand]))
  const changes = new Map<string, number>()
  const change = (id: string, by: number) => {
    left.set(id, (left.get(id) ?? 0) + by)
    changes.set(id, (changes.get(id) ?? 0) + by)
  }
  for (const { lot_id, on_hand: by } of named) change(lot_id, by)
  const rest = on_hand - named.reduce((sum, { on_hand: by }) => sum + by, 0)
  let missing = Math.max(0, -(withoutLot + rest))
  const leaving = lots.toSorted((a, b) => Number(isBlocked(a)) - Number(isBlocked(b)) || byExpiry(a, b))
  const take = (lot: StoredLot, kept: number) => {
    const by = Math.min(missing, Math.max(0, (left.get(lot.id) ?? 0) - kept))
    if (by > 0) change(lot.id, -by)
    missing -= by
  }
  for (const lot of leaving) if (!isBlocked(lot)) take(lot, lot.picked)
  for (const lot of leaving) take(lot, 0)
  const changed = [...changes].filter(([, by]) => by !== 0).map(([lot_id, by]) => ({ lot_id, on_hand: by }))
  const blockedIds = new Set(lots.filter(isBlocked).map(({ id }) => id))
  const sumOf = (some: LotChange[]) => some.reduce((sum, { on_hand: by }) => sum + by, 0)
  return {
    changes: changed,
    in_lots: sumOf(changed),
    blocked: sumOf(changed.filter(one => blockedIds.has(one.lot_id))),
  }
}

export const isBlocked = (lot: Pick<StoredLot, 'blocked_at'>) => lot.blocked_at !== null

/** The quantity of a lot that is not picked for open orders. */
export const freeOf = (lot: Pick<StoredLot, 'on_hand' | 'picked'>) => Math.max(0, lot.on_hand - lot.picked)

/** The effects of movements on lots, by the position of the movement. The stock of their products must be locked. */
export async function lotEffects(tx: Tx, moves: readonly Movement[]): Promise<Map<number, LotEffect>> {
  const effects = new Map<number, LotEffect>()
  const moving = moves.filter(({ on_hand, lots }) => on_hand || lots)
  if (moving.length === 0) return effects
  const ids = moving.map(({ product_id }) => product_id)
  const named = moving.flatMap(({ lots = [] }) => lots.map(({ lot_id }) => lot_id))
  const lots = await lockLots(tx, ids, named)
  if (lots.length === 0) return effects
  const stock = await tx
    .selectFrom('stock')
    .select(['product_id', sql<number>`on_hand - in_lots`.as('rest')])
    .where('product_id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  const withoutLot = new Map(stock.map(({ product_id, rest }) => [product_id, rest]))
  const ofProducts = groupBy(lots, ({ product_id }) => product_id)
  for (const [at, move] of moves.entries()) {
    const own = ofProducts.get(move.product_id) ?? []
    if (own.length > 0 && (move.on_hand || move.lots))
      effects.set(at, effectOn(own, withoutLot.get(move.product_id) ?? 0, move))
  }
  return effects
}

/** Changes the quantities of lots and inserts their ledger rows. */
export async function changeLots(tx: Tx, changes: readonly (LotChange & { note: string | null })[], cause: Cause) {
  const { reason, actor, now, order_id = null, count_id = null } = cause
  const values = [
    changes.map(({ lot_id }) => lot_id),
    changes.map(({ on_hand }) => on_hand),
    changes.map(({ note }) => note),
    now,
    reason,
    actor?.id ?? null,
    actor?.name ?? null,
    order_id,
    count_id,
  ]
  await queueStatement(tx, statementOf(CHANGE_LOTS, values))
}

const CHANGE_LOTS = `
  with change as (
    select * from unnest($1::uuid[], $2::bigint[], $3::text[]) as change (lot_id, on_hand, note)
  ), changed as (
    update lots set on_hand = lots.on_hand + change.on_hand from change where lots.id = change.lot_id
    returning lots.id, lots.on_hand
  )
  insert into lot_ledger (created_at, lot_id, reason, on_hand_change, on_hand_after, actor_id, actor_name, order_id, count_id, note)
  select $4::timestamptz, lot_id, $5, change.on_hand, changed.on_hand, $6::uuid, $7, $8, $9, note
  from change join changed on changed.id = lot_id order by lot_id`

/** A received lot: its label and where it came from. */
type NewLot = { product_id: string; label: LotLabel; supplier: string | null; delivery_note: string | null }

/**
 * Finds the lots with these labels and creates those that are unknown, without goods; resolves to their ids in this
 * order. The stock of their products must be locked. Codes that differ in capitals only are the same; with another
 * expiry it is another lot. A lot without goods gets the kind of expiry that its label states, so that a mistyped one
 * can be mended (`changeKind`); any other keeps its own (`otherKinds` finds those).
 */
export async function findOrCreateLots(tx: Tx, wanted: readonly NewLot[], now: Date): Promise<string[]> {
  const rows = wanted.map(({ product_id, label, supplier, delivery_note }) => ({
    id: randomUUID(),
    product_id,
    code: label.code,
    expires_on: label.expires_on ?? null,
    expiry_kind: label.expires_on ? expiryKindOf(label.expiry_kind) : null,
    supplier,
    delivery_note,
  }))
  if (rows.length === 0) return []
  // As one JSON value: a statement has at most 65,535 parameters.
  await sql`
    insert into lots (id, product_id, code, expires_on, expiry_kind, supplier, delivery_note, received_at)
    select id, product_id, code, expires_on, expiry_kind, supplier, delivery_note, ${now}
    from jsonb_populate_recordset(null::lots, ${JSON.stringify(rows)}::jsonb)
    on conflict do nothing`.execute(tx)
  const found = await sql<StoredLot>`
    select lots.* from unnest(
      ${rows.map(row => row.product_id)}::uuid[], ${rows.map(row => row.code)}::text[], ${rows.map(row => row.expires_on)}::date[]
    ) with ordinality as wanted (product_id, code, expires_on, position)
    join lots on lots.product_id = wanted.product_id and lower(lots.code collate "C") = lower(wanted.code collate "C")
      and lots.expires_on is not distinct from wanted.expires_on
    order by position`.execute(tx)
  // Several labels may name the same lot.
  const changed = new Set<string>()
  for (const [at, lot] of found.rows.entries()) {
    const kind = wanted[at]?.label.expiry_kind ?? lot.expiry_kind
    if (lot.on_hand > 0 || !lot.expiry_kind || !kind || changed.has(lot.id)) continue
    if (kind === lot.expiry_kind && !isReleasedAs(kind, lot)) continue
    changed.add(lot.id)
    await changeKind(tx, lot, kind, now)
  }
  return found.rows.map(({ id }) => id)
}

/** Why the portal releases a lot. */
const BEST_BEFORE = 'TETT olarak kaydedildi'

type Blocked = Pick<StoredLot, 'blocked_at' | 'blocked_by_admin_name'>

/** Whether a lot without goods is released with this kind of expiry: the portal has blocked it for its SKT. */
export const isReleasedAs = (kind: ExpiryKind | null | undefined, lot: Blocked) =>
  kind === 'tett' && isBlocked(lot) && !isBlockedByAdmin(lot)

/**
 * Changes the kind of expiry of a lot without goods. If the portal has blocked it for its use-by date (SKT), which was
 * none, it is released.
 */
async function changeKind(tx: Tx, lot: StoredLot, expiry_kind: ExpiryKind, now: Date) {
  const isReleased = isReleasedAs(expiry_kind, lot)
  const change = { expiry_kind, ...(isReleased && { blocked_at: null, block_reason: null }) }
  await tx.updateTable('lots').set(change).where('id', '=', lot.id).execute()
  if (!isReleased) return
  const cause = { reason: 'lot_released', actor: undefined, now } as const
  await changeLots(tx, [{ lot_id: lot.id, on_hand: 0, note: BEST_BEFORE }], cause)
  const product = await tx.selectFrom('products').select('name').where('id', '=', lot.product_id).executeTakeFirst()
  const { id: entity_id, code, expires_on } = lot
  const after = { product_name: product?.name, code, expires_on, quantity: 0, reason: BEST_BEFORE }
  await record(tx, cause, [{ action: 'released', entity: 'lot', entity_id, after }])
}

/** A label, by its position, whose kind of expiry is not that of its lot. */
type OtherKind = {
  at: number
  label: LotLabel & { expires_on: string; expiry_kind: ExpiryKind }
  /** The kind of the lot, or that of an earlier label. */
  kind: ExpiryKind
  isStored: boolean
}

/**
 * The labels with another kind of expiry than their lot has, of which goods are on hand, or than an earlier label of
 * the same lot states: goods would get a kind that their package does not have. A label that states none takes the
 * lot's.
 */
export async function otherKinds(tx: Tx, labels: readonly Pick<NewLot, 'product_id' | 'label'>[]) {
  const stating = labels.flatMap(({ product_id, label: { code, expires_on, expiry_kind } }, at) =>
    expires_on && expiry_kind ? [{ at, product_id, label: { code, expires_on, expiry_kind } }] : [],
  )
  if (stating.length === 0) return []
  const stored = await tx
    .selectFrom('lots')
    .select(['product_id', 'code', 'expires_on', 'expiry_kind'])
    .where('product_id', '=', sql<string>`any(${stating.map(({ product_id }) => product_id)}::uuid[])`)
    .where('on_hand', '>', 0)
    .execute()
  const keyOf = (product_id: string, { code, expires_on }: LotLabel) =>
    `${product_id} ${lotCodeKey(code)} ${expires_on}`
  const kinds = new Map(
    stored.map(lot => [keyOf(lot.product_id, lot), { kind: expiryKindOf(lot.expiry_kind), isStored: true }]),
  )
  return stating.flatMap(({ at, product_id, label }): OtherKind[] => {
    const key = keyOf(product_id, label)
    const first = kinds.get(key)
    if (!first) kinds.set(key, { kind: label.expiry_kind, isStored: false })
    return first && first.kind !== label.expiry_kind ? [{ at, label, ...first }] : []
  })
}

/**
 * Marks lots as sold past their expiry, as they will get goods of such a lot; not those that have goods already or are
 * blocked.
 */
export async function allowSalePastExpiry(tx: Tx, ids: readonly string[]) {
  if (ids.length === 0) return
  await tx
    .updateTable('lots')
    .set({ sold_past_expiry: true })
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('on_hand', '=', 0)
    .where('blocked_at', 'is', null)
    .execute()
}

/** Changes the quantities that are picked of lots for open orders. The lots must be locked. */
export async function changePicked(tx: Tx, changes: readonly { lot_id: string; by: number }[]) {
  const sums = new Map<string, number>()
  for (const { lot_id, by } of changes) sums.set(lot_id, (sums.get(lot_id) ?? 0) + by)
  const changed = [...sums].filter(([, by]) => by !== 0)
  if (changed.length > 0)
    await queueStatement(tx, statementOf(CHANGE_PICKED, [changed.map(([id]) => id), changed.map(([, by]) => by)]))
}

const CHANGE_PICKED = `
  update lots set picked = picked + change.by from unnest($1::uuid[], $2::bigint[]) as change (lot_id, by)
  where lots.id = change.lot_id`

/** Sets whether the catalogue shows the expiry of a lot, which must be locked. */
export async function setInCatalogue(tx: Tx, id: string, in_catalogue: boolean) {
  await tx.updateTable('lots').set({ in_catalogue }).where('id', '=', id).execute()
}
