/** Whether a product is out of stock and has no expected date, so that none of it can be ordered. */
export const isSoldOut = (product: { stock_quantity: number; expected_stock_date: string | null }) =>
  product.stock_quantity <= 0 && product.expected_stock_date === null

/**
 * Whether a quantity of a product can be ordered. A product that is out of stock but has an expected date is sold and
 * promised for that day.
 */
export function saleOf(product: { available: number; expected_stock_date: string | null }, quantity: number) {
  if (product.available > 0) {
    return quantity <= product.available
      ? ({ sold: true, promised_for: null } as const)
      : ({ sold: false, code: 'insufficient_stock', most: product.available } as const)
  }
  return product.expected_stock_date
    ? ({ sold: true, promised_for: product.expected_stock_date } as const)
    : ({ sold: false, code: 'out_of_stock', most: 0 } as const)
}

/** The message for a quantity above the available one, `most`. */
export const insufficientStockMessage = (most: number) => `Yetersiz stok! Maksimum ${most} adet siparis verebilirsiniz.`

/** The message for a product that is neither in stock nor expected. */
export const outOfStockMessage = () => 'Bu ürün stokta yok ve beklenen stok tarihi belli değil'

/** The errors of every call that reserves goods for a customer. */
export const GOODS_ERRORS = [
  'customer_passive',
  'product_unavailable',
  'out_of_stock',
  'insufficient_stock',
  'open_value_exceeded',
] as const
