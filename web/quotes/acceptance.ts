import type { Product } from '#contract/catalogue.ts'
import type { AnswerItem } from '#contract/quotes.ts'
import { saleOf } from '#contract/sale.ts'

/** A line of an answer that the stock does not cover; `left` is the quantity that can still be ordered, possibly 0. */
export type ShortLine<Item = AnswerItem> = { item: Item; left: number; isOnSale: boolean }

/** The lines that cannot be ordered as answered, given the products that are on sale now. */
export function shortLines<Item extends Pick<AnswerItem, 'product_id' | 'quantity'>>(
  items: readonly Item[],
  products: ReadonlyMap<string, Pick<Product, 'stock_quantity' | 'expected_stock_date'>>,
): ShortLine<Item>[] {
  return items.flatMap((item): ShortLine<Item>[] => {
    const product = products.get(item.product_id)
    if (!product) return [{ item, left: 0, isOnSale: false }]
    const { stock_quantity: available, expected_stock_date } = product
    const sale = saleOf({ available, expected_stock_date }, item.quantity)
    return sale.sold ? [] : [{ item, left: sale.most, isOnSale: true }]
  })
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
