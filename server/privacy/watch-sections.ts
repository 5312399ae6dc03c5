import type { Database } from '../db/tables.ts'
import { section } from './sections.ts'

/** The products that a customer wants to be notified of. */
export function watchSections(db: Database, id: string) {
  return [
    section({
      key: 'product_watches',
      pages: () => watchesOf(db, id),
      json: row => row,
      sheets: [
        {
          name: 'Haber istenenler',
          columns: [
            { label: 'Tarih', kind: 'instant', width: 17 },
            { label: 'Ürün', kind: 'text', width: 40 },
          ],
          rows: ({ created_at, product_name }) => [[created_at, product_name]],
        },
      ],
    }),
  ]
}

/** At most `MAX_WATCHES` rows, as a single page. */
async function* watchesOf(db: Database, id: string) {
  yield await db
    .selectFrom('product_watches')
    .innerJoin('products', 'products.id', 'product_id')
    .select(['product_watches.created_at', 'product_id', 'name as product_name'])
    .where('customer_id', '=', id)
    .orderBy('product_watches.created_at')
    .execute()
}
