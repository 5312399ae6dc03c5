import type { RevisionRecord } from '#contract/order-revisions.ts'
import { orderNumber } from '#contract/orders.ts'
import { formatDay } from '#contract/turkish.ts'
import type { SheetColumn, Value } from '../documents/workbook-writing.ts'

const COLUMNS: SheetColumn[] = [
  { label: 'Sipariş No', kind: 'text', width: 12 },
  { label: 'Revizyon', kind: 'whole', width: 10 },
  { label: 'Tarih', kind: 'instant', width: 17 },
  { label: 'Yapan', kind: 'text', width: 24 },
  { label: 'Değişiklik', kind: 'text', width: 14 },
  { label: 'Ürün', kind: 'text', width: 36 },
  { label: 'Önceki miktar', kind: 'whole', width: 14 },
  { label: 'Yeni miktar', kind: 'whole', width: 14 },
  { label: 'Birim', kind: 'text', width: 8 },
  { label: 'Önceki fiyat', kind: 'money', width: 14 },
  { label: 'Yeni fiyat', kind: 'money', width: 14 },
  { label: 'Önceki', kind: 'text', width: 30 },
  { label: 'Yeni', kind: 'text', width: 30 },
]

const CHANGES = { added: 'Eklendi', removed: 'Çıkarıldı', changed: 'Değişti' }

/** The sheet of an order's revisions: a row for each changed line, and one each for a changed note and delivery day. */
export const REVISION_SHEET = {
  name: 'Sipariş değişiklikleri',
  columns: COLUMNS,
  rows: ({ id, revisions }: { id: string; revisions: RevisionRecord[] }) =>
    revisions.flatMap(record => {
      const start = [orderNumber(id), record.revision, record.created_at, record.marketer_name]
      return changesOf(record).map(change => [...start, ...change])
    }),
}

function changesOf(record: RevisionRecord): Value[][] {
  const { lines, notes_before, notes_after, delivery_date_before, delivery_date_after } = record
  const ofLines = lines.map(line => [
    CHANGES[line.change],
    line.product_name,
    line.quantity_before,
    line.quantity_after,
    line.unit ?? null,
    line.price_before,
    line.price_after,
    null,
    null,
  ])
  const ofText = (label: string, before: string | null, after: string | null): Value[][] =>
    before === after ? [] : [[label, null, null, null, null, null, null, before, after]]
  const day = (date: string | null | undefined) => (date ? formatDay(date) : null)
  return [
    ...ofLines,
    ...ofText('Teslimat günü', day(delivery_date_before), day(delivery_date_after)),
    ...ofText('Not', notes_before, notes_after),
  ]
}
