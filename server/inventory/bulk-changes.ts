import { type DatedProduct, EXPECTED_DAY_PAST } from '#contract/inventory.ts'
import { formatNumber } from '#contract/money.ts'
import { MAIN_WAREHOUSE, type Warehouse } from '#contract/products.ts'
import { istanbulDay } from '#contract/turkish.ts'
import { removeProducts } from '../catalogue/deletion.ts'
import { setExpectedDates } from '../catalogue/expected-dates.ts'
import type { Database } from '../db/tables.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { refuse, refuseField } from '../http/refusal.ts'

type By = { actor: Actor<'admin'>; now: Date }

/**
 * Sets the expected date of products, today in Istanbul or later. Deleted products, offers, and products whose date
 * differs from the one in `seen`, are skipped.
 */
export async function updateExpectedDates(
  db: Database,
  by: By,
  {
    product_ids,
    expected_stock_date: day,
    seen = [],
  }: { product_ids: string[]; expected_stock_date: string; seen?: DatedProduct[] | undefined },
) {
  if (day < istanbulDay(by.now)) refuseField('invalid_input', 'expected_stock_date', EXPECTED_DAY_PAST)
  const seenDates = new Map(seen.map(product => [product.product_id, product.expected_stock_date]))
  const dateChanges = product_ids.map(id => {
    const from = seenDates.get(id)
    return { id, to: day, ...(from !== undefined && { from }) }
  })
  const { set, changed, offers } = await setExpectedDates(db, by, dateChanges)
  if (set.length + changed.length + offers.length === 0)
    refuseField('invalid_input', 'product_ids', 'Seçtiğiniz ürünler silinmiş')
  if (set.length + changed.length === 0) refuseField('offer_not_expected', 'product_ids')
  return { updated_count: set.length, ...(seen.length > 0 && { changed_ids: changed }) }
}

/** Gives products their former date, or none, if they still have the date that a bulk update set, or that was shown. */
export async function restoreExpectedDates(
  db: Database,
  by: By,
  { products, expected_stock_date: from }: { products: DatedProduct[]; expected_stock_date: string },
) {
  const dateChanges = products.map(({ product_id: id, expected_stock_date: to }) => ({ id, to, from }))
  const { set, changed } = await setExpectedDates(db, by, dateChanges)
  return { restored_count: set.length, changed_count: changed.length }
}

/** Deletes or deactivates all products of a warehouse other than the main one. */
export async function deleteByWarehouse(db: Database, by: By, warehouse: Warehouse) {
  if (warehouse === MAIN_WAREHOUSE) refuse('main_warehouse_kept')
  return inTransaction(db, async tx => {
    const products = await tx.selectFrom('products').select('id').where('warehouse', '=', warehouse).execute()
    const { deleted, deactivated } = await removeProducts(
      tx,
      products.map(({ id }) => id),
      by,
    )
    const message = `${warehouse}: ${formatNumber(deleted)} ürün silindi, sipariş edilmiş veya fırsat kaydı olan ${formatNumber(deactivated)} ürün pasif yapıldı`
    return { message, deleted_count: deleted + deactivated }
  })
}
