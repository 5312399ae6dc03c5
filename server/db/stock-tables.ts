import type { ColumnType, Generated } from 'kysely'

/** The columns of the movements of products. */
export type StockLedgerTable<Reason> = {
  id: Generated<number>
  created_at: ColumnType<string, Date, Date>
  product_id: string
  reason: Reason
  on_hand_change: number
  reserved_change: number
  on_hand_after: number
  reserved_after: number
  actor_id: string | null
  actor_name: string | null
  order_id: string | null
  count_id: string | null
  note: string | null
}
