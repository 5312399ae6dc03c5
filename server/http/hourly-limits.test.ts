import { expect, test } from 'vitest'
import { CUSTOMER_COLUMNS } from '#contract/customer-import.ts'
import { upload, workbookOf } from '../testing/uploads.ts'
import { makeWorld } from '../testing/world.ts'
import { HourlyLimits } from './hourly-limits.ts'

const MINUTE = 60_000
const NONE = { orders: 0, quotes: 0, changes: 0, exports: 0, uploads: 0 }
const WANTED = { items: [{ product_name: 'Trüf yağı', unit: 'LT', quantity: 1, price: 1 }] }

test('the sixty orders of a browser’s outbox may be sent at the same time', async () => {
  const world = await makeWorld()
  const marketer = await world.marketer()
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  const product_id = await world.product({ on_hand: 100 })
  const order = { customer_id: customer.id, items: [{ product_id, quantity: 1 }] }
  const sent = await Promise.all(
    Array.from({ length: 60 }, () => world.post('/marketer/orders/create-for-customer', marketer, order)),
  )
  expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 201))
})

test('beyond the limit of an hour an account’s orders are refused with Retry-After until one is free again', async () => {
  const world = await makeWorld({ perHour: { ...NONE, orders: 3 } })
  const [customer, other] = [await world.customer(), await world.customer()]
  const product_id = await world.product({ on_hand: 100 })
  const place = (as = customer) => world.post('/orders', as, { items: [{ product_id, quantity: 1 }] })
  for (let i = 0; i < 3; i++) expect((await place()).status).toBe(201)
  const refused = await place()
  expect([refused.status, refused.headers['retry-after'], refused.json()]).toEqual([
    429,
    '1200',
    {
      code: 'too_many_requests',
      detail: 'Kısa sürede çok fazla istek yapıldı; lütfen 20 dakika sonra yeniden deneyin',
    },
  ])
  expect((await place(other)).status).toBe(201)
  // Reads and calls with other limits are not affected.
  expect((await world.get('/orders', customer)).json()).toHaveLength(3)
  expect((await world.post('/custom-orders', customer, WANTED)).status).toBe(201)
  world.pass(20 * MINUTE)
  expect([(await place()).status, (await place()).status]).toEqual([201, 429])
  world.pass(60 * MINUTE)
  for (const status of [201, 201, 201, 429]) expect((await place()).status).toBe(status)
})

test('quote requests, exports and uploads have limits of their own', async () => {
  const world = await makeWorld({ perHour: { orders: 0, quotes: 1, changes: 0, exports: 1, uploads: 1 } })
  const [admin, customer] = [await world.admin(), await world.customer()]
  const workbook = workbookOf([[...CUSTOMER_COLUMNS]])
  const requests = [
    () => world.post('/custom-orders', customer, WANTED),
    () => world.get('/admin/customers/template', admin),
    () => upload(world, admin, '/admin/customers/import', workbook),
  ]
  for (const send of requests) {
    expect((await send()).status).toBeLessThan(429)
    const refused = await send()
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '3600'])
  }
})

test('changes of the profile and of standing orders have one limit, beyond which nothing is stored or recorded', async () => {
  const world = await makeWorld({ perHour: { ...NONE, changes: 5 } })
  const [admin, customer, other] = [await world.admin(), await world.customer(), await world.customer()]
  const product_id = await world.product()
  const wanted = { name: 'Sabah', items: [{ product_id, quantity: 1 }], weekdays: [1, 2, 3, 4, 5, 6, 7] }
  const rename = (name: string, as = customer) => world.put('/auth/profile', as, { company_name: name })
  const { id, version } = (await world.post('/standing-orders', customer, wanted)).json()
  const path = `/standing-orders/${id}`
  const skip = (is_skipped: boolean) => world.put(`${path}/day`, customer, { due_on: '2026-03-13', is_skipped })
  const changes = [
    await world.put(path, customer, { version, name: 'Akşam' }),
    await skip(true),
    await rename('Bir'),
    await rename('İki'),
  ]
  expect(changes.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const recorded = async () => (await world.get('/admin/audit', admin)).json().length
  const before = await recorded()
  const refused = [
    await rename('Üç'),
    await skip(false),
    await world.put(path, customer, { version: version + 1, name: 'Öğle' }),
    await world.post('/standing-orders', customer, wanted),
    await world.request('DELETE', path, customer),
  ]
  expect(refused.map(({ status, headers }) => [status, headers['retry-after']])).toEqual(
    refused.map(() => [429, '720']),
  )
  expect(await recorded()).toBe(before)
  expect((await world.get(path, customer)).json()).toMatchObject({ name: 'Akşam', user_company: 'İki' })
  expect((await rename('Başka', other)).status).toBe(200)
  world.pass(12 * MINUTE)
  expect((await skip(false)).status).toBe(200)
})

test('several processes share a limit, but one connection can still send a hundred requests', () => {
  const now = new Date()
  const allowed = (limit: number, workers: number) => {
    const limits = new HourlyLimits({ ...NONE, orders: limit }, workers)
    for (let count = 0; count < 2000; count++)
      try {
        limits.count('orders', 'a', now)
      } catch {
        return count
      }
    return Number.POSITIVE_INFINITY
  }
  expect([allowed(1000, 1), allowed(1000, 4), allowed(1000, 32)]).toEqual([1000, 250, 100])
  expect([allowed(7, 1), allowed(7, 4), allowed(0, 4)]).toEqual([7, 7, Number.POSITIVE_INFINITY])
})
