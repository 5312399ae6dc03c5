import { setTimeout } from 'node:timers/promises'
import { QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { listProducts, type Product } from '#contract/catalogue.ts'
import { kurus } from '#contract/money.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { CUSTOMER } from '../testing/samples.ts'
import { button, openScreen, shows, stubFocusVisible, typeIn } from '../testing/screen.ts'
import { startServer, type TestServer, TIMERS } from '../testing/scripted-server.ts'

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
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
})

/** Opens the cart with all products, after its first check. */
async function openCart() {
  const { addToCart } = await import('./cart.ts')
  const { useCartOrder } = await import('./cart-order.ts')
  const { CartLines, CartNotes } = await import('./cart-lines.tsx')
  const { CartOrderForm } = await import('./cart-order-form.tsx')
  const { queryClient, queryKeyOf } = await import('../queries.ts')
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
        <CartNotes error={order.error} changed={order.changed} />
        <CartLines {...shown} minQuantity={0} />
        <CartOrderForm order={order} text="Sipariş ver" />
      </>
    )
  }
  const { act } = await openScreen(
    <QueryClientProvider client={queryClient}>
      <Cart />
    </QueryClientProvider>,
  )
  await shows(() => queryClient.isFetching({ queryKey: queryKeyOf(listProducts) }) === 0)
  const set = (products: Product[]) => {
    present = products
  }
  /** Changes the products, as an open cart learns from an event. */
  const change = async (products: Product[]) => {
    set(products)
    const { invalidate } = await import('../queries.ts')
    await act(async () => {
      await invalidate(['products'])
      // The query client notifies the screen in a later task.
      await setTimeout(20)
    })
  }
  return { act, set, change }
}

const bin = (name: string) => document.querySelector<HTMLElement>(`[aria-label="${name}: sepetten çıkar"]`)
const atNewPrice = PRODUCTS.map(one => ({ ...one, price: kurus(30_000) }))
/** Whether the order button has been there for long enough to accept a press. */
const canOrder = () => !button('Sipariş ver').hasAttribute('aria-disabled')
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
  set(atNewPrice)
  await shows(canOrder)
  await act(async () => {
    button('Sipariş ver').focus()
    button('Sipariş ver').click()
  })
  await shows(() => focused() === 'Güncel fiyatlarla devam et')
})

const CHANGED = 'Sepetinizdeki ürünler değişti'
const isChangeShown = () => document.body.textContent.includes(CHANGED)

test('while a quantity is typed, changes wait, and the number is not lost with its product', async () => {
  stubFocusVisible()
  const { act, change } = await openCart()
  const quantity = () => document.querySelector<HTMLInputElement>('[aria-label^="Tulum miktarı ("]')
  await act(async () => quantity()?.focus())
  await act(async () => void (quantity() && typeIn(quantity() as HTMLInputElement, '7')))
  await change(PRODUCTS.slice(0, 2))
  expect([isChangeShown(), quantity()?.matches(':disabled')]).toEqual([false, false])
  await act(async () => quantity()?.blur())
  expect([isChangeShown(), quantity()?.matches(':disabled'), quantity()?.value]).toEqual([true, true, '7'])
})

test('changes wait while a pointer is over the lines, and are shown when it leaves them', async () => {
  const { act, change } = await openCart()
  const point = (target: Element | null) =>
    act(
      async () => void target?.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, pointerType: 'mouse' })),
    )
  await point(bin('Kaşar'))
  await change(atNewPrice)
  expect(isChangeShown()).toBe(false)
  await point(button('Sipariş ver'))
  expect(isChangeShown()).toBe(true)
})

test('changes that wait are shown when the pointer leaves the window', async () => {
  const { act, change } = await openCart()
  const send = (kind: string) =>
    act(async () => void bin('Kaşar')?.dispatchEvent(new PointerEvent(kind, { bubbles: true, pointerType: 'mouse' })))
  await send('pointermove')
  await change(atNewPrice)
  expect(isChangeShown()).toBe(false)
  await send('pointerout')
  expect(isChangeShown()).toBe(true)
})

test('changes do not wait longer than ten seconds for a field that keeps the focus without being typed in', async () => {
  stubFocusVisible()
  const { act, change } = await openCart()
  vi.useFakeTimers({ toFake: [...TIMERS] })
  const press = () => bin('Kaşar')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }))
  await act(async () => bin('Kaşar')?.focus())
  await change(atNewPrice)
  await act(async () => vi.advanceTimersByTime(9_000))
  await act(async () => void press())
  await act(async () => vi.advanceTimersByTime(9_000))
  expect(isChangeShown()).toBe(false)
  await act(async () => vi.advanceTimersByTime(1_000))
  expect(isChangeShown()).toBe(true)
})

test('changes that wait are shown when the order button is pressed', async () => {
  stubFocusVisible()
  const { act, change } = await openCart()
  await act(async () => bin('Kaşar')?.focus())
  await change(atNewPrice)
  expect(isChangeShown()).toBe(false)
  await shows(canOrder)
  await act(async () => button('Sipariş ver').click())
  await shows(isChangeShown)
  expect(focused()).toBe('Kaşar: sepetten çıkar')
})

test('after a touch of the lines, changes wait for ten seconds', async () => {
  const { act, change } = await openCart()
  vi.useFakeTimers({ toFake: [...TIMERS] })
  const touch = (type: string) =>
    bin('Kaşar')?.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: 'touch' }))
  await act(async () => void (touch('pointerdown'), touch('pointerup')))
  await change(atNewPrice)
  await act(async () => vi.advanceTimersByTime(9_000))
  expect(isChangeShown()).toBe(false)
  await act(async () => vi.advanceTimersByTime(1_000))
  expect(isChangeShown()).toBe(true)
})
