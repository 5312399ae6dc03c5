/** The largest quantity of a product in one line of an order, a cart, a list, a quote, a receipt or a transfer. */
export const MAX_QUANTITY = 1_000_000

/** The messages for a quantity below 1 and for one above `MAX_QUANTITY`. */
export const QUANTITY_TOO_SMALL = 'Miktar en az 1 olmalıdır'
export const QUANTITY_TOO_LARGE = 'Miktar en fazla 1.000.000 olabilir'

/** The largest quantity of a product on hand. */
export const MAX_STOCK = 1_000_000_000

/** The message for a quantity on hand above `MAX_STOCK`. */
export const STOCK_TOO_LARGE = 'Stok en fazla 1.000.000.000 olabilir'
