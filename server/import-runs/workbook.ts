import { REFUSED_ROW_HEADINGS } from '#contract/import-runs.ts'
import { ID_COLUMN, INVENTORY_COLUMNS, LOT_COLUMNS, LOT_PLACES, type LotColumn } from '#contract/inventory-columns.ts'
import { columnOf, IMPORTED_FIELDS } from '#contract/product-fields.ts'
import type { Pool } from '../db/transaction.ts'
import { type SheetColumn, type Value, writeWorkbook } from '../documents/workbook-writing.ts'
import type { FileReply } from '../http/files.ts'
import { pagesOf } from '../http/lists.ts'
import { listStoredRows, requireRun } from './lists.ts'

/**
 * The refused rows of an import of products as a workbook that can be corrected and imported: the cells as they are in
 * the file, in the inventory columns, then the row in the file and the reasons.
 */
export async function refusedRowsWorkbook(db: Pool, id: string): Promise<FileReply> {
  const { file_name, warehouse, export_mark } = await requireRun(db, id)
  const columns = columnsOf(await hasLots(db, id))
  return {
    name: `alinmayan-satirlar-${file_name.replace(/\.xlsx?$/i, '')}.xlsx`,
    pieces: writeWorkbook(
      {
        name: warehouse ?? 'Alınmayan satırlar',
        columns,
        // Stock that moved since the export stays protected when the corrected rows are imported.
        ...(export_mark && { properties: export_mark }),
      },
      rows(db, id, columns.length - 2),
    ),
  }
}

const [ROW, REASONS] = REFUSED_ROW_HEADINGS

const columnsOf = (hasLots: boolean): SheetColumn[] => [
  ...[ID_COLUMN, ...IMPORTED_FIELDS.map(columnOf)].map(({ heading, width }): SheetColumn => {
    return { label: heading, kind: 'cell', width }
  }),
  ...(hasLots ? (Object.keys(LOT_PLACES) as LotColumn[]) : []).map((label): SheetColumn => {
    return { label, kind: 'cell', width: LOT_COLUMNS[label].width }
  }),
  { label: ROW, kind: 'whole', width: 16 },
  { label: REASONS, kind: 'text', width: 80 },
]

/** Whether the file had columns of lots. */
async function hasLots(db: Pool, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('refused_import_rows')
    .select('cells')
    .where('import_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return (row?.cells.length ?? 0) > INVENTORY_COLUMNS.length
}

async function* rows(db: Pool, id: string, width: number) {
  for await (const page of pagesOf(listStoredRows(db, id))) {
    yield page.map(({ row, cells, faults }): Value[] => [
      ...Array.from({ length: width }, (_, i) => cells[i] ?? null),
      row,
      faults.map(({ message }) => message).join('; '),
    ])
  }
}
