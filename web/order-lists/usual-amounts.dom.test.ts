import { expect, test } from 'vitest'
import type { Product } from '#contract/catalogue.ts'
import type { BoughtProduct } from '#contract/order-lists.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { usualAmounts } from './usual-amounts.ts'

/** The quantity that is entered for a product of which the customer usually orders eight pieces. */
function usualOf(product: Product | undefined) {
  const { id, name, unit } = CHEESE
  const lines = [{ product_id: id, product_name: name, unit, target: null }]
  const bought = new Map([[id, { unit, usual_quantity: 8 } as BoughtProduct]])
  const products = new Map(product && [[id, product]])
  return usualAmounts(lines, { bought, products, shelves: new Map() }).get(id)?.quantity
}

test.each([
  ['the usual quantity', 8, CHEESE],
  ['the stock, if that is less', 3, { ...CHEESE, stock_quantity: 3 }],
  [
    'the usual quantity of a product that is expected',
    8,
    { ...CHEESE, stock_quantity: 0, expected_stock_date: '2026-12-01' },
  ],
  ['nothing of a product that is sold out', undefined, { ...CHEESE, stock_quantity: 0 }],
  ['nothing of a product that is no longer on sale', undefined, undefined],
  ['nothing of a product that has another unit now', undefined, { ...CHEESE, unit: 'PAKET' }],
])('as usual, %s is entered', (_, quantity, product) => {
  expect(usualOf(product)).toBe(quantity)
})
