import { type CountDifference, type CountSummary, hidesExpected } from '#contract/counts.ts'
import { lotText } from '#contract/lot-labels.ts'
import { formatNumber } from '#contract/money.ts'
import { istanbulDay } from '#contract/turkish.ts'
import type { Pool } from '../db/transaction.ts'
import { type SheetColumn, type Value, writeWorkbook } from '../documents/workbook-writing.ts'
import type { FileReply } from '../http/files.ts'
import { pagesOf } from '../http/lists.ts'
import { refuse } from '../http/refusal.ts'
import { listCounts, readCount, readDifferences } from './lists.ts'

/**
 * A workbook of one count or all finalized ones: counted quantities, previous stock, differences and their worth, and
 * those of lots if there are any.
 */
export async function countWorkbook(db: Pool, id: string | undefined, now: Date): Promise<FileReply> {
  if (id === undefined) {
    const name = `sayimlar-${istanbulDay(now)}.xlsx`
    const finalized = pagesOf(listCounts(db, { status: 'finalized' }))
    return { name, pieces: writeWorkbook(await countSheet(db), countRows(db, finalized, now)) }
  }
  const count = await readCount(db, id)
  if (hidesExpected(count)) refuse('count_blind')
  const sheet = await countSheet(db, id)
  return { name: `sayim-${count.count_date}.xlsx`, pieces: writeWorkbook(sheet, countRows(db, [[count]], now)) }
}

/** The columns for one count or all finalized ones. */
async function countSheet(db: Pool, id?: string): Promise<{ name: string; columns: SheetColumn[] }> {
  const lots = db.selectFrom('stock_count_lots').innerJoin('stock_counts', 'stock_counts.id', 'count_id')
  const ofCounts = id ? lots.where('count_id', '=', id) : lots.where('finalized_at', 'is not', null)
  const lot = await ofCounts.select('code').limit(1).executeTakeFirst()
  return { name: 'Sayım', columns: lot ? [...COLUMNS, LOTS] : COLUMNS }
}

const COLUMNS: SheetColumn[] = [
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
  { label: 'Fiyat (KDV hariç)', kind: 'money', width: 18 },
  { label: 'Fark Tutarı (KDV hariç)', kind: 'money', width: 24 },
  { label: 'Not', kind: 'text', width: 40 },
]
/** A product's lots with their quantities before and after. The last column, as only products counted by lot fill it. */
const LOTS: SheetColumn = { label: 'Partiler', kind: 'text', width: 60 }

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
        row.lots?.map(lotChange).join(', ') ?? null,
      ])
    }
  }
}

/** 'L1 · SKT 01.06.2026: 6 → 0' */
const lotChange = (lot: NonNullable<CountDifference['lots']>[number]) =>
  `${lotText(lot)}: ${formatNumber(lot.on_hand)} → ${formatNumber(lot.counted_quantity)}`

/** Whether the product still exists, and has the unit in which it was counted. */
const isComparable = ({ stock_quantity, new_unit }: CountDifference) => stock_quantity !== null && new_unit === null
