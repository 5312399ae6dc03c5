import { expect, test } from 'vitest'
import { lineOf } from '../cart/cart-line.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { cartCustomerIn, cartLineIn } from './order-draft.ts'

const LINE = lineOf(CHEESE, 2)
const CUSTOMER = { id: CHEESE.id, company_name: 'Deniz Market', is_active: true }

test('a stored line and a stored customer are read without unknown fields', () => {
  expect(cartLineIn({ ...LINE, discount: 5 })).toEqual(LINE)
  expect(cartLineIn({ ...LINE, promised_for: '2026-12-01', image_url: '/a.webp' })).toBeDefined()
  expect(cartCustomerIn({ ...CUSTOMER, tier: 'gold' })).toEqual(CUSTOMER)
})

test.each(Object.keys(LINE))('a line without a valid %s is rejected', name => {
  for (const value of [undefined, true, {}]) expect(cartLineIn({ ...LINE, [name]: value })).toBeUndefined()
})

test.each([
  ['an invalid id', { product_id: '7' }],
  ['a quantity of zero', { quantity: 0 }],
  ['half a piece', { quantity: 1.5 }],
  ['a negative price', { price: -1 }],
  ['a price with a fraction of a kuruş', { price: 0.5 }],
  ['a negative VAT rate', { vat_rate: -1 }],
])('a line with %s is rejected', (_, change) => {
  expect(cartLineIn({ ...LINE, ...change })).toBeUndefined()
})

test.each(Object.keys(CUSTOMER))('a customer without a valid %s is rejected', name => {
  for (const value of [undefined, 7, null]) expect(cartCustomerIn({ ...CUSTOMER, [name]: value })).toBeUndefined()
})

test.each([null, undefined, 'text', 7, []])('%j is neither a line nor a customer', value => {
  expect([cartLineIn(value), cartCustomerIn(value)]).toEqual([undefined, undefined])
})
