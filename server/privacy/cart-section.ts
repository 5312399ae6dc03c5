import type { Role } from '#contract/call.ts'
import { type Kurus, kurus, liraOf } from '#contract/money.ts'
import type { Database } from '../db/tables.ts'
import type { SheetColumn } from '../documents/workbook-writing.ts'
import { section } from './sections.ts'
import { roleLabel } from './trail-sections.ts'

type Row = {
  added_by: Role
  product_name: string | null
  quantity: number
  /** Null for a line that an earlier version has stored. */
  unit: string | null
  price: Kurus
  changed_at: string
}

/** The lines of the carts that the customer, or a marketer for the customer, has filled. */
export function cartSection(db: Database, id: string) {
  return section<Row>({
    key: 'carts',
    pages: async function* () {
      yield await readLines(db, id)
    },
    json: ({ price, ...line }) => ({ ...line, price: liraOf(price) }),
    sheets: [
      {
        name: 'Sepetler',
        columns: COLUMNS,
        rows: ({ added_by, product_name, quantity, unit, price, changed_at }) => [
          [changed_at, roleLabel(added_by), product_name, quantity, unit, kurus(price)],
        ],
      },
    ],
  })
}

const readLines = (db: Database, id: string): Promise<Row[]> =>
  db
    .selectFrom('cart_lines')
    .innerJoin('accounts', 'accounts.id', 'account_id')
    .leftJoin('products', 'products.id', 'product_id')
    .select(['accounts.role as added_by', 'products.name as product_name', 'quantity', 'cart_lines.price'])
    .select(['seen_unit as unit', 'cart_lines.changed_at'])
    .where('customer_id', '=', id)
    .where('quantity', '>', 0)
    .orderBy('account_id')
    .orderBy('position')
    .execute()

const COLUMNS: SheetColumn[] = [
  { label: 'Tarih', kind: 'instant', width: 17 },
  { label: 'Ekleyen', kind: 'text', width: 14 },
  { label: 'Ürün', kind: 'text', width: 36 },
  { label: 'Miktar', kind: 'whole', width: 10 },
  { label: 'Birim', kind: 'text', width: 12 },
  { label: 'Fiyat', kind: 'money', width: 12 },
]
