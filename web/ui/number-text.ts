import { QUANTITY_NOT_WHOLE, quantityTooLarge } from '#contract/quantity.ts'

const WHOLE = new Intl.NumberFormat('tr-TR', { maximumFractionDigits: 0 })

/**
 * Parses a number in Turkish notation: `1.234,50`, `1234,5`, `₺ 1.234`, `1.234 TL`. Dots separate thousands if one to
 * three digits, not beginning with 0, precede the first and exactly three follow each; any other single dot counts as a
 * decimal comma (`2.5`, `0.500`, `1234.567`). Invisible characters, which copied text often contains, are ignored.
 * `undefined` if it is not a number.
 */
export function numberFrom(text: string): number | undefined {
  const bare = text.replace(/[\s\p{Cf}₺]/gu, '').replace(/(TL|TRY)$/i, '')
  const grouped = /^-?[1-9]\d{0,2}(\.\d{3})+(,\d*)?$/.test(bare)
  const plain = grouped ? bare.replaceAll('.', '') : bare
  return /^-?\d+([.,]\d*)?$/.test(plain) ? Number(plain.replace(',', '.')) : undefined
}

/**
 * Why a typed number is not a valid quantity: it must be whole and at most `most`. `NaN` (not a number) has no fault.
 */
export function quantityFault(typed: number, most = Number.POSITIVE_INFINITY): string | undefined {
  if (Number.isNaN(typed)) return undefined
  if (!Number.isInteger(typed)) return QUANTITY_NOT_WHOLE
  return typed > most ? quantityTooLarge(most) : undefined
}

/** 1234 as 1.234, for counts and whole quantities; use `formatNumber` for quantities that can be fractional. */
export const wholeText = (value: number) => WHOLE.format(value)
