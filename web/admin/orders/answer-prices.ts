import type { NewAnswer, Quote } from '#contract/quotes.ts'
import { type DoubtfulPrice, doubtOf } from '../../orders/confirm-prices.tsx'
import { differenceText, isDoubtful } from '../../orders/price-guard.ts'
import type { AnswerLine, ProductsToday } from './answer-draft.ts'

type Item = NewAnswer['items'][number]

/**
 * The prices of an answer that are 0 or far from the catalogue's, each with the id of its line; not those that the
 * previous answer had as well.
 */
export function doubtfulPrices(
  items: readonly Item[],
  { sent, quote, products }: { sent: readonly AnswerLine[]; quote: Pick<Quote, 'answer'>; products: ProductsToday },
): (DoubtfulPrice & { line: string })[] {
  const answered = new Set(quote.answer?.items.map(keyOf))
  return items.flatMap((item, index) => {
    const { product_id, price } = item
    const usual = products.get(product_id)?.price
    const line = sent[index]
    if (!line?.product || answered.has(keyOf(item)) || !isDoubtful(price, usual)) return []
    return [{ line: line.id, product_id, product_name: line.product.name, price, usual }]
  })
}

const keyOf = ({ product_id, unit, price }: Pick<Item, 'product_id' | 'unit' | 'price'>) =>
  JSON.stringify([product_id, unit, price])

export const questionAboutPrices = (doubtful: readonly DoubtfulPrice[]) =>
  [
    doubtful.length > 1 ? 'Bu fiyatlar doğru mu?' : 'Bu fiyat doğru mu?',
    ...doubtful.map(price => `• ${price.product_name}: ${doubtOf(price)}`),
  ].join('\n')

/** What a doubtful price is, below its field; without a usual price only one of 0 is doubtful. */
export const doubtAtField = ({ price, usual }: DoubtfulPrice) =>
  price === 0 || usual === undefined ? 'Bedelsiz' : `Liste fiyatının ${differenceText(price, usual)}`
