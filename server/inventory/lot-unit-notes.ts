import { sql } from 'kysely'
import type { Tx } from '../db/transaction.ts'
import { unitBeforeChange } from '../stock/changed-units.ts'
import { inBatches } from './batches.ts'
import type { KnownChange, StockChoice } from './import-plan.ts'

/**
 * Adds a note to changes of a unit whose product has goods in lots that the workbook does not set, if these moved last
 * while it had another unit than it gets.
 */
export async function addLotUnitNotes(tx: Tx, changes: KnownChange[], { stock }: StockChoice): Promise<KnownChange[]> {
  const changing = new Set(changes.flatMap(({ before, after }) => (before.unit === after.unit ? [] : before.id)))
  const set = stock === 'keep' ? [] : changes.flatMap(({ lot }) => lot?.known?.id ?? [])
  const units = new Map<string, string[]>()
  for (const batch of inBatches([...changing])) {
    const lots = await tx
      .selectFrom('lots')
      .innerJoin('products', 'products.id', 'product_id')
      .where('product_id', '=', sql<string>`any(${batch}::uuid[])`)
      .where('on_hand', '>', 0)
      .where('lots.id', '<>', sql<string>`all(${set}::uuid[])`)
      .select(['product_id', sql<string>`coalesce(${UNIT_AT_LAST_MOVEMENT}, products.unit)`.as('unit')])
      .distinct()
      .orderBy('product_id')
      .orderBy('unit')
      .execute()
    for (const { product_id, unit } of lots) units.set(product_id, [...(units.get(product_id) ?? []), unit])
  }
  return changes.map(change => {
    const { before, after, notes = [] } = change
    const former = before.unit === after.unit ? [] : (units.get(before.id) ?? []).filter(unit => unit !== after.unit)
    return former.length > 0 ? { ...change, notes: [...notes, noteOn(former)] } : change
  })
}

/** The product's unit at the lot's last movement; null if it has not changed since. */
const UNIT_AT_LAST_MOVEMENT = unitBeforeChange(
  sql.ref('products.id'),
  sql`(select lot_ledger.created_at from lot_ledger where lot_id = lots.id order by lot_ledger.id desc limit 1)`,
)

const noteOn = (units: readonly string[]) =>
  `Partileri eski birimle (${units.join(', ')}) girilmişti; ürünü partileriyle sayın`
