import type { ColumnType, Generated } from 'kysely'

/** The columns of the receipts of goods. */
export type ReceiptTable = {
  id: string
  created_at: ColumnType<string, Date, Date>
  created_by_id: string | null
  created_by_admin_name: string | null
  supplier: string | null
  delivery_note: string | null
  notes: string | null
  reversed_at: ColumnType<string | null, Date | null | undefined, Date | null>
  reversed_by_id: string | null
  reversed_by_admin_name: string | null
  search_text: string
}

/** The columns of the lines of receipts. */
export type ReceiptItemTable<Warehouse> = {
  receipt_id: string
  product_id: string
  position: Generated<number>
  product_name: string
  brand: string
  unit: string
  warehouse: Warehouse
  quantity: number
}
