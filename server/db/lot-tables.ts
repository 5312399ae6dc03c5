import type { ColumnType, Generated } from 'kysely'

/** The tables of lots. */
export type LotTables<ExpiryKind, Reason> = {
  lots: LotTable<ExpiryKind>
  lot_ledger: LotLedgerTable<Reason>
  lot_origins: LotOriginTable
  receipt_lots: ReceiptLotTable
  order_lots: OrderLotTable
  lot_choices: LotChoiceTable
  recall_letters: RecallLetterTable
}

/** The columns of lots. */
type LotTable<ExpiryKind> = {
  id: string
  product_id: string
  code: string
  expires_on: string | null
  expiry_kind: ExpiryKind | null
  supplier: string | null
  delivery_note: string | null
  received_at: ColumnType<string, Date, never>
  on_hand: Generated<number>
  picked: Generated<number>
  blocked_at: ColumnType<string | null, Date | null | undefined, Date | null>
  blocked_by_admin_name: string | null
  block_reason: string | null
  sold_past_expiry: Generated<boolean>
  in_catalogue: Generated<boolean>
}

/** The columns of the movements of lots. */
type LotLedgerTable<Reason> = {
  id: Generated<number>
  created_at: ColumnType<string, Date, never>
  lot_id: string
  reason: Reason
  on_hand_change: number
  on_hand_after: number
  actor_id: string | null
  actor_name: string | null
  order_id: string | null
  count_id: string | null
  note: string | null
}

/** The lots (`lot_id`) that got goods of another lot (`from_lot_id`). */
type LotOriginTable = { lot_id: string; from_lot_id: string }

/** The columns of the quantities of lots that receipts added. */
type ReceiptLotTable = { receipt_id: string; lot_id: string; quantity: number }

/** The customers that have been notified of the recall of lots that orders got; null: before orders were stored. */
type RecallLetterTable = {
  lot_id: string
  order_id: string | null
  customer_id: string
  told_at: ColumnType<string, Date, never>
  told_by_admin_name: string
}

/** The columns of the quantities of lots that orders will get or got. */
type OrderLotTable = {
  order_id: string
  lot_id: string
  product_id: string
  quantity: number
  taken: number | null
  reason: string | null
  picked_at: ColumnType<string | null, string | null | undefined, never>
}

/**
 * The columns of the lots, or none, that pickers have chosen for lines of orders in preparation, as a JSON array of
 * `{ lot_id, quantity }`.
 */
type LotChoiceTable = { order_id: string; product_id: string; lots: ColumnType<Share[], string, string> }
type Share = { lot_id: string; quantity: number }
