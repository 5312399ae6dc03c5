import type { Product } from '#contract/catalogue.ts'
import type { AnswerItem } from '#contract/quotes.ts'
import { saleOf } from '#contract/sale.ts'

/**
 * A line of an answer that the stock does not cover. `left` is the quantity that can still be ordered; where it is 0,
 * `why` says the reason.
 */
export type ShortLine<Item = AnswerItem> = { item: Item; left: number; why: string }

/** The lines that cannot be ordered as answered, given the products on sale now; `unit` is the answered one. */
export function shortLines<Item extends Pick<AnswerItem, 'product_id' | 'quantity'> & { unit?: string }>(
  items: readonly Item[],
  products: ReadonlyMap<string, Pick<Product, 'stock_quantity' | 'expected_stock_date' | 'unit'>>,
): ShortLine<Item>[] {
  return items.flatMap((item): ShortLine<Item>[] => {
    const product = products.get(item.product_id)
    if (!product) return [{ item, left: 0, why: 'artık satışta değil' }]
    const { stock_quantity: available, expected_stock_date, unit } = product
    if (item.unit !== undefined && item.unit !== unit) return [{ item, left: 0, why: `birimi artık ${unit}` }]
    const sale = saleOf({ available, expected_stock_date }, item.quantity)
    return sale.sold ? [] : [{ item, left: sale.most, why: 'stokta kalmadı' }]
  })
}

/** The lines of which nothing is in stock, with the day for which they would be promised. */
export function promisedLines<Item extends Pick<AnswerItem, 'product_id' | 'quantity'>>(
  items: readonly Item[],
  products: Parameters<typeof shortLines>[1],
): { item: Item; day: string }[] {
  return items.flatMap(item => {
    const product = products.get(item.product_id)
    if (!product) return []
    const { stock_quantity: available, expected_stock_date } = product
    const sale = saleOf({ available, expected_stock_date }, item.quantity)
    return sale.sold && sale.promised_for ? [{ item, day: sale.promised_for }] : []
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
