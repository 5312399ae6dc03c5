import { sql } from 'kysely'
import type { Database } from '../db/tables.ts'
import type { SheetColumn } from '../documents/workbook-writing.ts'
import { section } from './sections.ts'

type Row = {
  list: string
  product_name: string | null
  target: number | null
  /** The unit of the target, null without one. */
  unit: string | null
  updated_at: string
}

/** The lines of the customer's lists; an empty list has one without a product. */
export function listSection(db: Database, id: string) {
  return section<Row>({
    key: 'lists',
    pages: async function* () {
      yield await readLines(db, id)
    },
    json: line => line,
    sheets: [
      {
        name: 'Listeler',
        columns: COLUMNS,
        rows: ({ list, product_name, target, unit, updated_at }) => [[updated_at, list, product_name, target, unit]],
      },
    ],
  })
}

const readLines = (db: Database, id: string): Promise<Row[]> =>
  db
    .selectFrom('order_lists as list')
    .leftJoin('order_list_lines as line', 'line.list_id', 'list.id')
    .select(['list.name as list', 'line.product_name', 'line.target', 'list.updated_at'])
    .select(sql<string | null>`case when line.target is not null then line.unit end`.as('unit'))
    .where('list.customer_id', '=', id)
    .orderBy('list.name')
    .orderBy('list.id')
    .orderBy('line.position')
    .execute()

const COLUMNS: SheetColumn[] = [
  { label: 'Değişiklik', kind: 'instant', width: 17 },
  { label: 'Liste', kind: 'text', width: 24 },
  { label: 'Ürün', kind: 'text', width: 36 },
  { label: 'Hedef stok', kind: 'whole', width: 12 },
  { label: 'Birim', kind: 'text', width: 8 },
]
