import { expect, test } from 'vitest'
import type { Product } from '#contract/catalogue.ts'
import { kurus } from '#contract/money.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { acceptedLines, cartChanges, isLost, type LineChange, sentenceOf } from './cart-changes.ts'
import { lineOf, parseLines, withQuantity, withRestored } from './cart-line.ts'

const lines = [lineOf(CHEESE, 12)]

function after(change: Partial<Product> | undefined, before = lines) {
  const products = new Map(change ? [[CHEESE.id, { ...CHEESE, ...change }]] : [])
  return { changes: cartChanges(before, products).get(CHEESE.id) ?? [], accepted: acceptedLines(before, products) }
}

test('a cart whose products are unchanged has no changes and is accepted as is', () => {
  expect(after({})).toEqual({ changes: [], accepted: lines })
})

test.each<[string, Partial<Product> | undefined, LineChange[], number]>([
  ['is no longer sold', undefined, [{ kind: 'gone' }], 0],
  ['is sold out without an expected date', { stock_quantity: 0 }, [{ kind: 'out' }], 0],
  ['ran short', { stock_quantity: 5 }, [{ kind: 'short', most: 5, unit: 'KG' }], 5],
  [
    'is expected on a day',
    { stock_quantity: 0, expected_stock_date: '2026-12-01' },
    [{ kind: 'promised', day: '2026-12-01' }],
    12,
  ],
  ['costs more', { price: kurus(30_000) }, [{ kind: 'price', before: kurus(28_950), after: kurus(30_000) }], 12],
  ['has another unit', { unit: 'PAKET' }, [{ kind: 'unit', before: 'KG', after: 'PAKET' }], 12],
  ['has another VAT rate', { vat_rate: 16 }, [{ kind: 'vat', before: 10, after: 16 }], 12],
])('a product that %s', (_, change, changes, left) => {
  const result = after(change)
  expect(result.changes).toEqual(changes)
  expect(result.accepted.reduce((sum, line) => sum + line.quantity, 0)).toBe(left)
  expect(isLost(result.changes)).toBe(left === 0)
})

test('a new list price of a line with an agreed price is reported as such', () => {
  const agreed = { ...lineOf(CHEESE, 12), price: kurus(20_000), list_price: CHEESE.price }
  const [change] = after({ price: kurus(30_000) }, [agreed]).changes
  expect(change && sentenceOf(change)).toBe('Liste fiyatı ₺289,50 iken ₺300,00 oldu; anlaşılan fiyat değişmedi.')
  expect(after({}, [agreed]).changes).toEqual([])
  // The agreed price was for the former unit: the line gets the list price.
  expect(after({ unit: 'PAKET', price: kurus(30_000) }, [agreed]).changes).toEqual([
    { kind: 'price', before: kurus(20_000), after: kurus(30_000) },
    { kind: 'unit', before: 'KG', after: 'PAKET' },
  ])
})

test('the remaining stock is formatted like other quantities', () => {
  expect(sentenceOf({ kind: 'short', most: 1500, unit: 'KG' })).toContain('yalnızca 1.500 KG kaldı')
})

test.each([
  ['2099-12-01', '01.12.2099'],
  ['2026-01-01', '01.01.2026 (gecikti)'],
])('a day for which goods are promised is marked if it is over: %s', (day, text) => {
  expect(sentenceOf({ kind: 'promised', day })).toContain(`beklenen tarih ${text}.`)
})

test('a forward-dated product that has arrived is available again', () => {
  const promised = [lineOf({ ...CHEESE, stock_quantity: 0, expected_stock_date: '2026-12-01' }, 12)]
  expect(promised[0]?.promised_for).toBe('2026-12-01')
  expect(after({ expected_stock_date: '2026-12-01' }, promised).changes).toEqual([{ kind: 'on_shelf' }])
})

test('after accepting, there is nothing left to accept', () => {
  const products = new Map([[CHEESE.id, { ...CHEESE, price: kurus(1), vat_rate: 0, unit: 'PAKET', stock_quantity: 3 }]])
  expect(cartChanges(acceptedLines(lines, products), products).size).toBe(0)
})

test('a stored cart is parsed; invalid lines are dropped', () => {
  const stored = [withQuantity(lines[0]!, 3), { product_id: 'x' }, null, { ...lines[0], quantity: -1 }]
  expect(parseLines(JSON.stringify(stored))).toEqual([lineOf(CHEESE, 3)])
  expect(parseLines('{')).toEqual([])
  expect(parseLines('{}')).toEqual([])
  expect(parseLines(null)).toEqual([])
})

test('lines restored to a cart are merged with its current lines', () => {
  const olives = { ...CHEESE, id: '0b7f7a55-93c2-4f3c-8f5d-6f4d1f0f8a11', name: 'Çizik zeytin' }
  expect(withRestored([lineOf(CHEESE, 2)], [lineOf(CHEESE, 3), lineOf(olives, 1)])).toEqual([
    lineOf(CHEESE, 5),
    lineOf(olives, 1),
  ])
})
