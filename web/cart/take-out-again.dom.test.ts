import { beforeEach, expect, test } from 'vitest'
import { kurus } from '#contract/money.ts'
import type { CartLine } from '../pwa/order-draft.ts'
import { LINE } from '../testing/outbox-tab.ts'
import { CUSTOMER, MARKETER } from '../testing/samples.ts'
import { startServer } from '../testing/scripted-server.ts'

const BUYER = { id: CUSTOMER.user.id, company_name: 'Lezzet Lokantası', is_active: true }
const cheese = (quantity: number, price: number): CartLine => ({
  ...LINE,
  quantity,
  price: kurus(price),
  total_price: kurus(price * quantity),
})
const LOR = { ...cheese(24, 1_000), product_id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c56', unit: 'ADET' }

beforeEach(async () => {
  await startServer()
})

/** The cart of a customer for whom a marketer orders, from which goods are taken out and to which they return. */
async function openCart(lines: readonly CartLine[]) {
  const { startSession } = await import('../current-session.ts')
  startSession(MARKETER)
  const { agreePrice, agreedPricesOf, applyAgreedPrices } = await import('./agreed-prices.ts')
  const { cartLines, setCart } = await import('./cart.ts')
  const { chooseCustomer, returnToCartOf } = await import('./other-carts.ts')
  const { takeOutAgain } = await import('./take-out-again.ts')
  chooseCustomer(BUYER)
  setCart(lines)
  return {
    cart: cartLines,
    agree: (price: number) => agreePrice(BUYER.id, LINE, kurus(price)),
    agreed: () =>
      applyAgreedPrices([LINE], agreedPricesOf(BUYER.id)).flatMap(line => (line.list_price ? [line.price] : [])),
    takeOut: (ordered: readonly CartLine[]) => {
      const taken = takeOutAgain({ lines: ordered, notes: '' }, BUYER.id)
      return () => taken && returnToCartOf(BUYER, taken)
    },
  }
}

test('goods whose new price was accepted since leave the cart at it, and goods in another unit stay', async () => {
  const packets = { ...LOR, unit: 'PAKET', quantity: 30, price: kurus(11_000), total_price: kurus(330_000) }
  const { cart, takeOut } = await openCart([cheese(3, 11_000), packets])
  const undo = takeOut([cheese(2, 10_000), LOR])
  expect(cart()).toEqual([cheese(1, 11_000), packets])
  undo()
  expect(cart()).toEqual([cheese(3, 11_000), packets])
})

test('goods leave a line that was joined with one in another unit, which keeps both units', async () => {
  const joined = (quantity: number) => ({
    ...LOR,
    unit: 'ADET + PAKET',
    quantity,
    total_price: kurus(1_000 * quantity),
  })
  const { cart, takeOut } = await openCart([joined(26)])
  const undo = takeOut([LOR])
  expect(cart()).toEqual([joined(2)])
  undo()
  expect(cart()).toEqual([joined(26)])
})

test('goods return at the price that was agreed since the order', async () => {
  const { cart, agree, agreed, takeOut } = await openCart([cheese(2, 10_000)])
  agree(9_500)
  const undo = takeOut([{ ...cheese(2, 9_000), list_price: kurus(10_000) }])
  expect([cart(), agreed()]).toEqual([[], []])
  undo()
  expect([cart(), agreed()]).toEqual([[cheese(2, 10_000)], [9_500]])
})
