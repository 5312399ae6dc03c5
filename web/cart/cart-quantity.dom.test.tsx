import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { listProducts } from '#contract/catalogue.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { stubLocks } from '../testing/outbox-tab.ts'
import { CUSTOMER, NO_DELIVERY, OTHER_CUSTOMER } from '../testing/samples.ts'
import { button, openScreen, shows, typeIn } from '../testing/screen.ts'
import { startServer, type TestServer, TIMERS } from '../testing/scripted-server.ts'

let server: TestServer

beforeEach(async () => {
  vi.useFakeTimers({ toFake: [...TIMERS] })
  stubLocks()
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  server = await startServer()
  server.respond('GET /api/products', ({ reply }) => reply(200, z.encode(listProducts.reply, [CHEESE])))
  server.respond('GET /api/delivery/days', ({ reply }) => reply(200, NO_DELIVERY))
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
})

/** Opens a cart with two kilograms of cheese, of which 40 are in stock, until it can be ordered. */
async function openCart({ minQuantity = 0 }: { minQuantity?: 0 | 1 } = {}) {
  const { addToCart, cartLines } = await import('./cart.ts')
  const { useCartOrder } = await import('./cart-order.ts')
  const { CartLines } = await import('./cart-lines.tsx')
  const { CartOrderForm } = await import('./cart-order-form.tsx')
  const { queryClient } = await import('../queries.ts')
  addToCart(CHEESE, 2)
  const Cart = () => {
    const order = useCartOrder({ chosen: null, onPlaced: () => undefined })
    const { lines, products, changes, accepted, busy } = order
    const shown = { lines, products, changes, accepted, busy, refused: undefined }
    return (
      <>
        <CartLines {...shown} minQuantity={minQuantity} />
        <CartOrderForm order={order} text={ORDER} />
      </>
    )
  }
  const screen = (
    <QueryClientProvider client={queryClient}>
      <Cart />
    </QueryClientProvider>
  )
  const { act, unmount } = await openScreen(screen)
  const { probeConnection } = await import('../pwa/connectivity.ts')
  await probeConnection()
  await shows(() => queryClient.getQueryCache().getAll().length > 0 && queryClient.isFetching() === 0)
  const pass = (time: number) => act(async () => vi.advanceTimersByTime(time))
  await pass(700)
  const quantity = document.querySelector('input')!
  return {
    act,
    unmount,
    pass,
    quantity,
    type: (text: string) => act(async () => typeIn(quantity, text)),
    /** As a press does: the field loses the focus before the button gets its click. */
    order: async () => {
      await act(async () => void quantity.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
      await act(async () => button(ORDER).click())
    },
    inCart: () => cartLines().map(line => line.quantity),
  }
}

const ORDER = 'Sipariş ver'
const isSending = () => document.querySelector('[aria-label=Sepet]')?.hasAttribute('inert')
/** The ordered quantity, once the order has been sent. */
async function ordered() {
  let body = ''
  server.respond('POST /api/orders', exchange => {
    body = exchange.body
  })
  await shows(() => body !== '')
  return JSON.parse(body).items[0].quantity
}

test.each([
  ['500', 40, 0],
  ['iki', 2, 0],
  ['0', 1, 1],
  ['-5', 1, 1],
] as const)(
  'the press that turns the typed %s into %d orders nothing, the next one does',
  async (text, quantity, min) => {
    const cart = await openCart({ minQuantity: min })
    await cart.type(text)
    await cart.order()
    expect([cart.quantity.value, isSending()]).toEqual([String(quantity), false])
    await cart.pass(780)
    await cart.order()
    expect(isSending()).toBe(false)
    await cart.pass(20)
    await cart.order()
    expect(await ordered()).toBe(quantity)
  },
)

test('a valid quantity is ordered by the press that ends its typing', async () => {
  const cart = await openCart()
  await cart.type('7')
  await cart.order()
  expect(await ordered()).toBe(7)
})

test.each([
  ['7', 7],
  ['500', 40],
  ['1,5', 2],
  ['iki', 2],
  ['0', 2],
])('a typed %s leaves the quantity %d when the cart is left with the Back button', async (text, quantity) => {
  const cart = await openCart()
  await cart.type(text)
  await cart.unmount()
  expect(cart.inCart()).toEqual([quantity])
})

test('a typed quantity does not get into the cart of the next user', async () => {
  const cart = await openCart()
  const { addToCart } = await import('./cart.ts')
  const { startSession } = await import('../current-session.ts')
  await cart.type('7')
  await cart.act(async () => startSession(OTHER_CUSTOMER))
  await cart.act(async () => void addToCart(CHEESE, 3))
  await cart.unmount()
  expect(cart.inCart()).toEqual([3])
  startSession(CUSTOMER)
  expect(cart.inCart()).toEqual([2])
})
