import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { listProducts } from '#contract/catalogue.ts'
import { Order } from '#contract/orders.ts'
import { CHEESE } from '../catalogue/sample-product.ts'
import { CUSTOMER, WIRE_ORDER } from '../testing/samples.ts'
import { startServer, type TestServer } from '../testing/scripted-server.ts'

const ITEM = {
  product_id: CHEESE.id,
  product_name: 'Ezine peyniri',
  brand: 'Bahçıvan',
  quantity: 3,
  unit: 'KG',
  price: 250,
  vat_rate: 10,
  total_price: 750,
  expected_stock_date: null,
}
const GONE = { ...ITEM, product_id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c56', product_name: 'Lor' }
const ORDER = z.decode(Order, { ...WIRE_ORDER, items: [ITEM, GONE] })
const STORED_AT = '2026-11-22T06:30:00.000Z'

let server: TestServer

beforeEach(async () => {
  vi.stubGlobal('requestIdleCallback', (work: () => void) => work())
  server = await startServer()
  const { startSession } = await import('../current-session.ts')
  startSession(CUSTOMER)
})

async function storeCatalogue() {
  const { updateStored } = await import('../pwa/database.ts')
  const text = JSON.stringify(z.encode(listProducts.reply, [CHEESE]))
  await updateStored('catalogue', 'products', () => ({ at: STORED_AT, text }))
}

const read = async () => (await import('./repeatable-order.ts')).readRepeatableOrder(ORDER)
const TODAY = [
  { name: 'Ezine peyniri', quantity: 3, differences: [{ kind: 'price', before: 25_000, after: 28_950 }] },
  { name: 'Lor', quantity: 0, differences: [{ kind: 'gone' }] },
]

test('an old order is shown at the server’s prices and stock', async () => {
  const reading = read()
  const { query, reply } = await server.next('GET /api/products')
  expect(query).toEqual({ ids: `${ITEM.product_id},${GONE.product_id}` })
  reply(200, z.encode(listProducts.reply, [CHEESE]))
  const { lines, storedAt } = await reading
  expect([lines, storedAt]).toEqual([TODAY.map(line => expect.objectContaining(line)), undefined])
})

test('without a network an old order is shown from the stored catalogue, with its age', async () => {
  await storeCatalogue()
  const reading = read()
  ;(await server.next('GET /api/products')).drop()
  const { lines, storedAt } = await reading
  expect([lines, storedAt]).toEqual([TODAY.map(line => expect.objectContaining(line)), Date.parse(STORED_AT)])
  // While the device is offline, no request is sent.
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect((await read()).storedAt).toBe(Date.parse(STORED_AT))
  expect(server.untaken()).toEqual([])
})

test('without a stored catalogue the error of the request is returned, and a refusal in any case', async () => {
  const lost = expect(read()).rejects.toMatchObject({ isOffline: true })
  ;(await server.next('GET /api/products')).drop()
  await lost
  await storeCatalogue()
  const refused = expect(read()).rejects.toMatchObject({ status: 403 })
  ;(await server.next('GET /api/products')).refuse(403, 'forbidden')
  await refused
})
