import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { Order } from '#contract/orders.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { CUSTOMER, WIRE_ORDER } from '../testing/samples.ts'
import { button, openScreen, shows } from '../testing/screen.ts'
import { startServer } from '../testing/scripted-server.ts'

beforeEach(async () => {
  await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
})

test('prices of the stored catalogue are not labelled as today’s', async () => {
  const { OrderAgainDialog } = await import('./order-again-dialog.tsx')
  const repeatable = { order: z.decode(Order, WIRE_ORDER), lines: [], products: new Map([[CHEESE.id, CHEESE]]) }
  const dialog = (storedAt?: number) => (
    <OrderAgainDialog
      open
      onOpenChange={() => undefined}
      repeatable={{ ...repeatable, ...(storedAt && { storedAt }) }}
    />
  )
  const { show } = await openScreen(dialog())
  const says = (text: string) => document.querySelector('[role=dialog]')?.textContent.includes(text)
  expect([says('bugünkü fiyatlarla'), says('kayıtlı katalogdaki fiyatlarla')]).toEqual([true, false])
  await show(dialog(Date.parse('2026-03-10T07:00:00.000Z')))
  expect([says('bugünkü fiyatlarla'), says('kayıtlı katalogdaki fiyatlarla')]).toEqual([false, true])
})

test('a passive customer sees in the dialog that nothing can be ordered', async () => {
  const { setAccountActive } = await import('../current-session.ts')
  const { OrderAgainDialog } = await import('./order-again-dialog.tsx')
  const repeatable = { order: z.decode(Order, WIRE_ORDER), lines: [], products: new Map() }
  const { act } = await openScreen(<OrderAgainDialog open onOpenChange={() => undefined} repeatable={repeatable} />)
  await act(async () => setAccountActive(false, CUSTOMER.token))
  await shows(() => document.body.textContent?.includes('Hesabınız pasif durumda; sipariş verilemez') === true)
})

test('the dialog says what the cart has of a product in the unit that it has there', async () => {
  const { setCart } = await import('../cart/cart.ts')
  const { lineOf } = await import('../cart/cart-line.ts')
  const { repeatableLines } = await import('../orders/order-again.ts')
  const { OrderAgainDialog } = await import('./order-again-dialog.tsx')
  setCart([lineOf({ ...CHEESE, unit: 'ADET' }, 24)])
  const products = new Map([[CHEESE.id, { ...CHEESE, unit: 'PAKET' }]])
  const order = z.decode(Order, WIRE_ORDER)
  const item = { ...lineOf(CHEESE, 2), expected_stock_date: null }
  const repeatable = { order, products, lines: repeatableLines([item], products) }
  await openScreen(<OrderAgainDialog open onOpenChange={() => undefined} repeatable={repeatable} />)
  expect(document.body.textContent).toContain('Sepetinizde 24 ADET var.')
})

test('a quantity in a former unit of its product is added in the present one only if the user chooses its line', async () => {
  // jsdom has none.
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const { cartLines } = await import('../cart/cart.ts')
  const { lineOf } = await import('../cart/cart-line.ts')
  const { repeatableLines } = await import('../orders/order-again.ts')
  const { OrderAgainDialog } = await import('./order-again-dialog.tsx')
  const products = new Map([[CHEESE.id, { ...CHEESE, unit: 'PAKET' }]])
  const order = z.decode(Order, WIRE_ORDER)
  const items = [{ ...lineOf(CHEESE, 2), expected_stock_date: null }]
  const repeatable = { order, products, lines: repeatableLines(items, products) }
  const { act } = await openScreen(<OrderAgainDialog open onOpenChange={() => undefined} repeatable={repeatable} />)
  const box = document.querySelector<HTMLInputElement>('[type=checkbox]')!
  expect([box.checked, button('Sepete ekle').matches(':disabled')]).toEqual([false, true])
  expect(document.body.textContent).toContain('Birimi KG iken PAKET oldu.')
  await act(async () => box.click())
  await act(async () => button('Sepete ekle').click())
  expect(cartLines()).toMatchObject([{ quantity: 2, unit: 'PAKET' }])
})

test('‘Tümünü seç’ leaves the lines in a former unit as they are', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const { cartLines } = await import('../cart/cart.ts')
  const { lineOf } = await import('../cart/cart-line.ts')
  const { repeatableLines } = await import('../orders/order-again.ts')
  const { OrderAgainDialog } = await import('./order-again-dialog.tsx')
  const [olives, oil] = ['2', '3'].map(n => ({ ...CHEESE, id: `00000000-0000-4000-8000-00000000000${n}` }))
  const products = [{ ...CHEESE, unit: 'PAKET' }, olives!, oil!]
  const items = products.map(product => ({ ...lineOf({ ...product, unit: 'KG' }, 2), expected_stock_date: null }))
  const known = new Map(products.map(product => [product.id, product]))
  const order = z.decode(Order, WIRE_ORDER)
  const repeatable = { order, products: known, lines: repeatableLines(items, known) }
  const { act } = await openScreen(<OrderAgainDialog open onOpenChange={() => undefined} repeatable={repeatable} />)
  const boxes = Array.from(document.querySelectorAll<HTMLInputElement>('[type=checkbox]'))
  const checked = () => boxes.map(box => box.checked)
  expect(checked()).toEqual([true, false, true, true])
  await act(async () => boxes[0]?.click())
  expect(checked()).toEqual([false, false, false, false])
  await act(async () => boxes[0]?.click())
  expect(checked()).toEqual([true, false, true, true])
  await act(async () => button('Sepete ekle').click())
  expect(cartLines().map(({ product_id }) => product_id)).toEqual([olives?.id, oil?.id])
})
