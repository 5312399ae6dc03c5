import { QueryClientProvider } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { listProducts } from '#contract/catalogue.ts'
import { formatMoney, kurus } from '#contract/money.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { CUSTOMER, MARKETER, NO_DELIVERY } from '../testing/samples.ts'
import { button, openScreen, shows } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'

const BUYER = { id: CUSTOMER.user.id, company_name: 'Lezzet Lokantası', is_active: true }
const AGREED = { ...CHEESE, id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c51', vat_rate: 0 }

test.each([
  { session: CUSTOMER, buyer: null, total: formatMoney(kurus(3 * 33_000)) },
  { session: MARKETER, buyer: BUYER, total: formatMoney(kurus(2 * 33_000 + 10_000)) },
])(
  'at a new price the cart of a $session.role has the same total everywhere on the screen',
  async ({ session, buyer, total }) => {
    vi.stubGlobal('matchMedia', () => ({
      matches: false,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }))
    const server = await startServer()
    const { startSession } = await import('../current-session.ts')
    startSession(session)
    const { chooseCustomer } = await import('./other-carts.ts')
    const { agreePrice } = await import('./agreed-prices.ts')
    const { addToCart } = await import('./cart.ts')
    const { lineOf } = await import('./cart-line.ts')
    const { useCartOrder } = await import('./cart-order.ts')
    const { CartOrderForm } = await import('./cart-order-form.tsx')
    const { queryClient } = await import('../queries.ts')
    const { BottomBar: CustomersBar } = await import('../customer/bottom-bar.tsx')
    const { BottomBar: MarketersBar } = await import('../marketer/bottom-bar.tsx')
    chooseCustomer(buyer)
    addToCart(CHEESE, 2)
    addToCart(AGREED, 1)
    if (buyer) agreePrice(buyer.id, lineOf(AGREED, 1), kurus(10_000))
    const present = [CHEESE, AGREED].map(product => ({ ...product, price: kurus(33_000), vat_rate: 0 }))
    server.respond('GET /api/products', exchange => exchange.reply(200, z.encode(listProducts.reply, present)))
    const Cart = () => (
      <CartOrderForm order={useCartOrder({ chosen: buyer, onPlaced: () => undefined })} text="Sipariş ver" />
    )
    const screen = (isCartOpen: boolean) => (
      <QueryClientProvider client={queryClient}>
        {isCartOpen && <Cart />}
        {buyer ? <MarketersBar open="cart" /> : <CustomersBar />}
      </QueryClientProvider>
    )
    const { act, show } = await openScreen(screen(true))
    const bar = () => document.querySelector('nav')?.textContent
    await shows(() => document.querySelector('form')?.textContent.includes(total) === true)
    expect(bar()).toContain(total)
    // The total is the same on the other screens, and after the new price was accepted.
    await show(screen(false))
    expect(bar()).toContain(total)
    await show(screen(true))
    const accept = button('Güncel fiyatlarla devam et')
    await shows(() => !accept.hasAttribute('aria-disabled'))
    await act(async () => accept.click())
    expect([bar()?.includes(total), accept.isConnected]).toEqual([true, false])
    await act(async () => addToCart({ ...CHEESE, price: kurus(33_000), vat_rate: 0 }, 1))
    expect(bar()).not.toContain(total)
  },
)

test('bars show the total of the goods, without the delivery fee, whether the cart has been opened or not', async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  const server = await startServer()
  server.respond('GET /api/products', ({ reply }) => reply(200, z.encode(listProducts.reply, [CHEESE])))
  server.respond('GET /api/delivery/days', ({ reply }) => reply(200, { ...NO_DELIVERY, minimum: 1000, fee: 50 }))
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { addToCart } = await import('./cart.ts')
  const { useCartOrder } = await import('./cart-order.ts')
  const { CartOrderForm } = await import('./cart-order-form.tsx')
  const { queryClient } = await import('../queries.ts')
  const { BottomBar } = await import('../customer/bottom-bar.tsx')
  addToCart(CHEESE, 2)
  const Cart = () => (
    <CartOrderForm order={useCartOrder({ chosen: null, onPlaced: () => undefined })} text="Sipariş ver" />
  )
  const screen = (isCartOpen: boolean) => (
    <QueryClientProvider client={queryClient}>
      {isCartOpen && <Cart />}
      <BottomBar />
    </QueryClientProvider>
  )
  const { show } = await openScreen(screen(false))
  const bar = () => document.querySelector('nav')?.textContent
  const before = bar()
  expect(before).toContain('₺636,90')
  await show(screen(true))
  await shows(() => document.querySelector('form')?.textContent.includes('₺686,90') === true)
  expect(bar()).toBe(before)
  await show(screen(false))
  expect(bar()).toBe(before)
})
