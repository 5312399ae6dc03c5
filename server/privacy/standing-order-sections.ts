import { orderNumber } from '#contract/orders.ts'
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
  closed_days: string
  shortages: string
  is_paused: boolean
  notes: string | null
  updated_at: string
}

/** The lines of the customer's standing orders, and the changes and outcomes of single days. */
export const standingOrderSections = (db: Database, id: string) => [linesSection(db, id), daysSection(db, id)]

function linesSection(db: Database, id: string) {
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
    .select(['starts_on', 'ends_on', 'closed_days', 'shortages', 'is_paused', 'notes', 'standing.updated_at'])
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

function daysSection(db: Database, id: string) {
  return section({
    key: 'standing_order_days',
    pages: async function* () {
      yield await readDays(db, id)
    },
    json: day => day,
    sheets: [
      {
        name: 'Düzenli sipariş günleri',
        columns: DAYS,
        rows: ({ standing_order, due_on, is_skipped, moved_to, items, order_id, failure }) => [
          [
            standing_order,
            due_on,
            is_skipped ? 'Evet' : null,
            moved_to,
            items?.length ?? null,
            order_id && orderNumber(order_id),
            failure,
          ],
        ],
      },
    ],
  })
}

const readDays = (db: Database, id: string) =>
  db
    .selectFrom('standing_orders as standing')
    .innerJoin('standing_order_days as day', 'day.standing_order_id', 'standing.id')
    .select(['standing.name as standing_order', 'day.due_on', 'day.is_skipped', 'day.moved_to', 'day.items'])
    .select(['day.reminded_at', 'day.made_at', 'day.day', 'day.order_id', 'day.shortages', 'day.failure'])
    .where('standing.customer_id', '=', id)
    .orderBy('day.due_on')
    .orderBy('standing.id')
    .execute()

const DAYS: SheetColumn[] = [
  { label: 'Düzenli sipariş', kind: 'text', width: 24 },
  { label: 'Gün', kind: 'day', width: 12 },
  { label: 'Atlandı', kind: 'text', width: 9 },
  { label: 'Taşındığı gün', kind: 'day', width: 14 },
  { label: 'Değiştirilen satır', kind: 'whole', width: 16 },
  { label: 'Sipariş No', kind: 'text', width: 12 },
  { label: 'Verilememe nedeni', kind: 'text', width: 40 },
]
