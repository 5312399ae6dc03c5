import { expect, test } from 'vitest'
import { kurus } from '#contract/money.ts'
import type { OrderItem } from '#contract/orders.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { type Changeable, changedLines, isChanged, NO_CHANGE, type OrderChange, revisionOf } from './order-change.ts'

const item = (product_id: string, quantity: number, change: Partial<OrderItem> = {}): OrderItem => ({
  product_id,
  product_name: product_id,
  brand: 'Bahçıvan',
  quantity,
  unit: 'KG',
  price: kurus(100),
  vat_rate: 10,
  total_price: kurus(100 * quantity),
  expected_stock_date: null,
  ...change,
})
const ORDER: Changeable = {
  items: [item('a', 4), item('b', 2)],
  notes: 'Sabah',
  revision_count: 1,
  delivery_date: '2026-11-26',
}
const change = (changes: Partial<OrderChange>): OrderChange => ({ ...NO_CHANGE, ...changes })
const wanted = (id: string, quantity: number) => new Map([[id, { quantity, unit: 'KG' }]])
const quantities = (order: Changeable, change: OrderChange) =>
  changedLines(order, change).map(({ product_id, quantity }) => [product_id, quantity])

test('an order without changes, or with values equal to its own, has nothing to save', () => {
  expect(isChanged(ORDER, NO_CHANGE)).toBe(false)
  expect(isChanged(ORDER, change({ quantities: wanted('a', 4), notes: 'Sabah ' }))).toBe(false)
})

test('a removed line keeps its place and its quantity, and can be restored', () => {
  const changed = change({ quantities: wanted('a', 7), removed: new Set(['a']) })
  expect(quantities(ORDER, changed)).toEqual([
    ['a', 0],
    ['b', 2],
  ])
  expect(quantities(ORDER, { ...changed, removed: new Set() })).toEqual([
    ['a', 7],
    ['b', 2],
  ])
})

test('the request has the remaining lines with the terms and the total that the user sees', () => {
  const changed = change({ quantities: wanted('b', 5), removed: new Set(['a']), added: [CHEESE], notes: '' })
  expect(isChanged(ORDER, changed)).toBe(true)
  expect(revisionOf(ORDER, changed, kurus(0))).toEqual({
    items: [
      { product_id: 'b', quantity: 5, price: 1, vat_rate: 10, unit: 'KG' },
      { product_id: CHEESE.id, quantity: 1, price: 289.5, vat_rate: 10, unit: 'KG' },
    ],
    notes: '',
    revision_count: 1,
    expected_total: 550 + 31_845,
  })
})

test('a change can move the delivery, and its total includes the delivery fee', () => {
  const moved = change({ delivery_date: '2026-11-27' })
  expect(isChanged(ORDER, moved)).toBe(true)
  expect(isChanged(ORDER, change({ delivery_date: '2026-11-26' }))).toBe(false)
  expect(revisionOf(ORDER, moved, kurus(5_000))).toMatchObject({
    delivery_date: '2026-11-27',
    expected_total: 660 + 5_000,
  })
})

test('a change is applied to the order as a marketer has revised it since', () => {
  const changed = change({ quantities: wanted('a', 7), added: [CHEESE] })
  const later = { ...ORDER, items: [item('b', 9, { price: kurus(90) }), item(CHEESE.id, 3)], revision_count: 2 }
  expect(quantities(later, changed)).toEqual([
    ['b', 9],
    [CHEESE.id, 3],
  ])
  // The two together have removed all lines, but an order must have one.
  const left = { ...ORDER, items: [item('a', 4)] }
  expect(quantities(left, change({ removed: new Set(['a']) }))).toEqual([['a', 4]])
})

test('a quantity typed for a line that has another unit since is not taken over', () => {
  const items = [item('a', 2, { unit: 'PAKET', price: kurus(1_200) }), item('b', 2)]
  const changed = change({ quantities: wanted('a', 24) })
  const [line] = changedLines({ ...ORDER, items }, changed)
  expect(line).toMatchObject({ quantity: 2, unit: 'PAKET', untaken: { quantity: 24, unit: 'KG' } })
  expect(isChanged({ ...ORDER, items }, changed)).toBe(false)
  expect(changedLines(ORDER, changed)[0]).toMatchObject({ quantity: 24, untaken: undefined })
})
