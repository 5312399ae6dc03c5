import type { Product } from '#contract/catalogue.ts'
import type { CartLine } from '../pwa/order-draft.ts'
import { wholeText } from '../ui/number-text.ts'

/** The quantity of a line of the cart as text, with the unit if it is a former one of the product. */
export const inCartText = ({ quantity, unit }: CartLine, product: Product) =>
  wholeText(quantity) + (unit === product.unit ? '' : ` ${unit}`)
