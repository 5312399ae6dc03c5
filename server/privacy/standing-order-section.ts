import type { Database } from '../db/tables.ts'
import type { SheetColumn } from '../documents/workbook-writing.ts'
import { section } from './sections.ts'

type Row = {
  standing_order: string
  product_name: string
  quantity: number
  weekdays: number[]
  every_weeks: number
  starts_on: string
  ends_on: string | null
  notes: string | null
  updated_at: string
}

/** The lines of the customer's standing orders. */
export function standingOrderSection(db: Database, id: string) {
  return section<Row>({
    key: 'standing_orders',
    pages: async function* () {
      yield await readLines(db, id)
    },
    json: line => line,
    sheets: [
      {
        name: 'Düzenli siparişler',
        columns: COLUMNS,
        rows: ({ standing_order, product_name, quantity, weekdays, starts_on, ends_on, updated_at }) => [
          [updated_at, standing_order, product_name, quantity, weekdays.join(', '), starts_on, ends_on],
        ],
      },
    ],
  })
}

const readLines = (db: Database, id: string): Promise<Row[]> =>
  db
    .selectFrom('standing_orders as standing')
    .innerJoin('standing_order_lines as line', 'line.standing_order_id', 'standing.id')
    .select(['standing.name as standing_order', 'line.product_name', 'line.quantity', 'weekdays', 'every_weeks'])
    .select(['starts_on', 'ends_on', 'notes', 'standing.updated_at'])
    .where('standing.customer_id', '=', id)
    .orderBy('standing.name')
    .orderBy('standing.id')
    .orderBy('line.position')
    .execute()

const COLUMNS: SheetColumn[] = [
  { label: 'Değişiklik', kind: 'instant', width: 17 },
  { label: 'Düzenli sipariş', kind: 'text', width: 24 },
  { label: 'Ürün', kind: 'text', width: 36 },
  { label: 'Miktar', kind: 'whole', width: 10 },
  { label: 'Günler (1: Pazartesi)', kind: 'text', width: 20 },
  { label: 'Başlangıç', kind: 'day', width: 12 },
  { label: 'Bitiş', kind: 'day', width: 12 },
]
