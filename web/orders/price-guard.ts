import type { Kurus } from '#contract/money.ts'
import { wholeText } from '../ui/number-text.ts'

/** How far a price may be from the list price without a confirmation, in percent. */
const MAX_DEVIATION = 30

/**
 * How far a price is from the list price: '%10 altında', or '' if they are equal. Rounded to whole percent, at least 1;
 * only a price of 0 is '%100 altında'.
 */
export function differenceText(price: Kurus, list: Kurus): string {
  if (price === list || list === 0) return ''
  const percent = Math.max(1, Math.round((Math.abs(price - list) / list) * 100))
  if (price > list) return `%${wholeText(percent)} üstünde`
  return `%${price > 0 ? Math.min(99, percent) : 100} altında`
}

/** Whether a price is probably a typing mistake: 0, or more than 30 % from the usual price, if known. */
export const isDoubtful = (price: Kurus, usual: Kurus | undefined): boolean =>
  price === 0 || (usual !== undefined && usual > 0 && Math.abs(price - usual) * 100 > MAX_DEVIATION * usual)
