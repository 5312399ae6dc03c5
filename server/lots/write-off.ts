import { sql } from 'kysely'
import type { WriteOff } from '#contract/lot-changes.ts'
import type { Lot } from '#contract/lots.ts'
import { formatNumber, type Kurus } from '#contract/money.ts'
import { record } from '../audit/audit.ts'
import type { Database } from '../db/tables.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { keyedList, type List } from '../http/lists.ts'
import { refuse } from '../http/refusal.ts'
import { type Period, within } from '../http/search-condition.ts'
import { refuseOtherUnitOf, unitBeforeChange } from '../stock/changed-units.ts'
import { move } from '../stock/ledger.ts'
import { readLot } from './lists.ts'
import { lockLot } from './locked-lot.ts'
import { replacePicksOf } from './picks.ts'

type By = { actor: Actor; now: Date }

/**
 * Takes goods of a lot off the shelf, with a reason. Refuses with `lot_too_little` if less is on hand, and with
 * `invalid_input` if the user saw another `unit`. Goods written off a blocked lot are no longer reserved; reservations
 * of orders stay. Open orders that would get a lot that is empty now get other lots, as far as there are any.
 */
export function writeOffLot(
  db: Database,
  { actor, now }: By,
  id: string,
  { quantity, reason, unit }: { quantity: number; reason: string; unit?: string | undefined },
): Promise<Lot> {
  return inTransaction(db, async tx => {
    const { lot } = await lockLot(tx, id)
    await refuseOtherUnitOf(tx, lot.product_id, unit)
    if (lot.on_hand < quantity) refuse('lot_too_little', formatNumber(lot.on_hand))
    const goods = { product_id: lot.product_id, on_hand: -quantity, lots: [{ lot_id: id, on_hand: -quantity }] }
    await move(tx, [goods], { reason: 'write_off', actor, now, note: reason })
    if (lot.on_hand === quantity) await replacePicksOf(tx, lot, now)
    const left = await readLot(tx, id)
    const { product_name, code, expires_on } = left
    const after = { product_name, code, expires_on, quantity, reason }
    await record(tx, { actor, now }, [{ action: 'written_off', entity: 'lot', entity_id: id, after }])
    return left
  })
}

/** What was written off between two calendar days (Istanbul time), newest first. */
export function listWriteOffs(db: Database, period: Period): List<WriteOff> {
  return keyedList(writeOffs(db, period).select(SHOWN), {
    direction: 'desc',
    key: [{ ref: 'lot_ledger.id', kind: 'number', of: row => row.id }],
    item: row => row,
  })
}

/**
 * How often goods were written off in a period, and their worth in kuruş at today's prices. That of goods in a unit that
 * their product no longer has, or of a deleted product, is unknown: it is not part of the sum.
 */
export function writeOffFigures(db: Database, period: Period) {
  return db
    .selectFrom(writeOffs(db, period).select(VALUE.as('value')).as('write_off'))
    .select(eb => [
      eb.fn.countAll<number>().as('count'),
      sql<Kurus>`coalesce(sum(value), 0)`.as('value'),
      sql<number>`count(*) - count(value)`.as('count_without_value'),
    ])
    .executeTakeFirstOrThrow()
}

function writeOffs(db: Database, period: Period) {
  return db
    .selectFrom('lot_ledger')
    .innerJoin('lots', 'lots.id', 'lot_id')
    .leftJoin('products', 'products.id', 'product_id')
    .where('reason', '=', 'write_off')
    .where(within('lot_ledger.created_at', period))
}

/** The unit that the product had when the goods were written off, according to the audit trail. */
const UNIT = sql<string | null>`coalesce(
  ${unitBeforeChange(sql.ref('products.id'), sql.ref('lot_ledger.created_at'))}, products.unit)`
const VALUE = sql<Kurus | null>`case when ${UNIT} = products.unit then -on_hand_change * products.price end`
/** The name of a product that has been deleted since is in the audit entry. */
const NAME = sql<string | null>`coalesce(products.name, (
  select after ->> 'product_name' from audit_log
  where entity = 'lot' and entity_id = lots.id::text and action = 'written_off' limit 1))`

const SHOWN = [
  'lot_ledger.id',
  'lot_ledger.created_at',
  'lot_id',
  'code',
  'lots.expires_on',
  'lots.expiry_kind',
  'lots.product_id',
  NAME.as('product_name'),
  'brand',
  UNIT.as('unit'),
  'warehouse',
  sql<number>`-on_hand_change`.as('quantity'),
  VALUE.as('value'),
  'lot_ledger.note as reason',
  'lot_ledger.actor_name',
] as const
