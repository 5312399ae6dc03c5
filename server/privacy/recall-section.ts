import type { Database } from '../db/tables.ts'
import { section } from './sections.ts'

/** The recalled lots of which the customer was notified. */
export function recallSection(db: Database, id: string) {
  return section({
    key: 'recalls',
    pages: async function* () {
      yield await readRecalls(db, id)
    },
    json: recall => recall,
    sheets: [
      {
        name: 'Geri çağırmalar',
        columns: [
          { label: 'Tarih', kind: 'instant', width: 17 },
          { label: 'Ürün', kind: 'text', width: 36 },
          { label: 'Parti', kind: 'text', width: 20 },
        ],
        rows: ({ told_at, product_name, lot }) => [[told_at, product_name, lot]],
      },
    ],
  })
}

const readRecalls = (db: Database, id: string) =>
  db
    .selectFrom('recall_letters')
    .innerJoin('lots', 'lots.id', 'lot_id')
    .leftJoin('products', 'products.id', 'product_id')
    .select(['told_at', 'products.name as product_name', 'lots.code as lot'])
    .where('customer_id', '=', id)
    // One row of a letter for each lot, of however many orders.
    .groupBy(['told_at', 'products.name', 'lots.id'])
    .orderBy('told_at')
    .orderBy('lots.id')
    .execute()
