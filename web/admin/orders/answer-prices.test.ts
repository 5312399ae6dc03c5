import { expect, test } from 'vitest'
import { kurus } from '#contract/money.ts'
import { CHEESE } from '../../catalogue/sample-product.ts'
import { doubtfulPrices } from './answer-prices.ts'

const { id: product_id, name, unit, vat_rate } = CHEESE
const product = { id: product_id, name, unit, vat_rate }
const usual = CHEESE.price

/** The doubtful prices of an answer in one line, after a former one at `answered`. */
function doubted(price: number, { answered, isOnSale = true }: { answered?: number; isOnSale?: boolean } = {}) {
  const item = { product_id, unit, quantity: 1, price: kurus(price), notes: null, request_item: null }
  const former = { ...item, product_name: name, brand: '', vat_rate }
  const answer = { notes: null, valid_until: '2099-03-10', answered_at: '2026-03-10T07:00:00.000Z' }
  return doubtfulPrices([item], {
    sent: [{ id: 'a', product, quantity: 1, price: price / 100, notes: '' }],
    quote: { answer: answered === undefined ? null : { ...answer, items: [{ ...former, price: kurus(answered) }] } },
    products: new Map([[product_id, isOnSale ? CHEESE : null]]),
  }).map(doubtful => [doubtful.line, doubtful.product_name, doubtful.usual])
}

test('a price of an answer is doubtful if it is 0 or far from the catalogue’s, unless the former answer had it', () => {
  const far = Math.round(usual / 10)
  expect(doubted(usual)).toEqual([])
  expect(doubted(far)).toEqual([['a', name, usual]])
  expect(doubted(far, { answered: far })).toEqual([])
  expect(doubted(far, { answered: usual })).toEqual([['a', name, usual]])
  expect(doubted(far, { isOnSale: false })).toEqual([])
  expect(doubted(0, { isOnSale: false })).toEqual([['a', name, undefined]])
})
