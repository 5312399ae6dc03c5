import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { kurus } from '#contract/money.ts'
import type { AdminProduct } from '#contract/products.ts'
import { lockFields } from '../catalogue/products.ts'
import { inTransaction } from '../db/transaction.ts'
import { untilConnectionsWaitForLock } from '../testing/lock-waits.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'

const DATES = '/admin/products/bulk-update-expected-date'
const WHOLE = '/admin/products/delete-by-warehouse'

const all = async (world: World, admin: TestUser): Promise<AdminProduct[]> =>
  (await world.get('/admin/products', admin)).json()

const order = (world: World, customer: TestUser, product_id: string, quantity = 1) =>
  world.post('/orders', customer, { items: [{ product_id, quantity }] })

// Expected dates ----------------------------------------------------------------------------

test('expected dates are set for many products, which can then be ordered ahead', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const [one, two, other] = [
    await world.product({ name: 'Bir', on_hand: 0 }),
    await world.product({ name: 'İki', on_hand: 0, expected_stock_date: '2026-03-01' }),
    await world.product({ name: 'Üç', on_hand: 0 }),
  ]
  const before = await all(world, admin)
  world.pass(1000)
  const product_ids = [one, two, randomUUID(), one]
  const response = await world.post(DATES, admin, { product_ids, expected_stock_date: '2026-05-01' })
  expect([response.status, response.json()]).toEqual([200, { updated_count: 2 }])
  const updated_at = world.now().toISOString()
  expect(await all(world, admin)).toEqual(
    before.map(product =>
      product.id === other ? product : { ...product, updated_at, expected_stock_date: '2026-05-01' },
    ),
  )
  expect((await order(world, customer, one)).status).toBe(201)
  expect((await order(world, customer, other)).status).toBe(409)
})

test('the earliest day is today in Istanbul', async () => {
  const world = await makeWorld()
  const product_id = await world.product({ on_hand: 0 })
  world.pass(14 * 60 * 60 * 1000 + 30 * 60 * 1000)
  const admin = await world.admin()
  expect(world.now().toISOString()).toBe('2026-03-10T21:30:00.000Z')
  const on = (expected_stock_date: string) =>
    world.post(DATES, admin, { product_ids: [product_id], expected_stock_date })
  const past = await on('2026-03-10')
  const message = 'Tarih bugün veya daha sonra olmalıdır'
  expect([past.status, past.json().errors]).toEqual([400, [{ field: 'expected_stock_date', message }]])
  expect((await on('2026-03-11')).json()).toEqual({ updated_count: 1 })
})

test.each<[string, object, string]>([
  ['no products', { product_ids: [], expected_stock_date: '2026-05-01' }, 'Stok=0 olan ürün bulunamadı'],
  ['products left out', { expected_stock_date: '2026-05-01' }, 'Stok=0 olan ürün bulunamadı'],
  [
    'deleted products',
    { product_ids: [randomUUID()], expected_stock_date: '2026-05-01' },
    'Seçtiğiniz ürünler silinmiş',
  ],
  ['no day', { product_ids: [randomUUID()] }, 'Lütfen bir tarih seçin'],
  ['an empty day', { product_ids: [randomUUID()], expected_stock_date: '' }, 'Lütfen bir tarih seçin'],
  [
    'no day of the calendar',
    { product_ids: [randomUUID()], expected_stock_date: '2026-02-30' },
    'Tarih YYYY-AA-GG biçiminde olmalıdır',
  ],
  ['no id', { product_ids: ['1'], expected_stock_date: '2026-05-01' }, 'Geçersiz kimlik'],
])('a bulk update with %s is refused', async (_, body, detail) => {
  const world = await makeWorld()
  const response = await world.post(DATES, await world.admin(), body)
  expect([response.status, response.json().detail]).toEqual([400, detail])
})

const RESTORE = '/admin/products/restore-expected-dates'

test('a date that has changed since it was seen is left unchanged', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const [one, two] = [
    await world.product({ name: 'Bir', on_hand: 0 }),
    await world.product({ name: 'İki', on_hand: 0, expected_stock_date: '2026-04-01' }),
  ]
  const seen = [one, two].map(product_id => ({ product_id, expected_stock_date: null }))
  const response = await world.post(DATES, admin, { product_ids: [one, two], expected_stock_date: '2026-05-01', seen })
  expect(response.json()).toEqual({ updated_count: 1, changed_ids: [two] })
  expect((await all(world, admin)).map(product => product.expected_stock_date)).toEqual(['2026-05-01', '2026-04-01'])
})

test('a bulk update is undone: each product has its former date or none, unless it has changed since', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const former = [null, '2026-03-01', null, null] as const
  const ids: string[] = []
  for (const [i, expected_stock_date] of former.entries())
    ids.push(await world.product({ name: `Ürün ${i}`, on_hand: 0, expected_stock_date }))
  await world.post(DATES, admin, { product_ids: ids, expected_stock_date: '2026-05-01' })
  await world.request('PUT', `/admin/products/${ids[2]}`, admin, { expected_stock_date: '2026-06-06' })
  await world.request('PUT', `/admin/products/${ids[3]}`, admin, { price: 5 })
  world.pass(1000)
  const products = [...ids, randomUUID()].map((product_id, i) => {
    return { product_id, expected_stock_date: former[i] ?? null }
  })
  const undo = () => world.post(RESTORE, admin, { expected_stock_date: '2026-05-01', products })
  expect((await undo()).json()).toEqual({ restored_count: 3, changed_count: 1 })
  const dates = async () =>
    (await all(world, admin)).map(product => [product.name, product.expected_stock_date, product.price])
  const restored = [
    ['Ürün 0', null, 100],
    ['Ürün 1', '2026-03-01', 100],
    ['Ürün 2', '2026-06-06', 100],
    ['Ürün 3', null, 5],
  ]
  expect(await dates()).toEqual(restored)
  expect((await all(world, admin))[0]!.updated_at).toBe(world.now().toISOString())
  expect((await undo()).json()).toEqual({ restored_count: 0, changed_count: 4 })
  expect(await dates()).toEqual(restored)
})

// A whole warehouse -----------------------------------------------------------------------------

test('deleting a warehouse’s products deletes those never ordered and deactivates the others', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const there = { warehouse: 'Gecici Depo' as const }
  const main = await world.product({ name: 'Ana' })
  await world.product({ ...there, name: 'Hiç' })
  const received = await world.product({ ...there, name: 'Gelen' })
  await world.post('/admin/stock/receipts', admin, { product_id: received, quantity: 3 })
  const ordered = await world.product({ ...there, name: 'Satılan' })
  await order(world, customer, ordered, 2)
  const cancelled = await world.product({ ...there, name: 'İptal' })
  const { id } = (await order(world, customer, cancelled)).json()
  await world.post(`/orders/${id}/cancel`, customer)
  // As if the customer had been deleted since: only the ledger shows that it was ever sold.
  await world.db.deleteFrom('orders').where('id', '=', id).execute()

  const key = { 'idempotency-key': 'emptying' }
  const response = await world.request('DELETE', `${WHOLE}?warehouse=Gecici%20Depo`, admin, undefined, key)
  expect([response.status, response.json()]).toEqual([
    200,
    {
      message: 'Gecici Depo: 2 ürün silindi, sipariş edilmiş veya fırsat kaydı olan 2 ürün pasif yapıldı',
      deleted_count: 4,
    },
  ])
  expect((await all(world, admin)).map(product => [product.name, product.is_active])).toEqual([
    ['Ana', true],
    ['İptal', false],
    ['Satılan', false],
  ])
  expect(await world.figures(ordered)).toEqual({ on_hand: 10, reserved: 2 })
  expect(await world.ledgerDisagreements()).toEqual([])
  expect((await world.get(`/products/${main}`, customer)).status).toBe(200)
  const repeated = await world.request('DELETE', `${WHOLE}?warehouse=Gecici%20Depo`, admin, undefined, key)
  expect(repeated.json()).toEqual(response.json())
  const again = await world.request('DELETE', `${WHOLE}?warehouse=Gecici%20Depo`, admin)
  expect(again.json().deleted_count).toBe(0)
})

test.each([
  ['?warehouse=Ana%20Depo', 'Ana Depo ürünleri topluca silinemez'],
  ['', 'Depo şunlardan biri olmalıdır: Ana Depo, Gecici Depo'],
  ['?warehouse=Depo', 'Depo şunlardan biri olmalıdır: Ana Depo, Gecici Depo'],
])('the products of the main or an unknown warehouse (%j) are never deleted', async (query, detail) => {
  const world = await makeWorld()
  const admin = await world.admin()
  await world.product()
  const response = await world.request('DELETE', `${WHOLE}${query}`, admin)
  expect([response.status, response.json().detail]).toEqual([400, detail])
  expect(await all(world, admin)).toHaveLength(1)
})

test('an order concurrent with a bulk delete is either placed before or refused', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  for (let round = 0; round < 6; round++) {
    const products = await Promise.all(
      Array.from({ length: 8 }, () => world.product({ warehouse: 'Gecici Depo', price: kurus(100) })),
    )
    const operations = products.map(id => () => order(world, customer, id))
    operations.splice(round, 0, () => world.request('DELETE', `${WHOLE}?warehouse=Gecici%20Depo`, admin))
    const responses = await Promise.all(operations.map(operation => operation()))
    const [emptied] = responses.splice(round, 1)
    expect(emptied?.status).toBe(200)
    const left = new Set((await all(world, admin)).map(product => product.id))
    for (const [i, { status, json }] of responses.entries()) {
      expect([201, 409]).toContain(status)
      if (status === 409) expect(json().code).toBe('product_unavailable')
      // An ordered product is deactivated, not deleted.
      if (status === 201) expect(left.has(products[i]!)).toBe(true)
    }
  }
  expect((await all(world, admin)).filter(product => product.is_active)).toEqual([])
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('a warehouse is emptied while the prices of its products change, without a deadlock', async () => {
  const world = await makeWorld()
  const [admin, other, customer] = [await world.admin(), await world.admin(), await world.customer()]
  const spare = { warehouse: 'Gecici Depo' } as const
  // By id, as they are locked.
  const [ordered = '', unordered = ''] = (await world.products([spare, spare])).sort()
  await order(world, customer, ordered)
  const change = { kind: 'percent', value: 10, step: 1 }
  const products = [ordered, unordered].map(product_id => ({ product_id, price: 100 }))
  const { emptied, raised } = await inTransaction(world.db, async tx => {
    await lockFields(tx, [unordered])
    const first = world.request('DELETE', `${WHOLE}?warehouse=Gecici%20Depo`, admin)
    await untilConnectionsWaitForLock(world, 1)
    const second = world.post('/admin/products/price-changes', other, { change, products })
    await untilConnectionsWaitForLock(world, 2)
    return { emptied: first, raised: second }
  })
  expect((await emptied).json().deleted_count).toBe(2)
  expect((await raised).json()).toMatchObject({ changed_count: 1, refused: [{ product_id: unordered }] })
})
