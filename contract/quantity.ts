/** The largest quantity of a product in an order, a cart, a list or a receipt. */
export const MAX_QUANTITY = 1_000_000

/** The message for a larger one. */
export const QUANTITY_TOO_LARGE = 'Miktar en fazla 1.000.000 olabilir'
