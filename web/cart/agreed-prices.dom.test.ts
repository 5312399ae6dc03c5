import { beforeEach, expect, test } from 'vitest'
import { kurus } from '#contract/money.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { LINE } from '../testing/outbox-tab.ts'
import { MARKETER } from '../testing/samples.ts'

const { startSession } = await import('../session.ts')
const { agreePrice, atListPrice, forgetAgreed, keepAgreed, withAgreed } = await import('./agreed-prices.ts')
const { cartLines, setCart } = await import('./cart.ts')
const { returnToCart } = await import('./return-to-cart.ts')
const { bodyOf } = await import('../pwa/outbox-entry.ts')
const { cartChanges } = await import('./cart-changes.ts')

const CUSTOMER = '1d6c2b1e-6a0c-4f7e-9a5e-2f6f3f0c1a02'
const agreed = () => localStorage.getItem(`agreed-prices:${CUSTOMER}:${MARKETER.user.id}`)
const two = { ...LINE, quantity: 2, total_price: kurus(20_000) }
const cheaper = { ...two, price: kurus(9_000), list_price: kurus(10_000), total_price: kurus(18_000) }

beforeEach(() => startSession(MARKETER))

test('a line is ordered at its agreed price, and its list price is still compared with the catalogue', () => {
  expect(withAgreed([two], new Map([[LINE.product_id, kurus(9_000)]]))).toEqual([cheaper])
  expect(withAgreed([two], new Map())).toEqual([two])
  expect(atListPrice(cheaper)).toEqual(two)
  expect(bodyOf([cheaper], '')).toMatchObject({
    items: [{ price: 90, agreed_price: 9_000 }],
    expected_total: 18_000,
  })
  expect(bodyOf([two], '').items[0]).not.toHaveProperty('agreed_price')
  const present = { ...CHEESE, ...LINE, id: LINE.product_id }
  expect(cartChanges([cheaper], new Map([[LINE.product_id, present]])).size).toBe(0)
})

test('agreed prices leave with the order, return with its lines, and are deleted with the line', () => {
  agreePrice(CUSTOMER, LINE.product_id, kurus(9_000))
  expect(agreed()).toBe(JSON.stringify({ [LINE.product_id]: 9_000 }))
  forgetAgreed(CUSTOMER, [cheaper])
  expect(agreed()).toBeNull()
  returnToCart({ lines: [cheaper], notes: '' }, CUSTOMER)
  expect(cartLines(CUSTOMER)).toEqual([two])
  expect(agreed()).not.toBeNull()
  setCart([], CUSTOMER)
  keepAgreed(CUSTOMER, [])
  expect(agreed()).toBeNull()
})
