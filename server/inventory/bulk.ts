import { MAIN_WAREHOUSE, type Warehouse } from '#contract/catalogue.ts'
import { formatNumber } from '#contract/money.ts'
import { istanbulDay } from '#contract/turkish.ts'
import { setExpectedDate } from '../catalogue/expected-dates.ts'
import { removeProducts } from '../catalogue/removing.ts'
import { type Database, inTransaction } from '../db/tables.ts'
import type { Actor } from '../http/house.ts'
import { refuse, refuseField } from '../http/refusal.ts'

type By = { actor: Actor<'admin'>; now: Date }

/** Sets the day on which products are expected, from today in Istanbul. Those that are gone by now are passed over. */
export async function updateExpectedDates(
  db: Database,
  by: By,
  { product_ids, expected_stock_date: day }: { product_ids: string[]; expected_stock_date: string },
) {
  if (day < istanbulDay(by.now))
    refuseField('invalid_input', 'expected_stock_date', 'Tarih bugün veya daha sonra olmalıdır')
  const updated_count = await setExpectedDate(db, by, product_ids, day)
  if (updated_count === 0) refuseField('invalid_input', 'product_ids', 'Stok=0 olan ürün bulunamadı')
  return { updated_count }
}

/** Empties a warehouse, but never the main one. */
export async function deleteByWarehouse(db: Database, by: By, warehouse: Warehouse) {
  if (warehouse === MAIN_WAREHOUSE) refuse('main_warehouse_kept')
  return inTransaction(db, async tx => {
    const products = await tx.selectFrom('products').select('id').where('warehouse', '=', warehouse).execute()
    const { deleted, deactivated } = await removeProducts(
      tx,
      products.map(({ id }) => id),
      by,
    )
    const message = `${warehouse}: ${formatNumber(deleted)} ürün silindi, sipariş edilmiş ${formatNumber(deactivated)} ürün pasif yapıldı`
    return { message, deleted_count: deleted + deactivated }
  })
}
