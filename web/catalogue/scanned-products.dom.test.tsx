import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { listProducts, type Product } from '#contract/catalogue.ts'
import { CUSTOMER, MARKETER, OTHER_CUSTOMER } from '../testing/samples.ts'
import { startServer, type TestServer, TIMERS, until } from '../testing/scripted-server.ts'
import { CHEESE } from './sample-product.ts'

const OLIVES: Product = {
  ...CHEESE,
  id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c56',
  name: 'Zeytin 8690000000017',
  barcode: '86900000000170',
}
const TULUM: Product = { ...CHEESE, barcode: '8690000000017' }
const wire = (...products: Product[]) => z.encode(listProducts.reply, products)

let server: TestServer
let field: HTMLInputElement
let scanned: string[]
let toasts: () => string[]
let warnings: () => string[]
let early: { current: KeyboardEvent[] }
let render: () => Promise<void>
let leave: () => void

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
  const { act } = await import('react')
  const { createRoot } = await import('react-dom/client')
  const { ScannedProducts } = await import('./scanned-products.tsx')
  await import('./offline-catalogue.ts')
  field = document.createElement('input')
  const place = document.createElement('div')
  place.append(field)
  document.body.append(place)
  scanned = []
  const { toast } = await import('../ui/toaster.tsx')
  const shown = vi.spyOn(toast, 'error')
  toasts = () => shown.mock.calls.map(([text]) => text)
  const warned = vi.spyOn(toast, 'warning')
  warnings = () => warned.mock.calls.map(([text]) => text)
  const root = createRoot(document.createElement('div'))
  early = { current: [] }
  place.addEventListener('keydown', event => early.current.push(event))
  render = () =>
    act(async () =>
      root.render(<ScannedProducts field={{ current: place }} early={early} onScan={code => scanned.push(code)} />),
    )
  leave = () => act(() => root.unmount())
})
afterEach(() => leave())

let now = 1000
function press(keys: readonly (string | KeyboardEventInit)[], pace: number) {
  for (const pressed of keys) {
    const init = typeof pressed === 'string' ? { key: pressed, ctrlKey: pressed === ']' } : pressed
    const event = new KeyboardEvent('keydown', { ...init, bubbles: true })
    Object.defineProperty(event, 'timeStamp', { value: (now += pace) })
    field.dispatchEvent(event)
  }
}
const scan = (code: string, pace = 8) => press([...Array.from(code), 'Enter'], pace)
async function cart() {
  const { cartLines } = await import('../cart/cart.ts')
  return cartLines().map(({ product_name, quantity }) => [product_name, quantity])
}
const hasAdded = async (wanted: [string, number][]) => {
  await expect.poll(cart).toEqual(wanted)
}

test.each([2, 20, 50])('a barcode scanned at %i ms per key is added, even if others match', async pace => {
  await render()
  scan('8690000000017', pace)
  expect(scanned).toEqual(['8690000000017'])
  const requested = await server.next('GET /api/products')
  expect(requested.query.search).toBe('8690000000017')
  requested.reply(200, wire(OLIVES, TULUM))
  await hasAdded([['Ezine peyniri', 1]])
})

const TURKISH = { key: 'ü', code: 'BracketRight', ctrlKey: true }

test.each([
  ['Ctrl+]', ['Control', ']']],
  ['Ctrl+] on a Turkish keyboard', ['Control', TURKISH]],
])('a GS1 code is reduced to its product number, and its lot may end with %s', async (_, separator) => {
  await render()
  press([...Array.from('10A'), 'AltGraph', '#', ...separator], 8)
  press([...Array.from('010869000000001217261231'), 'Enter'], 8)
  const requested = await server.next('GET /api/products')
  expect([scanned, requested.query.search]).toEqual([['8690000000012'], '8690000000012'])
  requested.reply(200, wire({ ...TULUM, barcode: '8690000000012' }))
  await hasAdded([['Ezine peyniri', 1]])
})

test('scans that follow each other are added one after the other', async () => {
  await render()
  scan('8690000000017')
  scan('8690000000017')
  for (const _ of [1, 2]) (await server.next('GET /api/products')).reply(200, wire(TULUM))
  await hasAdded([['Ezine peyniri', 2]])
})

test('the only match of a scanned text is added, but not one of several or a similar one', async () => {
  await render()
  scan('EZINE PEYNIRI', 50)
  ;(await server.next('GET /api/products')).reply(200, wire(CHEESE))
  await hasAdded([['Ezine peyniri', 1]])
  scan('EZINE PEYNURI', 50)
  ;(await server.next('GET /api/products')).reply(200, wire(CHEESE))
  scan('8690000', 50)
  ;(await server.next('GET /api/products')).reply(200, wire(TULUM, OLIVES))
  await until(() => toasts().length === 2)
  expect(toasts()).toEqual(['Barkod bulunamadı: EZINE PEYNURI', 'Barkod bulunamadı: 8690000'])
  expect(await cart()).toEqual([['Ezine peyniri', 1]])
})

test('text typed by hand is searched, not added', async () => {
  await render()
  scan('8690000000017', 120)
  press(['Enter'], 8)
  expect(scanned).toEqual([])
})

test('a sold-out product is refused in the words of the specification', async () => {
  await render()
  scan('8690000000017')
  ;(await server.next('GET /api/products')).reply(200, wire({ ...TULUM, stock_quantity: 0 }))
  await until(() => toasts().length === 1)
  expect(toasts()).toEqual(['Bu ürün stokta yok ve beklenen stok tarihi belli değil'])
})

async function storeCatalogue(...products: Product[]) {
  const { updateStored } = await import('../pwa/database.ts')
  const text = JSON.stringify(wire(...products))
  await updateStored('catalogue', 'products', () => ({ at: new Date().toISOString(), text }))
}

test('if a request fails, the stored catalogue is searched', async () => {
  await render()
  await storeCatalogue(OLIVES, TULUM)
  scan('8690000000017')
  ;(await server.next('GET /api/products')).drop()
  await hasAdded([['Ezine peyniri', 1]])
})

test('while the server cannot be reached, the stored catalogue is searched without a request', async () => {
  await render()
  await storeCatalogue(OLIVES, TULUM)
  server.health.isUp = false
  const { probeConnection } = await import('../pwa/connectivity.ts')
  await probeConnection()
  scan('8690000000017')
  scan('8690000000017')
  await hasAdded([['Ezine peyniri', 2]])
  expect(server.untaken()).toEqual([])
})

test('a code that only the stored catalogue could be searched for is not called unknown', async () => {
  await render()
  await storeCatalogue(CHEESE)
  scan('8690000000017')
  ;(await server.next('GET /api/products')).drop()
  await until(() => toasts().length === 1)
  server.health.isUp = false
  const { probeConnection } = await import('../pwa/connectivity.ts')
  await probeConnection()
  scan('8690000000017')
  await until(() => toasts().length === 2)
  expect(new Set(toasts())).toEqual(new Set(['Sunucuya sorulamadı, bu cihazdaki katalogda yok: 8690000000017']))
})

test('a scan without a reply waits for three seconds, and the next ones no longer wait', async () => {
  await render()
  await storeCatalogue(OLIVES, TULUM)
  // Prepared with real time, as preparing it may pause.
  const { readOfflineCatalogue } = await import('./offline-catalogue.ts')
  await readOfflineCatalogue()
  vi.useFakeTimers({ toFake: [...TIMERS] })
  server.health.isUp = false
  scan('8690000000017')
  await server.next('GET /api/products')
  await vi.advanceTimersByTimeAsync(3000)
  await hasAdded([['Ezine peyniri', 1]])
  const { isOnline } = await import('../pwa/connectivity.ts')
  await until(() => !isOnline())
  scan('8690000000017')
  await hasAdded([['Ezine peyniri', 2]])
  expect(server.untaken()).toEqual([])
})

test('without a stored catalogue a late reply is awaited, and a scan without any is not called unknown', async () => {
  await render()
  vi.useFakeTimers({ toFake: [...TIMERS] })
  scan('8690000000017')
  const requested = await server.next('GET /api/products')
  await vi.advanceTimersByTimeAsync(30_000)
  requested.reply(200, wire(TULUM))
  await hasAdded([['Ezine peyniri', 1]])
  scan('8690000000017')
  ;(await server.next('GET /api/products')).drop()
  await until(() => toasts().length === 1)
  expect(toasts()).toEqual(['Okutulan ürün eklenemedi: 8690000000017'])
})

test('a scan that fails is reported, and later ones are still added', async () => {
  await render()
  const offline = await import('./offline-catalogue.ts')
  vi.spyOn(offline, 'readOfflineCatalogue').mockRejectedValueOnce(new Error('a fault'))
  scan('8690000000017')
  ;(await server.next('GET /api/products')).drop()
  await until(() => toasts().length === 1)
  expect(toasts()).toEqual(['Okutulan ürün eklenemedi: 8690000000017'])
  scan('8690000000017')
  ;(await server.next('GET /api/products')).reply(200, wire(TULUM))
  await hasAdded([['Ezine peyniri', 1]])
})

test('a barcode that is stored in another spelling is found, preferably in the scanned one', async () => {
  await render()
  const [upc, ean] = [
    { ...CHEESE, name: 'Mısır', barcode: '036000291452' },
    { ...TULUM, barcode: '0036000291452' },
  ]
  await storeCatalogue(upc)
  scan('0036000291452')
  ;(await server.next('GET /api/products')).drop()
  await hasAdded([['Mısır', 1]])
  scan('0036000291452')
  ;(await server.next('GET /api/products')).reply(200, wire(upc, { ...ean, id: OLIVES.id }))
  await hasAdded([
    ['Mısır', 1],
    ['Ezine peyniri', 1],
  ])
})

test('a scan that begins before the recognition code is loaded is also added', async () => {
  scan('8690000000017')
  expect(scanned).toEqual([])
  await render()
  expect(scanned).toEqual(['8690000000017'])
  ;(await server.next('GET /api/products')).reply(200, wire(TULUM))
  await hasAdded([['Ezine peyniri', 1]])
})

const [BAKERY, CAFE] = ['Fırın 06', 'Kuytu Kahve'].map((company_name, n) => ({
  id: `00000000-0000-4000-8000-00000000000${n}`,
  company_name,
  is_active: true,
}))

/** Scans twice; the replies arrive after `change`. */
async function scanBefore(change: () => unknown) {
  await render()
  scan('8690000000017')
  scan('8690000000017')
  const first = await server.next('GET /api/products')
  await change()
  first.reply(200, wire(TULUM))
  ;(await server.next('GET /api/products')).reply(200, wire(TULUM))
}
const NOT_ADDED = 'Bu arada başka bir sepet açıldı; okutulan ürün eklenmedi: 8690000000017'

test('a product that is found when another customer’s cart is open is not added, and a warning says so', async () => {
  const { startSession } = await import('../current-session.ts')
  const { chooseCustomer } = await import('../cart/other-carts.ts')
  const { cartLines } = await import('../cart/cart.ts')
  startSession(MARKETER)
  chooseCustomer(BAKERY!)
  await scanBefore(() => chooseCustomer(CAFE!))
  await until(() => warnings().length === 2 || cartLines().length > 0)
  expect([warnings(), cartLines(), cartLines(BAKERY!.id)]).toEqual([[NOT_ADDED, NOT_ADDED], [], []])
})

test('a product scanned before a customer was chosen is put into the cart of the one chosen meanwhile', async () => {
  const { startSession } = await import('../current-session.ts')
  const { chooseCustomer } = await import('../cart/other-carts.ts')
  startSession(MARKETER)
  await scanBefore(() => chooseCustomer(BAKERY!))
  await hasAdded([['Ezine peyniri', 2]])
  expect(warnings()).toEqual([])
})

test('a product that is found when another user is logged in is not put into that user’s cart', async () => {
  const { startSession } = await import('../current-session.ts')
  await scanBefore(() => startSession(OTHER_CUSTOMER))
  await until(async () => warnings().length === 2 || (await cart()).length > 0)
  expect([warnings(), await cart()]).toEqual([[NOT_ADDED, NOT_ADDED], []])
})
