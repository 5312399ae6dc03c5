import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { listProducts, type Product } from '#contract/catalogue.ts'
import { kurus } from '#contract/money.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { CUSTOMER } from '../testing/samples.ts'
import { button, openScreen, shows } from '../testing/screen.ts'
import { startServer, type TestServer } from '../testing/scripted-server.ts'

const product = (n: number, name: string): Product => ({
  ...CHEESE,
  id: `6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c5${n}`,
  name,
})
const PRODUCTS = [product(1, 'Lor'), product(2, 'Kaşar'), product(3, 'Tulum')]

let server: TestServer

beforeEach(async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  server = await startServer()
  const { startSession } = await import('../session.ts')
  startSession(CUSTOMER)
})

/** Opens the cart with all products, after its first check. */
async function openCart() {
  const { addToCart } = await import('./cart.ts')
  const { useCartOrder } = await import('./cart-order.ts')
  const { CartLines } = await import('./cart-lines.tsx')
  const { CartOrderForm } = await import('./cart-order-form.tsx')
  const { queryClient } = await import('../queries.ts')
  for (const one of PRODUCTS) addToCart(one, 1)
  const reply = (products: Product[]) => z.encode(listProducts.reply, products)
  let present = PRODUCTS
  server.respond('GET /api/products', exchange => exchange.reply(200, reply(present)))
  const Cart = () => {
    const order = useCartOrder({ chosen: null, onPlaced: () => undefined })
    const { lines, products, changes, accepted, busy } = order
    const shown = { lines, products, changes, accepted, busy, refused: undefined }
    return (
      <>
        <CartLines {...shown} least={0} />
        <CartOrderForm order={order} text="Sipariş ver" />
      </>
    )
  }
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <Cart />
    </QueryClientProvider>,
  )
  const set = (products: Product[]) => {
    present = products
  }
  return { act, set }
}

const bin = (name: string) => document.querySelector<HTMLElement>(`[aria-label="${name}: sepetten çıkar"]`)
const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent

test('when a line is removed, the focus goes to the bin of the next line, or else of the last', async () => {
  const { act } = await openCart()
  const remove = async (name: string) => {
    await act(async () => {
      bin(name)?.focus()
      bin(name)?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
      bin(name)?.click()
    })
    return focused()
  }
  expect(await remove('Kaşar')).toBe('Tulum: sepetten çıkar')
  expect(await remove('Tulum')).toBe('Lor: sepetten çıkar')
})

test('a held Enter on a bin removes one line', async () => {
  await openCart()
  const press = (repeat: boolean) =>
    bin('Lor')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', repeat, bubbles: true, cancelable: true }))
  expect([press(false), press(true)]).toEqual([true, false])
})

test('when a price has changed, the focus goes from the order button to the one that accepts it', async () => {
  const { act, set } = await openCart()
  set(PRODUCTS.map(one => ({ ...one, price: kurus(30_000) })))
  await act(async () => {
    button('Sipariş ver').focus()
    button('Sipariş ver').click()
  })
  await shows(() => focused() === 'Güncel fiyatlarla devam et')
})
