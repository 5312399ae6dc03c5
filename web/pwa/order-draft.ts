import * as z from 'zod/mini'
import type { Kurus } from '#contract/money.ts'

const Amount = z.custom<Kurus>(value => Number.isSafeInteger(value) && Number(value) >= 0)

/** A line of a cart: the product as it was when it was added. Amounts are kuruş. */
export const CartLine = z.object({
  product_id: z.uuid(),
  product_name: z.string(),
  brand: z.string(),
  price: Amount,
  unit: z.string(),
  vat_rate: z.int().check(z.minimum(0)),
  quantity: z.int().check(z.minimum(1)),
  total_price: Amount,
  image_url: z.nullable(z.string()),
  category: z.string(),
  /** The expected date at the time it was added; null if it was in stock. */
  promised_for: z.nullable(z.string()),
})
export type CartLine = z.output<typeof CartLine>

/** The customer for whom a marketer fills a cart and orders. */
export const CartCustomer = z.object({ id: z.uuid(), company_name: z.string(), is_active: z.boolean() })
export type CartCustomer = z.output<typeof CartCustomer>

/** An order as the user wants it, with the customer it is for, if not the user. */
export type OrderDraft = { lines: readonly CartLine[]; notes: string; customer: CartCustomer | null }
