import type { ColumnType, Generated } from 'kysely'

type Instant = ColumnType<string, Date, Date>

/** The lists that customers order by. */
export type OrderListTable = {
  id: string
  customer_id: string
  name: string
  name_key: string
  version: Generated<number>
  created_at: Instant
  updated_at: Instant
  updated_by: string
}

/** The lines of order lists, with the product as it was when it was added. `unit` is that of the target, if any. */
export type OrderListLineTable = {
  list_id: string
  product_id: string
  position: number
  target: number | null
  product_name: string
  brand: string
  unit: string
}
