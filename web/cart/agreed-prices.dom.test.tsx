import { beforeEach, expect, test, vi } from 'vitest'
import { kurus } from '#contract/money.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { LINE } from '../testing/outbox-tab.ts'
import { MARKETER } from '../testing/samples.ts'
import { button, openScreen, shows, stubResizeObserver } from '../testing/screen.ts'
import { startServer, type TestServer } from '../testing/scripted-server.ts'

const CUSTOMER = '1d6c2b1e-6a0c-4f7e-9a5e-2f6f3f0c1a02'
const BUYER = { id: CUSTOMER, company_name: 'Lezzet Lokantası', is_active: true }
const PRODUCT = { ...CHEESE, id: LINE.product_id }
const two = { ...LINE, quantity: 2, total_price: kurus(20_000) }
const cheaper = { ...two, price: kurus(9_000), list_price: kurus(10_000), total_price: kurus(18_000) }
const agreed = () => localStorage.getItem(`agreed-prices:${CUSTOMER}:${MARKETER.user.id}`)
const AGREED = JSON.stringify({ [LINE.product_id]: { price: 9_000, unit: LINE.unit } })

let server: TestServer

beforeEach(async () => {
  server = await startServer()
})

/** Opens a customer's cart with two cheeses at an agreed price. */
async function openCart() {
  const { startSession } = await import('../current-session.ts')
  startSession(MARKETER)
  const app = {
    ...(await import('./agreed-prices.ts')),
    ...(await import('./cart.ts')),
    ...(await import('./cart-edits.ts')),
    ...(await import('./other-carts.ts')),
  }
  app.chooseCustomer(BUYER)
  app.setCart([two])
  app.agreePrice(CUSTOMER, LINE, kurus(9_000))
  expect(agreed()).toBe(AGREED)
  return app
}

test('a line is ordered at its agreed price, and its list price is still compared with the catalogue', async () => {
  const { applyAgreedPrices, atListPrice } = await import('./agreed-prices.ts')
  const { bodyOf } = await import('../pwa/outbox-entry.ts')
  const { cartChanges } = await import('./cart-changes.ts')
  expect(applyAgreedPrices([two], new Map([[LINE.product_id, { price: kurus(9_000), unit: LINE.unit }]]))).toEqual([
    cheaper,
  ])
  expect(applyAgreedPrices([two], new Map())).toEqual([two])
  expect(atListPrice(cheaper)).toEqual(two)
  expect(bodyOf([cheaper], '')).toMatchObject({
    items: [{ price: 90, agreed_price: 9_000 }],
    expected_total: 18_000,
  })
  expect(bodyOf([two], '').items[0]).not.toHaveProperty('agreed_price')
  const present = { ...CHEESE, ...LINE, id: LINE.product_id }
  expect(cartChanges([cheaper], new Map([[LINE.product_id, present]])).size).toBe(0)
})

test('agreed prices leave with the order, and return with its lines', async () => {
  const { deleteAgreedPrices, setCart, cartLines } = await openCart()
  const { returnToCart } = await import('./return-to-cart.ts')
  deleteAgreedPrices(CUSTOMER, [cheaper])
  expect(agreed()).toBeNull()
  setCart([])
  returnToCart({ lines: [cheaper], notes: '' }, CUSTOMER)
  expect(cartLines()).toEqual([two])
  expect(agreed()).toBe(AGREED)
})

test.each([
  ['another price was agreed', 9_500],
  ['no price was agreed', undefined],
])('if %s for a product since, its line keeps that price when an order with it returns', async (_, price) => {
  const { agreePrice, cartLines } = await openCart()
  const { returnToCart } = await import('./return-to-cart.ts')
  agreePrice(CUSTOMER, LINE, price === undefined ? undefined : kurus(price))
  const since = agreed()
  returnToCart({ lines: [cheaper], notes: '' }, CUSTOMER)
  expect(cartLines()[0]).toMatchObject({ quantity: 4, price: 10_000 })
  expect(agreed()).toBe(since)
})

/** Shows the lines of the customer's cart, and the toasts. */
async function showLines() {
  stubResizeObserver()
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  const { CartLines } = await import('./cart-lines.tsx')
  const { usePricedCart } = await import('../marketer/priced-cart.ts')
  const { Toaster } = await import('../ui/toaster.tsx')
  const fixed = { minQuantity: 1, products: undefined, changes: undefined, refused: undefined, busy: false } as const
  const Lines = () => <CartLines lines={usePricedCart()} accepted={usePricedCart()} {...fixed} />
  const { act } = await openScreen(
    <>
      <Lines />
      <Toaster />
    </>,
  )
  const press = (element: HTMLElement | null | undefined) => act(async () => element?.click())
  return {
    act,
    press,
    undo: async () => {
      await shows(() => document.body.textContent.includes('Geri al'))
      await press(button('Geri al'))
    },
  }
}

type Press = (element: HTMLElement | null | undefined) => Promise<void>

const removeLine = (press: Press) =>
  press(document.querySelector<HTMLElement>(`[aria-label="${LINE.product_name}: sepetten çıkar"]`))

const emptyCart = async (press: Press) => {
  await press(button('Sepeti boşalt'))
  await shows(() => document.querySelector('[role=alertdialog]') !== null)
  await press(document.querySelector<HTMLElement>('[role=alertdialog] button:last-of-type'))
}

test.each([
  ['a line', removeLine],
  ['all lines of a cart', emptyCart],
])('removing %s also deletes the agreed price, unless that is undone', async (_, remove) => {
  const { addToCart, cartLines } = await openCart()
  const { act, press, undo } = await showLines()
  await remove(press)
  expect([cartLines(), agreed()]).toEqual([[], null])
  await undo()
  expect([cartLines(), agreed()]).toEqual([[two], AGREED])
  await remove(press)
  await act(async () => addToCart(PRODUCT, 1))
  expect(agreed()).toBeNull()
})

test('undoing a removal does not lower the price of a product that was added again meanwhile', async () => {
  const { changeOpenCart, clearCart, addToCart, cartLines } = await openCart()
  const undo = changeOpenCart(clearCart)
  addToCart(PRODUCT, 1)
  undo()
  expect([cartLines()[0]?.quantity, agreed()]).toEqual([3, null])
})

test.each([
  ['another product', '00000000-0000-4000-8000-000000000001'],
  ['the same product', LINE.product_id],
])('replacing a cart by %s also deletes the agreed prices of its lines, unless that is undone', async (_, id) => {
  const { cartLines } = await openCart()
  const { putIntoCart } = await import('../orders/put-into-cart.ts')
  const { act, undo } = await showLines()
  const other = { ...CHEESE, id }
  const item = { ...two, product_id: other.id, expected_stock_date: null }
  await act(async () => putIntoCart([item], new Map([[other.id, other]]), { replaces: true }))
  expect(agreed()).toBeNull()
  await undo()
  expect([cartLines(), agreed()]).toEqual([[two], AGREED])
})

test('an agreed price does not apply to a later order after the cart was emptied on another device', async () => {
  const { cartLines } = await openCart()
  const { syncCarts } = await import('./cart-exchange.ts')
  const idle = { isBusy: () => false }
  const listed = (version: number) => ({ customer_id: CUSTOMER, company_name: '', is_active: true, lines: 1, version })
  const first = syncCarts(idle)
  ;(await server.next('GET /api/marketer/carts')).reply(200, [listed(0)])
  const { product_name: name, brand, unit, category, image_url } = LINE
  const terms = { price: 100, vat_rate: 0, promised_for: null, product: { name, brand, unit, category, image_url } }
  const line = { product_id: LINE.product_id, quantity: 2, version: 1, taken: 0, ...terms }
  ;(await server.next(`POST /api/marketer/carts/${CUSTOMER}/changes`)).reply(200, { version: 1, lines: [line] })
  await first
  expect([cartLines(), agreed()]).toEqual([[two], AGREED])
  const second = syncCarts(idle)
  ;(await server.next('GET /api/marketer/carts')).reply(200, [{ ...listed(2), lines: 0 }])
  ;(await server.next(`GET /api/marketer/carts/${CUSTOMER}`)).reply(200, { version: 2, lines: [] })
  await second
  expect([cartLines(), agreed()]).toEqual([[], null])
})

test('an agreed price does not apply to a line that was added again after an order on another device', async () => {
  const { cartLines, setCart, agreePrice } = await openCart()
  const { syncCarts } = await import('./cart-exchange.ts')
  const { noteTaken } = await import('./synced-cart-store.ts')
  const { toast } = await import('../ui/toaster.tsx')
  const warned = vi.spyOn(toast, 'warning')
  let isBusy = false
  const { product_name: name, brand, unit, category, image_url } = LINE
  const product = { name, brand, unit, category, image_url }
  const terms = { product_id: LINE.product_id, price: 100, vat_rate: 0, promised_for: null, product }
  const sync = async (call: string, version: number, line: { quantity: number; taken: number }) => {
    const done = syncCarts({ isBusy: () => isBusy })
    const listed = { customer_id: CUSTOMER, company_name: BUYER.company_name, is_active: true, lines: 1, version }
    ;(await server.next('GET /api/marketer/carts')).reply(200, [listed])
    ;(await server.next(call)).reply(200, { version, lines: [{ ...terms, ...line, version }] })
    await done
    return [cartLines()[0]?.quantity, agreed()]
  }
  const cart = `/api/marketer/carts/${CUSTOMER}`
  // Of earlier orders the account's cart knows, but not this browser.
  expect(await sync(`POST ${cart}/changes`, 1, { quantity: 2, taken: 7 })).toEqual([2, AGREED])
  expect(await sync(`GET ${cart}`, 2, { quantity: 3, taken: 7 })).toEqual([3, AGREED])
  // An order of this browser deletes the price itself; the one of a line that was added since stays.
  noteTaken(CUSTOMER, cartLines())
  setCart([])
  setCart([two])
  agreePrice(CUSTOMER, LINE, kurus(9_000))
  expect(await sync(`POST ${cart}/changes`, 3, { quantity: 2, taken: 10 })).toEqual([2, AGREED])
  expect(warned).not.toHaveBeenCalled()
  // Also if the quantity is the same again; but not while the user presses or types.
  isBusy = true
  expect(await sync(`GET ${cart}`, 4, { quantity: 2, taken: 12 })).toEqual([2, AGREED])
  isBusy = false
  expect(await sync(`GET ${cart}`, 4, { quantity: 2, taken: 12 })).toEqual([2, null])
  const description = 'Lezzet Lokantası: başka bir cihazdan sipariş edildi; anlaşılan fiyat o sipariş içindi.'
  // Nothing else says it, so the next press does not dismiss it.
  const lasting = { description, duration: 20_000, dismissible: false }
  expect(warned.mock.calls).toEqual([[`Yeniden liste fiyatıyla: ${name}`, lasting]])
  agreePrice(CUSTOMER, LINE, kurus(9_000))
  expect(await sync(`GET ${cart}`, 5, { quantity: 4, taken: 15 })).toEqual([4, null])
})

test('of many lines that return to their list price, the first three are named', async () => {
  const { setCart, agreePrice } = await openCart()
  const { syncCarts } = await import('./cart-exchange.ts')
  const { toast } = await import('../ui/toaster.tsx')
  const warned = vi.spyOn(toast, 'warning')
  const lines = ['Ezine', 'Tulum', 'Lor', 'Kaşar', 'Mihaliç'].map((product_name, i) => ({
    ...two,
    product_id: LINE.product_id.replace(/.$/, String(i)),
    product_name,
  }))
  setCart(lines)
  for (const line of lines) agreePrice(CUSTOMER, line, kurus(9_000))
  const sync = async (call: string, version: number) => {
    const done = syncCarts({ isBusy: () => false })
    const listed = { customer_id: CUSTOMER, company_name: BUYER.company_name, is_active: true, lines: 5, version }
    ;(await server.next('GET /api/marketer/carts')).reply(200, [listed])
    const stored = lines.map(({ product_id, product_name: name, brand, unit, category, image_url }) => ({
      product_id,
      price: 100,
      vat_rate: 0,
      promised_for: null,
      quantity: 2,
      taken: version,
      version,
      product: { name, brand, unit, category, image_url },
    }))
    ;(await server.next(call)).reply(200, { version, lines: stored })
    await done
  }
  await sync(`POST /api/marketer/carts/${CUSTOMER}/changes`, 1)
  await sync(`GET /api/marketer/carts/${CUSTOMER}`, 2)
  expect(warned.mock.calls.map(([text]) => text)).toEqual(['Yeniden liste fiyatıyla: Ezine, Tulum, Lor ve 2 ürün daha'])
})

test('an agreed price that an earlier version of the app has stored without a unit is that of its line', async () => {
  const { cartLines, deleteAgreedPrices } = await openCart()
  localStorage.setItem(`agreed-prices:${CUSTOMER}:${MARKETER.user.id}`, JSON.stringify({ [LINE.product_id]: 9_000 }))
  const { agreedPricesOf, applyAgreedPrices } = await import('./agreed-prices.ts')
  expect(applyAgreedPrices(cartLines(), agreedPricesOf(CUSTOMER))).toEqual([cheaper])
  deleteAgreedPrices(CUSTOMER, [LINE])
  expect(agreed()).toBeNull()
})

test('an agreed price that an earlier version of the app has left behind does not apply to a later order', async () => {
  await openCart()
  localStorage.removeItem(`cart:${CUSTOMER}:${MARKETER.user.id}`)
  vi.resetModules()
  await import('./agreed-prices.ts')
  expect(agreed()).toBeNull()
})
