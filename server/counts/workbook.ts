import { type CountDifference, type CountSummary, hidesExpected } from '#contract/counts.ts'
import { istanbulDay } from '#contract/turkish.ts'
import type { Pool } from '../db/transaction.ts'
import { type SheetColumn, type Value, writeWorkbook } from '../documents/workbook-writing.ts'
import type { FileReply } from '../http/files.ts'
import { pagesOf } from '../http/lists.ts'
import { refuse } from '../http/refusal.ts'
import { listCounts, readCount, readDifferences } from './lists.ts'

/** A workbook of one count or all finalized ones: counted quantities, previous stock, differences and their worth. */
export async function countWorkbook(db: Pool, id: string | undefined, now: Date): Promise<FileReply> {
  if (id === undefined) {
    const name = `sayimlar-${istanbulDay(now)}.xlsx`
    const finalized = pagesOf(listCounts(db, { status: 'finalized' }))
    return { name, pieces: writeWorkbook(COUNTS, countRows(db, finalized, now)) }
  }
  const count = await readCount(db, id)
  if (hidesExpected(count)) refuse('count_blind')
  return { name: `sayim-${count.count_date}.xlsx`, pieces: writeWorkbook(COUNTS, countRows(db, [[count]], now)) }
}

const COUNTS: { name: string; columns: SheetColumn[] } = {
  name: 'Sayım',
  columns: [
    { label: 'Sayım Tarihi', kind: 'day', width: 13 },
    { label: 'Başlatan', kind: 'text', width: 20 },
    { label: 'Tamamlanma', kind: 'instant', width: 17 },
    { label: 'Tamamlayan', kind: 'text', width: 20 },
    { label: 'Ürün Adı', kind: 'text', width: 40 },
    { label: 'Marka', kind: 'text', width: 18 },
    { label: 'Birim', kind: 'text', width: 8 },
    { label: 'Depo', kind: 'text', width: 13 },
    { label: 'Sayılan', kind: 'whole', width: 11 },
    { label: 'Önceki Stok', kind: 'whole', width: 12 },
    { label: 'Fark', kind: 'whole', width: 11 },
    { label: 'Fiyat', kind: 'money', width: 12 },
    { label: 'Fark Tutarı', kind: 'money', width: 14 },
    { label: 'Not', kind: 'text', width: 40 },
  ],
}

async function* countRows(db: Pool, pages: AsyncIterable<CountSummary[]> | CountSummary[][], now: Date) {
  for await (const counts of pages) {
    for (const count of counts) {
      const { products } = await readDifferences(db, count.id, now)
      const countCells = [
        count.count_date,
        count.created_by_admin_name,
        count.finalized_at,
        count.finalized_by_admin_name,
      ]
      yield products.map((row): Value[] => [
        ...countCells,
        row.product_name,
        row.brand,
        row.new_unit ? `${row.unit} (şimdi ${row.new_unit})` : row.unit,
        row.warehouse,
        row.counted_quantity,
        isComparable(row) ? row.stock_quantity : null,
        isComparable(row) ? row.difference : null,
        row.price,
        isComparable(row) ? row.worth : null,
        row.notes,
      ])
    }
  }
}

/** Whether the product still exists, and has the unit in which it was counted. */
const isComparable = ({ stock_quantity, new_unit }: CountDifference) => stock_quantity !== null && new_unit === null
