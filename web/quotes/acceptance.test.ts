import { expect, test } from 'vitest'
import { kurus } from '#contract/money.ts'
import { promisedLines, shortLines, takenLines } from './acceptance.ts'

const item = (product_id: string, quantity: number) => ({
  product_id,
  product_name: product_id,
  brand: '',
  unit: 'KG',
  quantity,
  price: kurus(100),
  vat_rate: 10,
  notes: null,
})
const ITEMS = [
  item('whole', 5),
  item('short', 5),
  item('promised', 5),
  item('out', 5),
  item('gone', 5),
  item('packets', 5),
]
const CURRENT = new Map(
  Object.entries({
    whole: { stock_quantity: 5, expected_stock_date: null, unit: 'KG' },
    short: { stock_quantity: 2, expected_stock_date: '2026-05-01', unit: 'KG' },
    promised: { stock_quantity: 0, expected_stock_date: '2026-05-01', unit: 'KG' },
    out: { stock_quantity: 0, expected_stock_date: null, unit: 'KG' },
    packets: { stock_quantity: 0, expected_stock_date: '2026-05-01', unit: 'PAKET' },
  }),
)
const taken = (leftOut: string[]) =>
  takenLines(ITEMS, shortLines(ITEMS, CURRENT), new Set(leftOut)).map(({ product_id, quantity }) => [
    product_id,
    quantity,
  ])

test('lines are short if their products are neither in stock nor promised for a day, or have another unit now', () => {
  expect(shortLines(ITEMS, CURRENT).map(line => [line.item.product_id, line.left, line.why])).toEqual([
    ['short', 2, 'stokta kalmadı'],
    ['out', 0, 'stokta kalmadı'],
    ['gone', 0, 'artık satışta değil'],
    ['packets', 0, 'birimi artık PAKET'],
  ])
})

test('only lines that can be ordered as answered are promised for a day, none in a former unit of its product', () => {
  expect(promisedLines(ITEMS, CURRENT).map(line => [line.item.product_id, line.day])).toEqual([
    ['promised', '2026-05-01'],
  ])
})

test('a short line is taken with the quantity left or left out; other lines are taken whole', () => {
  const rest = [['promised', 5]]
  expect(taken([])).toEqual([['whole', 5], ['short', 2], ...rest])
  expect(taken(['short'])).toEqual([['whole', 5], ...rest])
  // The choice to leave out a line has no effect once enough goods have arrived.
  expect(taken(['whole'])).toEqual([['whole', 5], ['short', 2], ...rest])
})
