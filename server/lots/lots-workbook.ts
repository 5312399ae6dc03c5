import { LOT_COLUMNS, LOT_PLACES, type LotColumn } from '#contract/inventory-columns.ts'
import type { WriteOff } from '#contract/lot-changes.ts'
import { EXPIRY_KINDS, type ExpiryKind } from '#contract/lot-labels.ts'
import { daysLeft } from '#contract/lots.ts'
import { PORTAL_NAME } from '#contract/stock.ts'
import { istanbulDay } from '#contract/turkish.ts'
import type { Pool } from '../db/transaction.ts'
import { type SheetColumn, type Value, writeWorkbook } from '../documents/workbook-writing.ts'
import type { FileReply } from '../http/files.ts'
import { type List, pagesOf } from '../http/lists.ts'
import type { Period } from '../http/search-condition.ts'
import { INVENTORY_SHEET_COLUMNS, inventoryValues } from '../stock/workbook-fields.ts'
import { type LotQuery, listSheetLots, type SheetLot } from './lists.ts'
import { listWriteOffs } from './write-off.ts'

/** A workbook of the lots that match the filters, by expiry, which can be edited and imported. */
export function lotsWorkbook(db: Pool, query: LotQuery, now: Date, properties: Record<string, string>): FileReply {
  const sheet = { ...LOTS, properties }
  return { name: `partiler-${istanbulDay(now)}.xlsx`, pieces: writeWorkbook(sheet, lotRows(db, query, now)) }
}

/** The sheet of the lots that match the filters, for another workbook. */
export const lotsSheet = (db: Pool, query: LotQuery, now: Date) => ({ ...LOTS, rows: lotRows(db, query, now) })

/** The name of that sheet. */
export const LOTS_SHEET = 'Partiler'

function lotRows(db: Pool, query: LotQuery, now: Date) {
  const today = istanbulDay(now)
  return valuesOf(listSheetLots(db, query, now), lot => lotValues(lot, today))
}

/** A workbook of what was written off in a period, newest first. */
export function writeOffsWorkbook(db: Pool, period: Period, now: Date): FileReply {
  const rows = valuesOf(listWriteOffs(db, period), writeOffValues)
  return { name: `imhalar-${istanbulDay(now)}.xlsx`, pieces: writeWorkbook(WRITE_OFFS, rows) }
}

/** The columns besides those that can be imported. */
const NOTES: SheetColumn[] = [
  { label: 'Kalan Gün', kind: 'whole', width: 11 },
  { label: 'Hazırlanan', kind: 'whole', width: 12 },
  { label: 'Değer (KDV hariç)', kind: 'money', width: 18 },
  { label: 'Depo', kind: 'text', width: 13 },
  { label: 'Engellenme', kind: 'instant', width: 17 },
  { label: 'Engelleyen', kind: 'text', width: 24 },
  { label: 'Engel Nedeni', kind: 'text', width: 40 },
  { label: 'Tedarikçi', kind: 'text', width: 30 },
  { label: 'İrsaliye No', kind: 'text', width: 18 },
  { label: 'İlk Mal Kabul', kind: 'instant', width: 17 },
]

/** The headings of these columns, and one of earlier workbooks, which an import ignores. */
export const LOTS_SHEET_NOTES = [...NOTES.map(({ label }) => label), 'Değer']

const LOTS: { name: string; columns: SheetColumn[] } = {
  name: LOTS_SHEET,
  columns: [
    ...INVENTORY_SHEET_COLUMNS,
    ...(Object.keys(LOT_PLACES) as LotColumn[]).map((label): SheetColumn => {
      return { label, kind: label === 'Parti' ? 'text' : 'day', width: LOT_COLUMNS[label].width }
    }),
    ...NOTES,
  ],
}

const lotValues = (lot: SheetLot, today: string): Value[] => [
  ...inventoryValues(lot.product_id, lot),
  lot.code,
  lot.expiry_kind === 'tett' ? null : lot.expires_on,
  lot.expiry_kind === 'tett' ? lot.expires_on : null,
  lot.expires_on && daysLeft(lot.expires_on, today),
  lot.picked_quantity,
  lot.value,
  lot.warehouse,
  lot.blocked_at,
  lot.blocked_at && (lot.blocked_by_admin_name ?? PORTAL_NAME),
  lot.block_reason,
  lot.supplier,
  lot.delivery_note,
  lot.received_at,
]

const WRITE_OFFS: { name: string; columns: SheetColumn[] } = {
  name: 'İmhalar',
  columns: [
    { label: 'Tarih', kind: 'instant', width: 17 },
    { label: 'Ürün Adı', kind: 'text', width: 44 },
    { label: 'Marka', kind: 'text', width: 20 },
    { label: 'Depo', kind: 'text', width: 13 },
    { label: 'Parti No', kind: 'text', width: 18 },
    { label: 'SKT/TETT', kind: 'day', width: 13 },
    { label: 'Tarih Türü', kind: 'text', width: 30 },
    { label: 'İmha Edilen', kind: 'whole', width: 12 },
    { label: 'Birim', kind: 'text', width: 9 },
    { label: 'Bugünkü Değer (KDV hariç)', kind: 'money', width: 26 },
    { label: 'Neden', kind: 'text', width: 40 },
    { label: 'Yapan', kind: 'text', width: 24 },
  ],
}

const writeOffValues = (row: WriteOff): Value[] => [
  row.created_at,
  row.product_name,
  row.brand,
  row.warehouse,
  row.code,
  row.expires_on,
  kindText(row.expiry_kind),
  row.quantity,
  row.unit,
  row.value,
  row.reason,
  row.actor_name,
]

const kindText = (kind: ExpiryKind | null) => kind && EXPIRY_KINDS[kind]

async function* valuesOf<Row>(list: List<Row>, values: (row: Row) => Value[]) {
  for await (const rows of pagesOf(list)) yield rows.map(values)
}
