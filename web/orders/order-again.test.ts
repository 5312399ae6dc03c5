import { expect, test } from 'vitest'
import type { Product } from '#contract/catalogue.ts'
import { kurus } from '#contract/money.ts'
import { MAX_ORDER_LINES, type OrderItem } from '#contract/orders.ts'
import { lineOf } from '../cart/cart-line.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import {
  addOldLines,
  type Difference,
  type Ordered,
  repeatableLines,
  sentenceOf,
  undoOrderingAgain,
  undoReplacement,
} from './order-again.ts'

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

/** Orders twelve kilos of a product in the given state again, with `inCart` kilos already in the cart. */
function again(
  change: Partial<Product> | undefined,
  { inCart = 0, item = ORDERED }: { inCart?: number; item?: Ordered } = {},
) {
  const product = { ...CHEESE, ...change }
  const products = new Map(change ? [[CHEESE.id, product]] : [])
  const { cart, taken, different } = addOldLines([item], products, inCart ? [lineOf(CHEESE, inCart)] : [])
  return { quantity: cart[0]?.quantity ?? 0, cart, taken, differences: different[0]?.differences ?? [] }
}

test('an order whose products are unchanged is added to the cart as a whole, without differences', () => {
  expect(again({})).toEqual({ quantity: 12, cart: [lineOf(CHEESE, 12)], taken: 1, differences: [] })
  expect(again({}, { inCart: 5 })).toMatchObject({ quantity: 17, taken: 1, differences: [] })
})

const short = (taken: number, most: number): Difference & { kind: 'short' } => ({
  kind: 'short',
  wanted: 12,
  wanted_unit: 'KG',
  taken,
  most,
  unit: 'KG',
})
const DAY = '2099-12-01'
const PAST = '2026-01-01'

test.each<[string, Partial<Product> | undefined, Parameters<typeof again>[1], Difference[], number]>([
  ['is no longer sold', undefined, {}, [{ kind: 'gone' }], 0],
  ['is no longer sold, but in the cart', undefined, { inCart: 3 }, [{ kind: 'gone' }], 3],
  ['is sold out without an expected date', { stock_quantity: 0 }, {}, [{ kind: 'out' }], 0],
  ['is short', { stock_quantity: 5 }, {}, [short(5, 5)], 5],
  ['is short together with the cart', { stock_quantity: 15 }, { inCart: 5 }, [short(10, 15)], 15],
  ['is in the cart up to the stock', { stock_quantity: 5 }, { inCart: 5 }, [short(0, 5)], 5],
  ['is in the cart beyond the stock', { stock_quantity: 5 }, { inCart: 9 }, [short(0, 5)], 9],
  ['is expected', { stock_quantity: 0, expected_stock_date: DAY }, {}, [{ kind: 'promised', day: DAY }], 12],
  [
    'is expected on the same day as before',
    { stock_quantity: 0, expected_stock_date: DAY },
    { item: { ...ORDERED, expected_stock_date: DAY } },
    [],
    12,
  ],
  [
    'is overdue since the same day as before',
    { stock_quantity: 0, expected_stock_date: PAST },
    { item: { ...ORDERED, expected_stock_date: PAST } },
    [{ kind: 'promised', day: PAST }],
    12,
  ],
  ['is more than can be ordered', { stock_quantity: 2_000_000 }, { inCart: 999_995 }, [short(5, 1_000_000)], 1_000_000],
  ['costs more', { price: kurus(30_000) }, {}, [{ kind: 'price', before: kurus(28_950), after: kurus(30_000) }], 12],
  ['has another VAT rate', { vat_rate: 16 }, {}, [{ kind: 'vat', before: 10, after: 16 }], 12],
  ['is sold by the packet', { unit: 'PAKET' }, {}, [{ kind: 'other_unit', before: 'KG', after: 'PAKET' }], 0],
  [
    'is sold by the packet, which the user has seen',
    { unit: 'PAKET' },
    { item: { ...ORDERED, wanted_unit: 'PAKET' } },
    [{ kind: 'unit', before: 'KG', after: 'PAKET' }],
    12,
  ],
  [
    'is short and costs less',
    { stock_quantity: 2, price: kurus(100) },
    {},
    [short(2, 2), { kind: 'price', before: kurus(28_950), after: kurus(100) }],
    2,
  ],
])('a product that %s', (_, change, options, differences, quantity) => {
  expect(again(change, options)).toMatchObject({ differences, quantity })
})

test('products that are ordered again get the current price, including the pieces already in the cart', () => {
  expect(again({ price: kurus(100) }, { inCart: 3 }).cart).toEqual([lineOf({ ...CHEESE, price: kurus(100) }, 15)])
})

test('a cart with a former unit of a product does not count as pieces of the present one', () => {
  const packets = { ...CHEESE, unit: 'PAKET', stock_quantity: 10 }
  const inCart = lineOf({ ...CHEESE, unit: 'ADET' }, 24)
  const five = { ...ORDERED, unit: 'PAKET', quantity: 5 }
  const { cart, taken, different } = addOldLines([five], new Map([[CHEESE.id, packets]]), [inCart])
  expect([cart, taken, different]).toEqual([[lineOf({ ...packets, unit: 'ADET + PAKET' }, 29)], 1, []])
  expect(undoOrderingAgain(cart, [inCart], cart)).toEqual([inCart])
})

test('undo removes what ordering again added and restores earlier prices, but keeps later additions', () => {
  const other = { ...CHEESE, id: 'another product' }
  const untouched = { ...CHEESE, id: 'a third' }
  const before = [lineOf(CHEESE, 3), lineOf(untouched, 1)]
  const dearer = { ...CHEESE, price: kurus(30_000) }
  const items = [ORDERED, { ...ORDERED, product_id: other.id }]
  const products = new Map([dearer, other].map(product => [product.id, product]))
  const { cart: made } = addOldLines(items, products, before)
  expect(undoOrderingAgain(made, before, made)).toEqual(before)
  const accepted = lineOf({ ...untouched, price: kurus(100) }, 1)
  const since = [lineOf(dearer, 17), accepted, lineOf(other, 12), lineOf({ ...CHEESE, id: 'a fourth' }, 1)]
  expect(undoOrderingAgain(since, before, made)).toEqual([
    lineOf(CHEESE, 5),
    accepted,
    lineOf({ ...CHEESE, id: 'a fourth' }, 1),
  ])
})

test('a full cart accepts more of its products, but no new ones', () => {
  const full = Array.from({ length: MAX_ORDER_LINES }, (_, i) => lineOf({ ...CHEESE, id: `product ${i}` }, 1))
  const items = [ORDERED, { ...ORDERED, product_id: 'product 7' }]
  const products = new Map([CHEESE, { ...CHEESE, id: 'product 7' }].map(product => [product.id, product]))
  const { cart, taken, different } = addOldLines(items, products, full)
  expect([cart.length, cart[7]?.quantity, taken]).toEqual([MAX_ORDER_LINES, 13, 1])
  expect(different).toEqual([
    { product_id: CHEESE.id, name: 'Ezine peyniri', isTaken: false, differences: [{ kind: 'full' }] },
  ])
})

test.each<[Difference, string]>([
  [short(5, 5), 'Siparişinizde 12 KG vardı; stokta 5 KG var.'],
  [{ ...short(5, 5), unit: 'PAKET' }, 'Siparişinizde 12 KG vardı; stokta 5 PAKET var.'],
  [{ kind: 'gone' }, 'Artık satışta değil.'],
  [{ kind: 'out' }, 'Stokta yok ve beklenen stok tarihi belli değil.'],
  [{ kind: 'price', before: kurus(28_950), after: kurus(30_000) }, 'Fiyatı ₺289,50 iken ₺300,00 oldu.'],
])('%o has its message', (difference, sentence) => {
  expect(sentenceOf(difference)).toBe(sentence)
})

test('the repeatable lines are those that can be ordered today, whatever the cart contains', () => {
  const product = (id: string, change: Partial<Product>) => [id, { ...CHEESE, id, ...change }] as const
  const products = new Map([
    product('short', { stock_quantity: 5 }),
    product('out', { stock_quantity: 0 }),
    product('expected', { stock_quantity: 0, expected_stock_date: DAY }),
  ])
  const items = ['short', 'out', 'expected', 'gone'].map(product_id => ({ ...ORDERED, product_id }))
  expect(
    repeatableLines(items, products).map(({ quantity, most, differences }) => [quantity, most, differences]),
  ).toEqual([
    [5, 5, [short(5, 5)]],
    [0, 0, [{ kind: 'out' }]],
    [12, 1_000_000, [{ kind: 'promised', day: DAY }]],
    [0, 0, [{ kind: 'gone' }]],
  ])
})

test('undoing a replacement restores the previous cart and keeps lines added since', () => {
  const other = { ...CHEESE, id: 'another product' }
  const before = [lineOf(CHEESE, 3)]
  const made = [lineOf(other, 12)]
  expect(undoReplacement(made, before, made)).toEqual(before)
  const since = [lineOf(other, 13), lineOf({ ...CHEESE, id: 'a third' }, 1)]
  expect(undoReplacement(since, before, made)).toEqual([lineOf(other, 1), since[1], ...before])
})
