import type { Product } from '#contract/catalogue.ts'
import type { AnswerItem } from '#contract/quotes.ts'
import { saleOf } from '#contract/sale.ts'

/**
 * A line that cannot be ordered as answered. `left` is the quantity that can still be ordered; where it is 0, `why` says
 * the reason.
 */
export type ShortLine<Item = AnswerItem> = { item: Item; left: number; why: string }

/** The line of an answer; without `unit`, which is the answered one, it is in the product's. */
type Answered = Pick<AnswerItem, 'product_id' | 'quantity'> & { unit?: string }
type Products = ReadonlyMap<string, Pick<Product, 'stock_quantity' | 'expected_stock_date' | 'unit'>>

/** The lines that cannot be ordered as answered, given the products on sale now. */
export const shortLines = <Item extends Answered>(items: readonly Item[], products: Products): ShortLine<Item>[] =>
  items.flatMap(item => {
    const sold = soldOf(item, products)
    return 'left' in sold ? [{ item, ...sold }] : []
  })

/** The lines that can be ordered, but of which nothing is in stock, with the day for which they would be promised. */
export const promisedLines = <Item extends Answered>(items: readonly Item[], products: Products) =>
  items.flatMap(item => {
    const sold = soldOf(item, products)
    return 'day' in sold && sold.day !== null ? [{ item, day: sold.day }] : []
  })

/** How a line can be ordered: as answered, from stock or for a day (YYYY-MM-DD), or only a part of it or nothing. */
function soldOf(
  { product_id, quantity, unit: answered }: Answered,
  products: Products,
): { day: string | null } | Omit<ShortLine, 'item'> {
  const product = products.get(product_id)
  if (!product) return { left: 0, why: 'artık satışta değil' }
  const { stock_quantity: available, expected_stock_date, unit } = product
  if (answered !== undefined && answered !== unit) return { left: 0, why: `birimi artık ${unit}` }
  const sale = saleOf({ available, expected_stock_date }, quantity)
  return sale.sold ? { day: sale.promised_for } : { left: sale.most, why: 'stokta kalmadı' }
}

/** The lines to order: as answered, short ones with the quantity left, without those that the user leaves out. */
export function takenLines(
  items: readonly AnswerItem[],
  short: readonly ShortLine[],
  leftOut: ReadonlySet<string>,
): AnswerItem[] {
  const left = new Map(short.map(line => [line.item.product_id, line.left]))
  return items.flatMap(item => {
    const quantity = left.get(item.product_id) ?? item.quantity
    const isTaken = quantity > 0 && !(left.has(item.product_id) && leftOut.has(item.product_id))
    return isTaken ? [{ ...item, quantity }] : []
  })
}
