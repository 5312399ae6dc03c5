import type { Kurus } from '#contract/money.ts'

/** The archived data of an order of a deleted customer; amounts in kuruş, VAT rates in percent. */
export type ArchivedOrder = {
  status: string
  company: string
  address: string
  subtotal: Kurus
  total_vat: Kurus
  grand_total: Kurus
  /** Absent in orders that earlier versions have archived. */
  delivery_fee?: Kurus
  delivery_date?: string | null
  lines: {
    product: string
    brand: string
    quantity: number
    unit: string
    price: Kurus
    vat_rate: number
    total: Kurus
  }[]
}
