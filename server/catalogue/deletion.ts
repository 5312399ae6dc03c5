import { sql } from 'kysely'
import { PRODUCT_FIELD_NAMES, type ProductField } from '#contract/product-fields.ts'
import { record } from '../audit/audit.ts'
import type { Database } from '../db/tables.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { refuse } from '../http/refusal.ts'
import { refreshCatalogue } from '../stock/catalogue-screens.ts'
import { inLira, lockProducts, nextEditTime } from './products.ts'

type By = { actor: Actor<'admin'>; now: Date }

/**
 * Deletes a product that was never ordered. A product that was `ordered` is deactivated instead, as orders still refer
 * to it, and so is one that is or has an offer (`offered`). Returns which case applied.
 */
export async function deleteProduct(db: Database, by: By, id: string): Promise<'deleted' | 'ordered' | 'offered'> {
  return inTransaction(db, async tx => {
    const { deleted } = await removeProducts(tx, [id], by)
    if (deleted > 0) return 'deleted'
    const stays = await tx
      .selectFrom('products')
      .select(WAS_ORDERED.as('wasOrdered'))
      .where('id', '=', id)
      .executeTakeFirst()
    if (!stays) refuse('not_found')
    return stays.wasOrdered ? 'ordered' : 'offered'
  })
}

const WAS_ORDERED = sql<boolean>`exists (
  select from stock_ledger where stock_ledger.product_id = products.id and order_id is not null)`

export type Removed = { deleted: number; deactivated: number }

/**
 * Deletes the products that were never ordered and deactivates the others. A product stays even if its orders have
 * been deleted since, as the ledger refers to it, and if it is or has an offer.
 */
export async function removeProducts(tx: Tx, ids: string[], by: By): Promise<Removed> {
  // Waits for running orders and blocks new ones, so that no order can contain a product that is being deleted.
  await lockProducts(tx, ids)
  const deleted = await tx
    .deleteFrom('products')
    .where('id', '=', anyOf(ids))
    .where(sql<boolean>`not ${WAS_ORDERED}`)
    .where(sql<boolean>`not exists (select from offers where products.id in (source_id, offers.product_id))`)
    .returning(['id', ...RECORDED])
    // The stock is deleted with the product, and its movements and lots keep no sign of that.
    .returning(sql<number | null>`(select on_hand from stock where product_id = products.id)`.as('stock_quantity'))
    .execute()
  const deactivated = await tx
    .updateTable('products')
    .set({ is_active: false, updated_at: nextEditTime(by.now) })
    .where('id', '=', anyOf(ids))
    .where('is_active', '=', true)
    .returning('id')
    .execute()
  refreshCatalogue(tx)
  await record(tx, by, [
    ...deleted.map(({ id, stock_quantity, ...fields }) => {
      const before = inLira({ ...fields, ...(stock_quantity && { stock_quantity }) })
      return { action: 'deleted', entity: 'product', entity_id: id, before } as const
    }),
    ...deactivated.map(({ id }) => {
      const change = { before: { is_active: true }, after: { is_active: false } }
      return { action: 'deactivated', entity: 'product', entity_id: id, ...change } as const
    }),
  ])
  return { deleted: deleted.length, deactivated: deactivated.length }
}

const UNRECORDED = ['stock_quantity', 'expected_stock_date', 'image_url', 'description'] as const
/** The fields of a deleted product that the audit trail stores, besides its quantity on hand. */
const RECORDED = PRODUCT_FIELD_NAMES.filter(
  (field): field is Exclude<ProductField, (typeof UNRECORDED)[number]> => !UNRECORDED.some(name => name === field),
)

const anyOf = (ids: string[]) => sql<string>`any(${ids}::uuid[])`
