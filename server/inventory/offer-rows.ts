import { sql } from 'kysely'
import type { Tx } from '../db/transaction.ts'
import { inBatches } from './batches.ts'
import type { ExistingProductRow } from './import-plan.ts'

/** The rows, those of offers without their VAT rates, which are always those of the products that they belong to. */
export async function withoutVatOfOffers(tx: Tx, rows: ExistingProductRow[]): Promise<ExistingProductRow[]> {
  const offers = new Set<string>()
  for (const batch of inBatches(rows)) {
    const found = await tx
      .selectFrom('offers')
      .select('product_id')
      .where('product_id', '=', sql<string>`any(${batch.map(({ id }) => id)}::uuid[])`)
      .execute()
    for (const { product_id } of found) offers.add(product_id)
  }
  return rows.map(row => {
    const { vat_rate: _, ...fields } = row.fields
    return offers.has(row.id) ? { ...row, fields } : row
  })
}
