import { numberFrom } from './number-text.ts'

/** What a number field shows: 1.234,50. A number with more decimals than the field's keeps them all, as typed. */
export function fieldText(value: number, decimals: number) {
  const text = decimalText(value, decimals)
  return numberFrom(text) === value ? text : String(value).replace('.', ',')
}

/** 1234.5 as 1.234,50 */
export function decimalText(value: number, decimals: number) {
  return new Intl.NumberFormat('tr-TR', { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(
    value,
  )
}
