import { wholeText } from './number-text.ts'

/** -1234 as −1.234: with a minus sign, which is as wide as a digit, instead of a hyphen. */
export const quantityText = (quantity: number) => withMinus(wholeText(quantity))

/** +3, −3, 0 */
export const signedText = (change: number) => (change > 0 ? `+${wholeText(change)}` : quantityText(change))

/** A formatted number or amount with a minus sign in the place of its hyphen. */
export const withMinus = (formatted: string) => formatted.replace('-', '−')
