import type { Kurus } from '#contract/money.ts'
import type { OverridableRule } from '#contract/overridable-rules.ts'
import { fieldsOf, isAmount, isId, isText, isTextOrNull, isWhole } from '../stored-values.ts'

/** A line of a cart, with the product's data at the time it was added. Amounts are in kuruş. */
export type CartLine = {
  product_id: string
  product_name: string
  brand: string
  price: Kurus
  /** The list price, if `price` is a different, agreed price. Carts do not store it (`cart/agreed-prices.ts`). */
  list_price?: Kurus
  unit: string
  vat_rate: number
  quantity: number
  total_price: Kurus
  image_url: string | null
  category: string
  /** The expected date at the time it was added; null if it was in stock. */
  promised_for: string | null
}

/** Reads a cart line from a stored value; undefined if a field is missing or invalid. */
export function cartLineIn(stored: unknown): CartLine | undefined {
  const { product_id, product_name, brand, price, unit, ...more } = fieldsOf(stored)
  const { vat_rate, quantity, total_price, image_url, category, promised_for } = more
  const isProduct = isId(product_id) && isText(product_name) && isText(brand) && isText(unit) && isText(category)
  const isPriced = isAmount(price) && isWhole(vat_rate, 0) && isWhole(quantity, 1) && isAmount(total_price)
  if (!isProduct || !isPriced || !isTextOrNull(image_url) || !isTextOrNull(promised_for)) return undefined
  return {
    product_id,
    product_name,
    brand,
    price,
    unit,
    vat_rate,
    quantity,
    total_price,
    image_url,
    category,
    promised_for,
  }
}

/** The customer for whom a marketer fills a cart and orders. */
export type CartCustomer = { id: string; company_name: string; is_active: boolean }

/** Reads a customer from a stored value; undefined if a field is missing or invalid. */
export function cartCustomerIn(stored: unknown): CartCustomer | undefined {
  const { id, company_name, is_active } = fieldsOf(stored)
  return isId(id) && isText(company_name) && typeof is_active === 'boolean'
    ? { id, company_name, is_active }
    : undefined
}

/** The delivery of an order as the user saw it: the day (YYYY-MM-DD), and the fee in kuruş. */
export type DraftDelivery = {
  date: string | null
  fee: Kurus
  /** The rules that an admin has confirmed to override. */
  overrides: readonly OverridableRule[]
}

/** An order to be sent. `customer` is whom it is for, if not the user. Without `delivery`, the delivery is unknown. */
export type OrderDraft = {
  lines: readonly CartLine[]
  notes: string
  customer: CartCustomer | null
  delivery?: DraftDelivery | undefined
}
