import { type Kurus, kurus, sum, vatOn } from './money.ts'

/** The VAT rate, in percent, of a line that has none. */
export const VAT_WHEN_MISSING = 18

export const lineTotal = (line: { price: Kurus; quantity: number }) => kurus(line.price * line.quantity)

/** Subtotal, VAT and grand total in kuruş. VAT is rounded half up line by line, so all documents show the same sum. */
export function orderTotals(lines: readonly { price: Kurus; quantity: number; vat_rate?: number | null }[]) {
  const subtotal = sum(lines.map(lineTotal))
  const vat = sum(lines.map(line => vatOn(lineTotal(line), line.vat_rate ?? VAT_WHEN_MISSING)))
  return { subtotal, vat, grand: kurus(subtotal + vat) }
}
