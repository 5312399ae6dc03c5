import { expect, test } from 'vitest'
import type { Product } from '#contract/catalogue.ts'
import { kurus } from '#contract/money.ts'
import { MAX_ORDER_LINES, type OrderItem } from '#contract/orders.ts'
import { lineOf } from '../cart/cart-line.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { repeatedInto, withoutRepeated } from './repeated-lines.ts'

const ORDERED: OrderItem = {
  product_id: CHEESE.id,
  product_name: 'Ezine peyniri',
  brand: 'Bahçıvan',
  quantity: 12,
  unit: 'KG',
  price: kurus(28_950),
  vat_rate: 10,
  total_price: kurus(347_400),
  expected_stock_date: null,
}

/** Repeats an order of twelve kilos with the product in this state, and so many kilos in the cart already. */
function repeated(change: Partial<Product> | undefined, inCart = 0) {
  const products = new Map(change ? [[CHEESE.id, { ...CHEESE, ...change }]] : [])
  const { cart, taken, remarks } = repeatedInto(inCart ? [lineOf(CHEESE, inCart)] : [], [ORDERED], products)
  return [cart[0]?.quantity ?? 0, taken, remarks]
}

test.each<[string, Partial<Product> | undefined, number, unknown[]]>([
  ['is unchanged', {}, 0, [12, 1, []]],
  ['is in the cart already', {}, 5, [17, 1, []]],
  ['is no longer sold', undefined, 0, [0, 0, ['Ezine peyniri artık satışta değil.']]],
  ['has run out', { stock_quantity: 0 }, 0, [0, 0, ['Ezine peyniri eklenmedi: stokta yok.']]],
  ['is short', { stock_quantity: 5 }, 0, [5, 1, ['Ezine peyniri: 12 KG yerine 5 KG eklendi.']]],
  [
    'is in the cart as far as it goes',
    { stock_quantity: 352 },
    352,
    [352, 0, ['Ezine peyniri eklenmedi: alınabilecek 352 KG zaten sepette.']],
  ],
  [
    'is in the cart with more than is left',
    { stock_quantity: 5 },
    9,
    [9, 0, ['Ezine peyniri eklenmedi: alınabilecek 5 KG zaten sepette.']],
  ],
  ['has run out, but is in the cart', { stock_quantity: 0 }, 9, [9, 0, ['Ezine peyniri eklenmedi: stokta yok.']]],
  [
    'is short with what is in the cart',
    { stock_quantity: 14 },
    9,
    [14, 1, ['Ezine peyniri: 12 KG yerine 5 KG eklendi; sepettekilerle birlikte en fazla 14 KG alınabilir.']],
  ],
  ['is expected on a day', { stock_quantity: 0, expected_stock_date: '2026-12-01' }, 0, [12, 1, []]],
  ['has another price', { price: kurus(30_000) }, 0, [12, 1, ['1 ürünün fiyatı o günden beri değişti.']]],
])('a line whose product %s', (_, change, inCart, expected) => {
  expect(repeated(change, inCart)).toEqual(expected)
})

test('a line is at today’s price, and a full cart takes no other product', () => {
  const products = new Map([[CHEESE.id, { ...CHEESE, price: kurus(100) }]])
  expect(repeatedInto([], [ORDERED], products).cart).toEqual([lineOf({ ...CHEESE, price: kurus(100) }, 12)])
  const full = Array.from({ length: MAX_ORDER_LINES }, (_, nr) => lineOf({ ...CHEESE, id: `${nr}` }, 1))
  expect(repeatedInto(full, [ORDERED], products)).toMatchObject({
    taken: 0,
    remarks: [`Ezine peyniri sığmadı: sepette en fazla ${MAX_ORDER_LINES} farklı ürün olabilir.`],
  })
})

test('undo takes out what came in and puts back what was replaced; what changed since stays', () => {
  const [cheese, other] = [lineOf(CHEESE, 5), lineOf({ ...CHEESE, id: 'lor' }, 2)]
  const quantities = (lines: readonly { product_id: string; quantity: number }[]) =>
    Object.fromEntries(lines.map(({ product_id, quantity }) => [product_id, quantity]))
  // Added: five became seventeen, of which the user has taken one out since, and two of another came in.
  const added = withoutRepeated([lineOf(CHEESE, 16), other], [cheese], [lineOf(CHEESE, 17)])
  expect(quantities(added)).toEqual({ [CHEESE.id]: 4, lor: 2 })
  const replaced = withoutRepeated([lineOf(CHEESE, 12)], [other], [lineOf(CHEESE, 12)])
  expect(quantities(replaced)).toEqual({ lor: 2 })
})
