import type { Kurus } from '#contract/money.ts'
import type { Database } from '../db/tables.ts'
import { liraOrNull } from '../delivery/settings.ts'
import type { SheetColumn } from '../documents/workbook-writing.ts'
import { section } from './sections.ts'

type Row = { route: string | null; order_minimum: Kurus | null }

/** The customer's route, and the minimum that was agreed with it. */
export function deliverySection(db: Database, id: string) {
  return section<Row>({
    key: 'delivery',
    pages: async function* () {
      yield await db
        .selectFrom('delivery_customers as place')
        .leftJoin('delivery_routes as route', 'route.id', 'place.route_id')
        .select(['route.name as route', 'place.minimum as order_minimum'])
        .where('place.customer_id', '=', id)
        .execute()
    },
    json: ({ route, order_minimum }) => ({ route, order_minimum: liraOrNull(order_minimum) }),
    sheets: [{ name: 'Teslimat', columns: COLUMNS, rows: ({ route, order_minimum }) => [[route, order_minimum]] }],
  })
}

const COLUMNS: SheetColumn[] = [
  { label: 'Rota', kind: 'text', width: 24 },
  { label: 'En az sipariş tutarı', kind: 'money', width: 18 },
]
