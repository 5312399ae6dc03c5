import { formatMoney, formatNumber, kurusOf } from '#contract/money.ts'
import { isProductField, PRODUCT_FIELDS } from '#contract/product-fields.ts'

/** A number of a field as text: an amount in lira as `₺12,50`, a rate as `%10`, any other number as `1.234,5`. */
export function numberTextOf(field: string, value: number): string {
  const kind = isProductField(field) ? PRODUCT_FIELDS[field].kind : undefined
  if (kind === 'money') return formatMoney(kurusOf(value))
  return kind === 'percent' ? `%${value}` : formatNumber(value)
}
