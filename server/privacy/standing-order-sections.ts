import { sql } from 'kysely'
import { weekdayName } from '#contract/delivery-days.ts'
import { orderNumber } from '#contract/orders.ts'
import { SHORTAGE_LABELS, type Shortage, type ShortageRule, shortageText } from '#contract/standing-orders.ts'
import { CLOSED_DAY_LABELS, type ClosedDayRule } from '#contract/standing-plan.ts'
import type { Database } from '../db/tables.ts'
import type { SheetColumn } from '../documents/workbook-writing.ts'
import { chosenLines, namedLines } from '../standing-orders/lines.ts'
import { section } from './sections.ts'

type Row = {
  standing_order: string
  product_name: string
  quantity: number
  unit: string
  weekdays: number[]
  every_weeks: number
  starts_on: string
  ends_on: string | null
  closed_days: ClosedDayRule
  shortages: ShortageRule
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
        rows: line => [
          [
            line.updated_at,
            line.standing_order,
            line.product_name,
            line.quantity,
            line.unit,
            line.weekdays.map(weekdayName).join(', '),
            line.every_weeks,
            line.starts_on,
            line.ends_on,
            CLOSED_DAY_LABELS[line.closed_days],
            SHORTAGE_LABELS[line.shortages],
            line.is_paused ? 'Evet' : null,
            line.notes,
          ],
        ],
      },
    ],
  })
}

const readLines = (db: Database, id: string): Promise<Row[]> =>
  db
    .selectFrom('standing_orders as standing')
    .innerJoin('standing_order_lines as line', 'line.standing_order_id', 'standing.id')
    .select(['standing.name as standing_order', 'line.product_name', 'line.quantity', 'line.unit', 'weekdays'])
    .select(['every_weeks', 'starts_on', 'ends_on', 'closed_days', 'shortages', 'is_paused', 'notes'])
    .select('standing.updated_at')
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
  { label: 'Birim', kind: 'text', width: 8 },
  { label: 'Günler', kind: 'text', width: 24 },
  { label: 'Kaç haftada bir', kind: 'whole', width: 14 },
  { label: 'Başlangıç', kind: 'day', width: 12 },
  { label: 'Bitiş', kind: 'day', width: 12 },
  { label: 'Kapalı güne denk gelirse', kind: 'text', width: 24 },
  { label: 'Stok yetmezse', kind: 'text', width: 28 },
  { label: 'Duraklatıldı', kind: 'text', width: 12 },
  { label: 'Not', kind: 'text', width: 40 },
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
        rows: day => [
          [
            day.standing_order,
            day.due_on,
            day.is_skipped ? 'Evet' : null,
            day.moved_to,
            day.items && day.items.map(item => `${item.quantity} ${item.unit} ${item.product_name}`).join('\n'),
            day.reminded_at,
            day.made_at,
            day.day,
            day.order_id && orderNumber(day.order_id),
            day.shortages && day.shortages.map(shortageText).join('\n'),
            day.failure,
          ],
        ],
      },
    ],
  })
}

type DayItem = { product_id: string; product_name: string; quantity: number; unit: string }

const ITEMS = sql<DayItem[] | null>`(
  select json_agg(json_build_object('product_id', product_id, 'product_name', product_name, 'quantity', quantity,
    'unit', unit) order by place)
  from (${namedLines(sql`day.standing_order_id`, chosenLines(sql`day.items`))}) as named)`

const readDays = (db: Database, id: string) =>
  db
    .selectFrom('standing_orders as standing')
    .innerJoin('standing_order_days as day', 'day.standing_order_id', 'standing.id')
    .select(['standing.name as standing_order', 'day.due_on', 'day.is_skipped', 'day.moved_to', ITEMS.as('items')])
    .select(['day.reminded_at', 'day.made_at', 'day.day', 'day.order_id', 'day.failure'])
    .select(sql<Shortage[] | null>`day.shortages`.as('shortages'))
    .where('standing.customer_id', '=', id)
    .orderBy('day.due_on')
    .orderBy('standing.id')
    .execute()

const DAYS: SheetColumn[] = [
  { label: 'Düzenli sipariş', kind: 'text', width: 24 },
  { label: 'Gün', kind: 'day', width: 12 },
  { label: 'Atlandı', kind: 'text', width: 9 },
  { label: 'Taşındığı gün', kind: 'day', width: 14 },
  { label: 'Değiştirilen ürünler', kind: 'text', width: 40 },
  { label: 'Hatırlatma', kind: 'instant', width: 17 },
  { label: 'Sonuç', kind: 'instant', width: 17 },
  { label: 'Siparişin günü', kind: 'day', width: 14 },
  { label: 'Sipariş No', kind: 'text', width: 12 },
  { label: 'Eksikler', kind: 'text', width: 40 },
  { label: 'Verilememe nedeni', kind: 'text', width: 40 },
]
