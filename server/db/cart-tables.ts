import type { ColumnType } from 'kysely'
import type { Kurus } from '#contract/money.ts'

/** The cart of an account for a customer. */
export type CartTable = { account_id: string; customer_id: string; version: number }

/** The lines of carts; prices in kuruş, VAT rates in percent. */
export type CartLineTable = {
  account_id: string
  customer_id: string
  product_id: string
  quantity: number
  taken: number
  take_id: string | null
  put_id: string | null
  price: Kurus
  vat_rate: number
  /** The unit that the user saw; null if an earlier version of the app set the line. */
  seen_unit: string | null
  promised_for: string | null
  version: number
  position: number
  changed_at: ColumnType<string, Date, Date>
}
