import * as z from 'zod/mini'
import { formatNumber } from './money.ts'

/** The largest quantity of a product in one line of an order, a cart, a list, a quote, a receipt or a transfer. */
export const MAX_QUANTITY = 1_000_000

/** The messages for a quantity that is not whole, is below 1, or is above the largest possible one. */
export const QUANTITY_NOT_WHOLE = 'Miktar tam sayı olmalıdır'
export const QUANTITY_TOO_SMALL = 'Miktar en az 1 olmalıdır'
export const quantityTooLarge = (most: number) => `Miktar en fazla ${formatNumber(most)} olabilir`

/** The largest quantity of a product on hand. */
export const MAX_STOCK = 1_000_000_000

/** The message for a quantity on hand above `MAX_STOCK`. */
export const stockTooLarge = () => `Stok en fazla ${formatNumber(MAX_STOCK)} olabilir`

/** An ordered quantity: a whole number from 1 to 1,000,000. */
export const Quantity = z
  .number('Miktar bir sayı olmalıdır')
  .check(
    z.int(QUANTITY_NOT_WHOLE),
    z.minimum(1, QUANTITY_TOO_SMALL),
    z.maximum(MAX_QUANTITY, quantityTooLarge(MAX_QUANTITY)),
  )

/** A quantity on hand: a whole number from 0 to 1,000,000,000. */
export const StockQuantity = z
  .number('Lütfen geçerli bir sayı girin')
  .check(
    z.int('Stok tam sayı olmalıdır'),
    z.minimum(0, 'Stok miktarı negatif olamaz'),
    z.maximum(MAX_STOCK, stockTooLarge()),
  )
