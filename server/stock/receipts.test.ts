import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { INVENTORY_COLUMNS } from '#contract/inventory-columns.ts'
import { deleteExpiredKeys } from '../http/idempotency.ts'
import { type SheetCell, upload, workbookOf } from '../testing/uploads.ts'
import { makeWorld } from '../testing/world.ts'

test('lines of one product are booked as one', async () => {
  const world = await makeWorld()
  const admin = await world.admin('Ayşe')
  const [cheese, olives] = [await world.product(), await world.product({ on_hand: 0 })]
  const response = await world.post('/admin/stock/receipts', admin, {
    items: [
      { product_id: cheese, quantity: 2 },
      { product_id: olives, quantity: 7 },
      { product_id: cheese, quantity: 3 },
    ],
    notes: 'İrsaliye 12',
  })
  expect([response.status, response.json()]).toEqual([
    201,
    {
      message: 'Mal kabul kaydedildi',
      id: expect.any(String),
      items: [
        { product_id: cheese, quantity: 5, stock_quantity: 15 },
        { product_id: olives, quantity: 7, stock_quantity: 7 },
      ],
    },
  ])
  const [booked, ...before] = (await world.get(`/admin/stock/ledger?product_id=${cheese}`, admin)).json()
  expect(booked).toMatchObject({ reason: 'receipt', on_hand_change: 5, on_hand_after: 15, note: 'İrsaliye 12' })
  expect(before).toEqual([expect.objectContaining({ reason: 'created' })])
})

test('a receipt names the expected dates that its products still have, and each can be removed', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const day = '2026-03-12'
  const [cheese, olives] = [await world.product({ on_hand: 0, expected_stock_date: day }), await world.product()]
  const items = [cheese, olives].map(product_id => ({ product_id, quantity: 4 }))
  const booked = (await world.post('/admin/stock/receipts', admin, { items })).json().items
  expect(booked).toEqual([
    { product_id: cheese, quantity: 4, stock_quantity: 4, expected_stock_date: day },
    { product_id: olives, quantity: 4, stock_quantity: 14 },
  ])
  const products = [{ product_id: cheese, expected_stock_date: null }]
  const remove = () =>
    world.post('/admin/products/restore-expected-dates', admin, { expected_stock_date: day, products })
  expect((await remove()).json()).toEqual({ restored_count: 1, changed_count: 0 })
  expect((await world.get(`/admin/products/${cheese}`, admin)).json().expected_stock_date).toBe(null)
  expect((await remove()).json()).toEqual({ restored_count: 0, changed_count: 1 })
})

test('stock is limited to a thousand million pieces', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const product_id = await world.product({ on_hand: 999_999_997 })
  const receive = (...quantities: number[]) =>
    world.post('/admin/stock/receipts', admin, { items: quantities.map(quantity => ({ product_id, quantity })) })
  const message = 'Stok en fazla 1.000.000.000 olabilir'
  const refused = await receive(2, 2)
  expect([refused.status, refused.json()]).toEqual([
    400,
    {
      code: 'invalid_input',
      detail: message,
      errors: [
        { field: 'items.0', message },
        { field: 'items.1', message },
      ],
    },
  ])
  expect((await receive(1, 2)).json().items[0].stock_quantity).toBe(1_000_000_000)
})

test('an unknown product is reported by its position in the request, and nothing is booked', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const product_id = await world.product()
  const lines = [product_id, product_id, randomUUID()].map(id => ({ product_id: id, quantity: 1 }))
  const message = 'Ürün bulunamadı'
  const several = await world.post('/admin/stock/receipts', admin, { items: lines })
  expect([several.status, several.json().errors]).toEqual([400, [{ field: 'items.2', message }]])
  const one = await world.post('/admin/stock/receipts', admin, lines[2])
  expect([one.status, one.json().errors]).toEqual([400, [{ field: 'product_id', message }]])
  expect(await world.figures(product_id)).toEqual({ on_hand: 10, reserved: 0 })
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('a line with a value of a wrong type is reported by its position in the request', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const [product_id, quantity] = [await world.product(), 'beş']
  const errorsOf = async (receipt: object) => (await world.post('/admin/stock/receipts', admin, receipt)).json().errors
  const message = 'Miktar bir sayı olmalıdır'
  expect(await errorsOf({ product_id, quantity })).toEqual([{ field: 'quantity', message }])
  expect(await errorsOf({ items: [{ product_id, quantity: 1 }, { product_id }] })).toEqual([
    { field: 'items.1.quantity', message },
  ])
  expect(await errorsOf({ product_id })).toBeUndefined()
})

test('when goods arrive that thousands of order lines wait for, each line gets a notification', {
  timeout: 120_000,
}, async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const goods = Array.from({ length: 500 }, (_, i): SheetCell[] => [null, `Ürün ${i}`])
  await upload(world, admin, '/admin/products/import-excel', workbookOf([[...INVENTORY_COLUMNS], ...goods]))
  const product_ids = (await world.db.selectFrom('products').select('id').execute()).map(({ id }) => id)
  const dated = { product_ids, expected_stock_date: '2026-04-01' }
  await world.post('/admin/products/bulk-update-expected-date', admin, dated)
  const items = product_ids.map(product_id => ({ product_id, quantity: 1 }))
  for (let i = 0; i < 17; i++) expect((await world.post('/orders', customer, { items })).status).toBe(201)
  expect((await world.post('/admin/stock/receipts', admin, { items })).status).toBe(201)
  expect((await world.get('/notifications/unread', customer)).json()).toEqual({ count: 17 * 500 })
})

test('the ledger cannot be truncated', async () => {
  const world = await makeWorld()
  await world.product()
  await expect(sql`truncate stock_ledger`.execute(world.owner)).rejects.toThrow('append-only')
})

test('a line that was entered in another unit than the product has now is refused, and nothing is booked', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const [cheese, olives] = [await world.product(), await world.product({ name: 'Zeytin' })]
  await world.put(`/admin/products/${olives}`, admin, { unit: 'PAKET' })
  const lines = [cheese, olives].map(product_id => ({ product_id, quantity: 10, unit: 'ADET' }))
  const message = 'Ürünün birimi artık PAKET; satırı silip ürünü yeniden ekleyin'
  const several = await world.post('/admin/stock/receipts', admin, { items: lines })
  expect([several.status, several.json().errors]).toEqual([400, [{ field: 'items.1.unit', message }]])
  const one = await world.post('/admin/stock/receipts', admin, lines[1])
  expect([one.status, one.json().errors]).toEqual([400, [{ field: 'unit', message }]])
  expect([await world.figures(cheese), await world.figures(olives)]).toMatchObject([{ on_hand: 10 }, { on_hand: 10 }])
  const items = [lines[0], { ...lines[1], unit: 'PAKET' }]
  expect((await world.post('/admin/stock/receipts', admin, { items })).status).toBe(201)
})

const DAY = 24 * 60 * 60 * 1000

test('a receipt is booked once however late it is sent again, and always gets the first reply', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const [cheese, olives] = await world.products([{ name: 'Ezine' }, { name: 'Gemlik', on_hand: 0 }])
  const send = async (cheeses: number) => {
    const { token } = (await world.post('/admin/login', undefined, admin)).json()
    const items = [
      { product_id: olives, quantity: 4 },
      { product_id: cheese, quantity: cheeses },
    ]
    return world.post('/admin/stock/receipts', { ...admin, token }, { items }, { 'idempotency-key': 'k' })
  }
  const first = (await send(5)).json()
  world.pass(1000)
  await world.post('/admin/stock/receipts', admin, { product_id: cheese, quantity: 5 })
  await world.put(`/admin/products/${cheese}`, admin, { unit: 'PAKET', stock_quantity: 7 })
  await world.request('DELETE', `/admin/products/${olives}`, admin)
  world.pass(DAY)
  for (const _ of ['before the stored reply is deleted', 'and after']) {
    const late = await send(5)
    expect([late.status, late.json()]).toEqual([201, first])
    expect((await send(6)).json().code).toBe('idempotency_key_reused')
    await deleteExpiredKeys(world.db, world.now())
  }
  expect(await world.figures(cheese!)).toEqual({ on_hand: 7, reserved: 0 })
  expect(await world.db.selectFrom('receipts').select('id').execute()).toHaveLength(2)
})

test('a receipt that was reversed is not booked again when it is sent once more', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const product_id = await world.product()
  const send = (token = admin.token) => {
    const as = { ...admin, token }
    return world.post('/admin/stock/receipts', as, { product_id, quantity: 5 }, { 'idempotency-key': 'k' })
  }
  const first = (await send()).json()
  expect((await world.post(`/admin/stock/receipts/${first.id}/reverse`, admin)).status).toBe(200)
  world.pass(DAY)
  const { token } = (await world.post('/admin/login', undefined, admin)).json()
  expect((await send(token)).json()).toEqual(first)
  expect(await world.figures(product_id)).toEqual({ on_hand: 10, reserved: 0 })
})
