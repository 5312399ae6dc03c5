import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { kurus } from '#contract/money.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { LINE } from '../testing/outbox-tab.ts'
import { CUSTOMER, MARKETER, OTHER_CUSTOMER } from '../testing/samples.ts'
import { type Exchange, startServer, type TestServer } from '../testing/scripted-server.ts'

let server: TestServer

beforeEach(async () => {
  server = await startServer()
})

async function openApp() {
  const { startSession } = await import('../current-session.ts')
  return {
    startSession,
    ...(await import('./cart.ts')),
    ...(await import('./other-carts.ts')),
    ...(await import('./cart-exchange.ts')),
    ...(await import('./synced-cart-store.ts')),
  }
}

const PRODUCT = { name: 'Zeytin', brand: 'Yayla', unit: 'KG', category: 'Zeytinler', image_url: null }
const OLIVES = '0b7f7a55-93c2-4f3c-8f5d-6f4d1f0f8a11'
const IDLE = { isBusy: () => false }

/** The cart on the server, as JSON: prices are in lira. */
const stored = (version: number, quantities: Record<string, number>) => ({
  version,
  lines: Object.entries(quantities).map(([product_id, quantity]) => {
    const terms = { price: 100, vat_rate: 0, promised_for: null, product: PRODUCT }
    return { product_id, quantity, version, taken: 0, ...terms }
  }),
})

const changesIn = ({ body }: Exchange): object[] => JSON.parse(body).changes

test('a cart that was never sent is merged with the cart on the server', async () => {
  const { startSession, setCart, cartLines, syncCarts } = await openApp()
  startSession(CUSTOMER)
  setCart([LINE])
  const done = syncCarts(IDLE)
  const sent = await server.next('POST /api/cart/changes')
  const known = { version: 0, quantity: 0, taken: 0 }
  const put = { quantity: 1, price: 100, vat_rate: 0, promised_for: null }
  expect(changesIn(sent)).toMatchObject([{ product_id: LINE.product_id, known, put }])
  sent.reply(200, stored(2, { [OLIVES]: 3, [LINE.product_id]: 1 }))
  expect(await done).toBe(true)
  expect(cartLines()).toEqual([
    LINE,
    {
      ...LINE,
      product_id: OLIVES,
      product_name: 'Zeytin',
      brand: 'Yayla',
      category: 'Zeytinler',
      quantity: 3,
      total_price: kurus(30_000),
    },
  ])
})

test('a unit that was changed on no device yet is reported on a second one, and its acceptance is sent', async () => {
  const { startSession, setCart, cartLines, syncCarts } = await openApp()
  const { cartChanges, acceptedLines } = await import('./cart-changes.ts')
  startSession(CUSTOMER)
  const done = syncCarts(IDLE)
  const cart = stored(1, { [OLIVES]: 24 })
  const inUnit = (unit: string) => ({ ...cart, lines: cart.lines.map(line => ({ ...line, unit })) })
  ;(await server.next('GET /api/cart')).reply(200, inUnit('ADET'))
  await done
  const product = { ...CHEESE, ...PRODUCT, id: OLIVES, price: kurus(10_000), vat_rate: 0, unit: 'PAKET' }
  const products = new Map([[OLIVES, product]])
  expect(cartChanges(cartLines(), products).get(OLIVES)).toEqual([{ kind: 'unit', before: 'ADET', after: 'PAKET' }])
  setCart(acceptedLines(cartLines(), products))
  const accepted = syncCarts(IDLE)
  const sent = await server.next('POST /api/cart/changes')
  expect(changesIn(sent)).toMatchObject([{ product_id: OLIVES, put: { quantity: 24, unit: 'PAKET' } }])
  sent.reply(200, inUnit('PAKET'))
  await accepted
  expect(cartChanges(cartLines(), products).size).toBe(0)
})

test('a reply that arrives while the user is busy is shown later, and sent changes are not lost', async () => {
  const { startSession, setCart, cartLines, syncCarts } = await openApp()
  startSession(CUSTOMER)
  setCart([LINE])
  const busy = syncCarts({ isBusy: () => true })
  const first = await server.next('POST /api/cart/changes')
  first.reply(200, stored(2, { [LINE.product_id]: 1, [OLIVES]: 3 }))
  expect(await busy).toBe(false)
  expect(cartLines()).toEqual([LINE])
  const idle = syncCarts(IDLE)
  const again = await server.next('POST /api/cart/changes')
  const idOf = (change: object | undefined) => change && 'put' in change && change.put && Object.entries(change.put)[0]
  expect(idOf(changesIn(again)[0])).toEqual(idOf(changesIn(first)[0]))
  again.reply(200, stored(2, { [LINE.product_id]: 1, [OLIVES]: 3 }))
  expect(await idle).toBe(true)
  expect(cartLines()).toHaveLength(2)
})

test('a cart that another device has emptied loses its note and day; those of a cart without lines stay', async () => {
  const { startSession, setCart, cartLines, syncCarts, noteTextName } = await openApp()
  const { storedText, storeText } = await import('../pwa/stored-text.ts')
  const { deliveryDayName } = await import('./delivery-day-name.ts')
  const names = [noteTextName(null), deliveryDayName(null)]
  const texts = () => names.map(storedText)
  const receive = async (call: string, version: number, quantities: Record<string, number>) => {
    const done = syncCarts(IDLE)
    ;(await server.next(call)).reply(200, stored(version, quantities))
    await done
  }
  startSession(CUSTOMER)
  storeText(names[0]!, 'Arka kapı')
  storeText(names[1]!, '2026-03-12')
  await receive('GET /api/cart', 0, {})
  expect(texts()).toEqual(['Arka kapı', '2026-03-12'])
  setCart([LINE])
  await receive('POST /api/cart/changes', 2, { [LINE.product_id]: 1, [OLIVES]: 3 })
  await receive('GET /api/cart', 3, { [OLIVES]: 3 })
  expect(texts()).toEqual(['Arka kapı', '2026-03-12'])
  await receive('GET /api/cart', 4, {})
  expect([cartLines(), texts()]).toEqual([[], ['', '']])
})

test('a reply that arrives after another user has logged in is not applied to that user’s cart', async () => {
  const { startSession, cartLines, syncCarts } = await openApp()
  startSession(CUSTOMER)
  const done = syncCarts(IDLE)
  const sent = await server.next('GET /api/cart')
  startSession(OTHER_CUSTOMER)
  sent.reply(200, stored(1, { [OLIVES]: 3 }))
  await done
  expect(cartLines()).toEqual([])
})

test('an order takes its lines from the server’s cart, even if it is sent after the app was reopened', async () => {
  const { startSession, setCart, syncCarts, noteTaken } = await openApp()
  startSession(CUSTOMER)
  setCart([LINE])
  const done = syncCarts(IDLE)
  ;(await server.next('POST /api/cart/changes')).reply(200, stored(1, { [LINE.product_id]: 1 }))
  await done
  noteTaken(null, [LINE])
  setCart([])
  vi.resetModules()
  const again = await openApp()
  const next = again.syncCarts(IDLE)
  const sent = await server.next('POST /api/cart/changes')
  const known = { version: 1, quantity: 1, taken: 0 }
  expect(changesIn(sent)).toEqual([
    { product_id: LINE.product_id, known, take: { id: expect.any(String), quantity: 1 } },
  ])
  sent.reply(200, stored(2, {}))
  await next
  expect(again.cartLines()).toEqual([])
})

test('a marketer receives the carts of the marketer’s customers; a removed customer’s cart remains in the browser', async () => {
  const { startSession, chooseCustomer, otherCarts, setCart, syncCarts } = await openApp()
  startSession(MARKETER)
  const [lezzet, deniz, empty] = ['1d', '2d', '3d'].map(start => `${start}6c2b1e-6a0c-4f7e-9a5e-2f6f3f0c1a02`)
  chooseCustomer({ id: deniz ?? '', company_name: 'Deniz Lokantası', is_active: true })
  setCart([LINE])
  chooseCustomer(null)
  const done = syncCarts(IDLE)
  const listed = { company_name: 'Lezzet Market', is_active: true, version: 4 }
  ;(await server.next('GET /api/marketer/carts')).reply(200, [
    { customer_id: lezzet, ...listed, lines: 1 },
    { customer_id: empty, ...listed, lines: 0 },
  ])
  ;(await server.next(`GET /api/marketer/carts/${lezzet}`)).reply(200, stored(4, { [OLIVES]: 3 }))
  ;(await server.next(`POST /api/marketer/carts/${deniz}/changes`)).refuse(404, 'not_found')
  expect(await done).toBe(true)
  const carts = otherCarts().map(({ customer, lines }) => `${customer.company_name}: ${lines}`)
  expect(carts.sort()).toEqual(['Deniz Lokantası: 1', 'Lezzet Market: 1'])
  expect(server.untaken()).toEqual([])
})

test('a change that is refused repeatedly is stored only once, as every store starts another exchange', async () => {
  const { startSession, setCart, syncCarts, noteChanges } = await openApp()
  startSession(CUSTOMER)
  setCart([LINE])
  const refused = async () => {
    const done = syncCarts(IDLE)
    ;(await server.next('POST /api/cart/changes')).refuse(404, 'not_found')
    await expect(done).rejects.toThrow()
  }
  await refused()
  const { onStoredTextChange } = await import('../pwa/stored-text.ts')
  const stored = vi.fn()
  onTestFinished(onStoredTextChange(stored))
  await refused()
  expect(stored).not.toHaveBeenCalled()
  expect(noteChanges()).toBe(true)
})

test('a user is busy while pressing or typing, and for a second after', async () => {
  const { watchUserActivity } = await import('./user-activity.ts')
  const activity = watchUserActivity()
  onTestFinished(activity.stop)
  vi.useFakeTimers({ toFake: ['Date'] })
  const field = document.body.appendChild(document.createElement('input'))
  onTestFinished(() => field.remove())
  const does = (name: string) => void field.dispatchEvent(new Event(name, { bubbles: true }))
  const pass = (milliseconds: number) => void vi.setSystemTime(Date.now() + milliseconds)
  expect(activity.isBusy()).toBe(false)
  does('pointerdown')
  pass(5_000)
  expect(activity.isBusy()).toBe(true)
  does('pointerup')
  expect(activity.isBusy()).toBe(true)
  pass(1_001)
  expect(activity.isBusy()).toBe(false)
  field.focus()
  does('input')
  pass(60_000)
  expect(activity.isBusy()).toBe(true)
  field.blur()
  pass(1_001)
  expect(activity.isBusy()).toBe(false)
})

test('a typed letter has the known states of all carts parsed once, however many customers there are', async () => {
  const { startSession, setSyncedCart, noteChanges } = await openApp()
  startSession(MARKETER)
  const known = { version: 1, lines: {}, taken: {}, changed: {} }
  for (let n = 0; n < 40; n++) setSyncedCart(`${n}`, known)
  const { storedText, storeText } = await import('../pwa/stored-text.ts')
  const states = storedText('cart-sync')
  storeText('cart-note', 'Kapıya')
  const parse = vi.spyOn(JSON, 'parse')
  expect(noteChanges()).toBe(false)
  expect(parse.mock.calls.filter(([text]) => text === states)).toHaveLength(1)
})
