import type { Product } from '#contract/catalogue.ts'

/** Whether a product's card or row has the same controls and the same height for both of its states. */
export const hasSameLayout = (before: Product, after: Product) => layoutOf(before) === layoutOf(after)

/** What the controls and the height of a product's card or row depend on, as text. */
export const layoutOf = ({ stock_quantity, price, image_url: _, barcode: __, description: ___, ...texts }: Product) =>
  JSON.stringify([texts, stock_quantity > 0, String(price).length])
