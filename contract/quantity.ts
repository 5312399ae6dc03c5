/** The largest quantity of a product in one line of an order, a cart, a list, a quote, a receipt or a transfer. */
export const MAX_QUANTITY = 1_000_000

/** The message for a quantity above `MAX_QUANTITY`. */
export const QUANTITY_TOO_LARGE = 'Miktar en fazla 1.000.000 olabilir'
