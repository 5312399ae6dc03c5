import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Product } from '#contract/catalogue.ts'
import { kurus } from '#contract/money.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { CUSTOMER, OTHER_CUSTOMER } from '../testing/samples.ts'
import { lineOf } from './cart-line.ts'

const OLIVES: Product = { ...CHEESE, id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c56', name: 'Zeytin' }

let root: Root
let page: HTMLElement

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  page = document.createElement('div')
  document.body.append(page)
  root = createRoot(page)
})
afterEach(() => act(() => root.unmount()))

/** Renders these products, as a virtualized list renders the visible ones. */
async function show(...products: Product[]) {
  const { AddToCart } = await import('./add-to-cart.tsx')
  await act(async () =>
    root.render(
      products.map(product => (
        <article key={product.id}>
          <AddToCart product={product} />
        </article>
      )),
    ),
  )
}
const field = (n = 0) => page.querySelectorAll('input')[n]!
async function type(text: string, n = 0) {
  await act(async () => {
    // Through the native setter, as React ignores values set through its own.
    Reflect.set(HTMLInputElement.prototype, 'value', text, field(n))
    field(n).dispatchEvent(new Event('input', { bubbles: true }))
  })
}
const leave = (n = 0) => act(async () => field(n).dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
const fault = () => page.querySelector('[role=alert]')?.textContent
const add = () => act(async () => page.querySelector<HTMLElement>('button[aria-label^="Sepete ekle"]')!.click())
async function inCart() {
  const { cartLines } = await import('./cart.ts')
  return cartLines().map(({ product_name, quantity }) => [product_name, quantity])
}

test('a typed quantity that was not added is restored when the product is rendered again, and can be added', async () => {
  await show(CHEESE, OLIVES)
  await type('12')
  await show(OLIVES)
  expect(field().value).toBe('1')
  await show(CHEESE, OLIVES)
  expect([field().value, field(1).value]).toEqual(['12', '1'])
  expect(await inCart()).toEqual([])
  await add()
  expect(await inCart()).toEqual([['Ezine peyniri', 12]])
  expect(field().value).toBe('1')
})

test('a quantity that was typed for a former unit is not added in the present one', async () => {
  await show(CHEESE)
  await type('24')
  await leave()
  await show({ ...CHEESE, unit: 'PAKET' })
  expect(field().value).toBe('1')
  await add()
  expect(await inCart()).toEqual([['Ezine peyniri', 1]])
})

test('a product that is shown in two places has the same quantity in both', async () => {
  await show(CHEESE)
  await type('7')
  await leave()
  const { AddToCart } = await import('./add-to-cart.tsx')
  await act(async () =>
    root.render([<AddToCart key="card" product={CHEESE} />, <AddToCart key="d" product={CHEESE} />]),
  )
  expect([field().value, field(1).value]).toEqual(['7', '7'])
})

test('a typed fraction is restored as typed, and is not added', async () => {
  await show(CHEESE)
  await type('1,5')
  await show()
  await show(CHEESE)
  expect(field().value).toBe('1,5')
  await add()
  expect(fault()).toBe('Miktar tam sayı olmalıdır')
  expect(await inCart()).toEqual([])
})

test('a fraction that is corrected in the details can also be added in the card', async () => {
  const { AddToCart } = await import('./add-to-cart.tsx')
  await act(async () =>
    root.render([<AddToCart key="card" product={CHEESE} />, <AddToCart key="details" product={CHEESE} />]),
  )
  await type('1,5')
  await leave()
  expect(fault()).toBe('Miktar tam sayı olmalıdır')
  await type('3', 1)
  await leave(1)
  expect(fault()).toBeUndefined()
  await add()
  expect(await inCart()).toEqual([['Ezine peyniri', 3]])
})

test('a restored quantity above the stock is corrected to the stock when it is added', async () => {
  await show(CHEESE)
  await type('41')
  await show()
  await show(CHEESE)
  await add()
  expect(await inCart()).toEqual([])
  expect(field().value).toBe('40')
})

test('the quantity is one again for another user', async () => {
  await show(CHEESE)
  await type('12')
  await show()
  const { startSession } = await import('../current-session.ts')
  startSession(OTHER_CUSTOMER)
  await show(CHEESE)
  expect(field().value).toBe('1')
})

test('each addition of a product is announced, with how many are in the cart', async () => {
  const { AddToCart, JustAdded } = await import('./add-to-cart.tsx')
  await act(async () =>
    root.render([<JustAdded key="news" product={CHEESE} className="" />, <AddToCart key="add" product={CHEESE} />]),
  )
  const said = () => page.querySelector('output')?.textContent
  await add()
  expect(said()).toBe('Ezine peyniri Sepete eklendi, sepette 1')
  await type('2')
  await leave()
  await add()
  expect(said()).toBe('Ezine peyniri Sepete eklendi, sepette 3')
})

test('pieces in a former unit of a product do not count towards the stock in the present one', async () => {
  const { addToCart, cartLines, setCart } = await import('./cart.ts')
  const packets = { ...CHEESE, unit: 'PAKET', stock_quantity: 10 }
  setCart([lineOf({ ...CHEESE, unit: 'ADET' }, 24)])
  expect(addToCart(packets, 11)).toMatchObject({ added: false, code: 'insufficient_stock', most: 10 })
  expect(addToCart(packets, 5)).toEqual({ added: true })
  expect(cartLines()).toEqual([lineOf({ ...packets, unit: 'ADET + PAKET' }, 29)])
})

test('undoing an addition restores the earlier price of the line, so that its change is still reported', async () => {
  const { AddToCart, JustAdded } = await import('./add-to-cart.tsx')
  const { cartLines, setCart } = await import('./cart.ts')
  const before = [lineOf(OLIVES, 1), lineOf(CHEESE, 5)]
  await act(async () => setCart(before))
  const dearer = { ...CHEESE, price: kurus(30_000) }
  await act(async () =>
    root.render([<JustAdded key="news" product={dearer} className="" />, <AddToCart key="add" product={dearer} />]),
  )
  await add()
  expect(cartLines()).toEqual([lineOf(OLIVES, 1), lineOf(dearer, 6)])
  await act(async () => page.querySelector<HTMLElement>('[aria-label="Geri al: Ezine peyniri"]')!.click())
  expect(cartLines()).toEqual(before)
})

test('a barcode that is scanned into the quantity is refused, and the product is not added', async () => {
  await show(CHEESE)
  await type('8690570001242')
  await leave()
  await add()
  expect([fault(), field().value, await inCart()]).toEqual(['Miktar en fazla 1.000.000 olabilir', '8690570001242', []])
})
