import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readWorkbook } from '../testing/read-workbook.ts'
import { download } from '../testing/uploads.ts'
import { makeWorld } from '../testing/world.ts'

test('a product at its reorder point is listed with the quantity to order; without such a point it is listed below ten', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const [flour, salt, tea, rice] = await world.products([
    { name: 'Un', on_hand: 60 },
    { name: 'Tuz', on_hand: 8 },
    { name: 'Çay', on_hand: 61 },
    { name: 'Pirinç', on_hand: 4 },
  ])
  const set = (id: string | undefined, level: object) =>
    world.put(`/admin/inventory/reorder-levels/${id}`, admin, level)
  expect((await set(flour, { reorder_point: 50, reorder_quantity: 24 })).json()).toEqual({
    message: 'Sipariş noktası kaydedildi',
    reorder_point: 50,
    reorder_quantity: 24,
  })
  await set(salt, { reorder_quantity: 5 })
  await set(tea, { reorder_point: 60 })
  const listed = async () =>
    (await world.get('/admin/inventory/low-stock', admin))
      .json()
      .map((row: Record<string, unknown>) => [row.product_name, row.available_quantity, row.suggested_quantity])
  expect(await listed()).toEqual([
    ['Pirinç', 4, null],
    ['Tuz', 8, 5],
  ])
  // Reserved goods are not available: 50 are, then 20, so that two reorder quantities are needed to exceed the point.
  await world.post('/orders', customer, { items: [{ product_id: flour!, quantity: 10 }] })
  expect((await listed()).at(-1)).toEqual(['Un', 50, 24])
  await world.post('/orders', customer, { items: [{ product_id: flour!, quantity: 30 }] })
  await world.post('/orders', customer, { items: [{ product_id: tea!, quantity: 1 }] })
  expect(await listed()).toEqual([
    ['Pirinç', 4, null],
    ['Tuz', 8, 5],
    ['Un', 20, 48],
    ['Çay', 60, null],
  ])
  const { bytes } = await download(world, admin, '/admin/inventory/low-stock/excel')
  const [head, , , third] = (await readWorkbook(bytes)).map(({ cells }) => cells)
  expect(head?.slice(-3)).toEqual(['Sipariş Noktası', 'Sipariş Miktarı', 'Sipariş Önerisi'])
  expect(third?.slice(-3)).toEqual([50, 24, 48])

  // A field that is not sent stays; null removes it.
  await set(flour, { reorder_point: null })
  const kept = await world.get(`/admin/inventory/reorder-levels/${flour}`, admin)
  expect(kept.json()).toEqual({ reorder_point: null, reorder_quantity: 24, unit: 'ADET' })
  expect((await world.get(`/admin/inventory/reorder-levels/${rice}`, admin)).json()).toEqual({
    reorder_point: null,
    reorder_quantity: null,
    unit: 'ADET',
  })
  expect((await set(rice, { reorder_quantity: 0 })).json().detail).toBe('Miktar en az 1 olmalıdır')
  expect((await set(rice, { reorder_point: -1 })).json().detail).toBe('Stok miktarı negatif olamaz')
  expect((await set(randomUUID(), { reorder_point: 1 })).status).toBe(404)
  const [entry] = (await world.get(`/admin/audit?entity_id=${flour}`, admin)).json()
  expect(entry).toMatchObject({ action: 'updated', before: { reorder_point: 50 }, after: { reorder_point: null } })
})

test('a reorder point that was set in another unit than the product has now does not apply, and can be set anew', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const product_id = await world.product({ name: 'Un', on_hand: 90 })
  const level = (body?: object) => {
    const path = `/admin/inventory/reorder-levels/${product_id}`
    return body ? world.put(path, admin, body) : world.get(path, admin)
  }
  const listed = async () =>
    (await world.get('/admin/inventory/low-stock', admin))
      .json()
      .map((row: Record<string, unknown>) => [row.reorder_point, row.suggested_quantity])
  await level({ reorder_point: 100, reorder_quantity: 240 })
  expect(await listed()).toEqual([[100, 240]])
  await world.put(`/admin/products/${product_id}`, admin, { unit: 'PAKET' })
  expect(await listed()).toEqual([])
  expect((await level()).json()).toEqual({
    reorder_point: null,
    reorder_quantity: null,
    unit: 'PAKET',
    former: { reorder_point: 100, reorder_quantity: 240, unit: 'ADET' },
  })
  await world.put(`/admin/products/${product_id}`, admin, { stock_quantity: 9 })
  expect(await listed()).toEqual([[null, null]])
  expect((await level({ reorder_point: 12 })).json()).toMatchObject({ reorder_point: 12, reorder_quantity: null })
  expect((await level()).json()).toEqual({ reorder_point: 12, reorder_quantity: null, unit: 'PAKET' })
  expect(await listed()).toEqual([[12, null]])
})

test('a reorder point that was entered in another unit than the product has by then is refused', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const product_id = await world.product({ name: 'Un', on_hand: 90 })
  const path = `/admin/inventory/reorder-levels/${product_id}`
  expect((await world.put(path, admin, { reorder_point: 100, unit: 'ADET' })).status).toBe(200)
  await world.put(`/admin/products/${product_id}`, admin, { unit: 'PAKET' })
  const refused = await world.put(path, admin, { reorder_point: 120, unit: 'ADET' })
  const message = 'Ürünün birimi artık PAKET; pencereyi kapatıp yeniden açın'
  expect([refused.status, refused.json()]).toMatchObject([400, { errors: [{ field: 'unit', message }] }])
  expect((await world.get(path, admin)).json()).toMatchObject({ reorder_point: null, former: { reorder_point: 100 } })
  expect((await world.put(path, admin, { reorder_point: 12, unit: 'PAKET' })).status).toBe(200)
})

test('a reorder point that a program from before its unit was stored has added applies in the unit of the product', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const product_id = await world.product({ name: 'Un', on_hand: 90 })
  await sql`insert into reorder_levels (product_id, reorder_point, reorder_quantity) values (${product_id}, 100, 240)`.execute(
    world.db,
  )
  expect((await world.get('/admin/inventory/low-stock', admin)).json()).toMatchObject([
    { product_name: 'Un', reorder_point: 100, suggested_quantity: 240 },
  ])
  expect((await world.get(`/admin/inventory/reorder-levels/${product_id}`, admin)).json()).toEqual({
    reorder_point: 100,
    reorder_quantity: 240,
    unit: 'ADET',
  })
})
