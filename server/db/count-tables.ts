import type { ColumnType, Generated } from 'kysely'
import type { Kurus } from '#contract/money.ts'

type Instant = ColumnType<string, Date, Date>
type InstantOrNot = ColumnType<string | null, Date | null | undefined, Date | null>

/** Stock counts. */
export type StockCountTable = {
  id: string
  count_date: string
  created_at: Instant
  created_by_id: string
  created_by_admin_name: string
  finalized_at: InstantOrNot
  finalized_by_id: string | null
  finalized_by_admin_name: string | null
  category: string | null
  is_blind: Generated<boolean>
  differences_shown_at: InstantOrNot
  differences_shown_by_admin_name: string | null
  version: Generated<string>
}

/** The counted quantities of lots. */
export type StockCountLotTable<ExpiryKind> = {
  count_id: string
  product_id: string
  position: Generated<number>
  code: string
  expires_on: string | null
  expiry_kind: ExpiryKind | null
  counted_quantity: number
}

/** The products of stock counts, with their counted quantities. */
export type StockCountItemTable<Warehouse> = {
  count_id: string
  product_id: string
  position: Generated<number>
  product_name: string
  brand: string
  unit: string
  warehouse: Warehouse | null
  counted_quantity: number
  image_url: string | null
  notes: string | null
  on_hand_before: number | null
  last_movement_id: number | null
  last_lot_movement_id: number | null
  price: Kurus | null
}
