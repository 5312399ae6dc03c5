import { sql } from 'kysely'
import type { Tx } from '../db/transaction.ts'
import { inBatches } from './batches.ts'
import type { KnownChange, StockChoice } from './import-plan.ts'

/**
 * Adds a note to changes of a unit whose product has goods in lots that the workbook does not set: their quantities were
 * entered in the former unit.
 */
export async function addLotUnitNotes(tx: Tx, changes: KnownChange[], { stock }: StockChoice): Promise<KnownChange[]> {
  const changing = new Set(changes.flatMap(({ before, after }) => (before.unit === after.unit ? [] : before.id)))
  const set = stock === 'keep' ? [] : changes.flatMap(({ lot }) => lot?.known?.id ?? [])
  const left = new Set<string>()
  for (const batch of inBatches([...changing])) {
    const lots = await tx
      .selectFrom('lots')
      .select('product_id')
      .where('product_id', '=', sql<string>`any(${batch}::uuid[])`)
      .where('on_hand', '>', 0)
      .where('id', '<>', sql<string>`all(${set}::uuid[])`)
      .execute()
    for (const { product_id } of lots) left.add(product_id)
  }
  return changes.map(change => {
    const { before, after, notes = [] } = change
    return before.unit === after.unit || !left.has(before.id)
      ? change
      : { ...change, notes: [...notes, noteOn(before.unit)] }
  })
}

const noteOn = (unit: string) => `Partileri eski birimde (${unit}) yazılmıştı; ürünü partileriyle sayın`
