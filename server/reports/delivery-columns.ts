import { sql } from 'kysely'
import { FEE_LABEL } from '#contract/delivery-days.ts'
import type { Order } from '#contract/orders.ts'
import type { Pool } from '../db/transaction.ts'
import type { SheetColumn, Value } from '../documents/workbook-writing.ts'

export type DeliveryColumns = { columns: SheetColumn[]; cells: (order: Order) => Value[] }

const DAY: SheetColumn[] = [
  { label: 'Teslimat Günü', kind: 'day', width: 15 },
  { label: 'Rota', kind: 'text', width: 22 },
]
const FEE: SheetColumn[] = [{ label: FEE_LABEL, kind: 'money', width: 16 }]

/**
 * The columns of an order's delivery, at the end of workbooks of orders. There are none while the portal has no
 * delivery days and no order has a fee. The fee is left out where rows are lines, as sums over them would count it
 * several times.
 */
export async function deliveryColumns(db: Pool, { withFee = true } = {}): Promise<DeliveryColumns> {
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from delivery_routes)
      or exists (select from orders where delivery_date is not null)
      or (${withFee} and exists (select from orders where delivery_fee > 0))
      or exists (select from delivery_settings where fee is not null) as used`.execute(db)
  if (!rows[0]?.used) return { columns: [], cells: () => [] }
  return {
    columns: [...DAY, ...(withFee ? FEE : [])],
    cells: ({ delivery_date, delivery_route, delivery_fee }) => [
      delivery_date,
      delivery_route,
      ...(withFee ? [delivery_fee] : []),
    ],
  }
}
