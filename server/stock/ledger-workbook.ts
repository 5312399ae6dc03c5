import { orderNumber, shortId } from '#contract/orders.ts'
import { LEDGER_REASONS, PORTAL_NAME } from '#contract/stock.ts'
import { istanbulDay } from '#contract/turkish.ts'
import type { Pool } from '../db/transaction.ts'
import { type SheetColumn, type Value, writeWorkbook } from '../documents/workbook-writing.ts'
import type { FileReply } from '../http/files.ts'
import { pagesOf } from '../http/lists.ts'
import { ledgerOf } from './ledger.ts'

/** A workbook of all stock movements of a product, newest first. */
export function ledgerWorkbook(db: Pool, product_id: string, now: Date): FileReply {
  const name = `stok-hareketleri-${istanbulDay(now)}.xlsx`
  return { name, pieces: writeWorkbook(LEDGER, ledgerRows(db, product_id)) }
}

const LEDGER: { name: string; columns: SheetColumn[] } = {
  name: 'Stok hareketleri',
  columns: [
    { label: 'Ürün Adı', kind: 'text', width: 40 },
    { label: 'Depo', kind: 'text', width: 13 },
    { label: 'Tarih', kind: 'instant', width: 17 },
    { label: 'Hareket', kind: 'text', width: 20 },
    { label: 'Eldeki Değişimi', kind: 'whole', width: 16 },
    { label: 'Ayrılan Değişimi', kind: 'whole', width: 16 },
    { label: 'Eldeki', kind: 'whole', width: 11 },
    { label: 'Ayrılan', kind: 'whole', width: 11 },
    { label: 'Birim', kind: 'text', width: 9 },
    { label: 'Yapan', kind: 'text', width: 24 },
    { label: 'Sipariş No', kind: 'text', width: 12 },
    { label: 'Sayım No', kind: 'text', width: 12 },
    { label: 'Not', kind: 'text', width: 40 },
  ],
}

async function* ledgerRows(db: Pool, product_id: string) {
  const product = await db
    .selectFrom('products')
    .select(['name', 'warehouse'])
    .where('id', '=', product_id)
    .executeTakeFirst()
  for await (const movements of pagesOf(ledgerOf(db, product_id))) {
    yield movements.map((row): Value[] => [
      product?.name ?? null,
      product?.warehouse ?? null,
      row.created_at,
      LEDGER_REASONS[row.reason],
      row.on_hand_change,
      row.reserved_change,
      row.on_hand_after,
      row.reserved_after,
      row.unit,
      row.actor_name ?? PORTAL_NAME,
      row.order_id && orderNumber(row.order_id),
      row.count_id && shortId(row.count_id),
      row.note,
    ])
  }
}
