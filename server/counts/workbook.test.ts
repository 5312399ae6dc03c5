import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { XLSX } from '#contract/call.ts'
import { kurus } from '#contract/money.ts'
import { readWorkbook } from '../testing/read-workbook.ts'
import { download as downloadFile } from '../testing/uploads.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'

async function download(world: World, admin: TestUser, path: string) {
  const { media, name, bytes } = await downloadFile(world, admin, path)
  expect(media).toBe(XLSX)
  return { name, rows: (await readWorkbook(bytes)).map(({ cells }) => cells) }
}

const COUNT_COLUMNS = [
  'Sayım Tarihi',
  'Başlatan',
  'Tamamlanma',
  'Tamamlayan',
  'Ürün Adı',
  'Marka',
  'Birim',
  'Depo',
  'Sayılan',
  'Önceki Stok',
  'Fark',
  'Fiyat (KDV hariç)',
  'Fark Tutarı (KDV hariç)',
  'Not',
]

async function count(world: World, admin: TestUser, count_date: string, found: object[], isFinalized: boolean) {
  const { id } = (await world.post('/admin/stock/counts', admin, { count_date })).json()
  for (const one of found) await world.post(`/admin/stock/counts/${id}/products`, admin, one)
  if (isFinalized) await world.post(`/admin/stock/counts/${id}/finalize`, admin)
  return id
}

test('a count is downloaded, open or finalized, with the previous stock and the worth of the difference', async () => {
  const world = await makeWorld()
  const admin = await world.admin('Ayşe')
  const [cheese, olives, gone] = [
    await world.product({ price: kurus(12_50) }),
    await world.product({ name: '=Zeytin', brand: 'Ege', unit: 'KG', on_hand: 4, warehouse: 'Gecici Depo' }),
    await world.product({ name: 'Silinen', warehouse: 'Gecici Depo' }),
  ]
  const found = [
    { product_id: cheese, counted_quantity: 12, notes: 'Üst raf' },
    { product_id: olives, counted_quantity: 1 },
    { product_id: gone, counted_quantity: 1 },
  ]
  const id = await count(world, admin, '2026-03-09', found, false)
  await world.db.deleteFrom('products').where('id', '=', gone).execute()
  const day = new Date('2026-03-09T00:00:00Z')
  const lines = (end: [Date, string] | [null, null]) => [
    COUNT_COLUMNS,
    [day, 'Ayşe', ...end, 'Beyaz Peynir', 'Yayla', 'ADET', 'Ana Depo', 12, 10, 2, 12.5, 25, 'Üst raf'],
    [day, 'Ayşe', ...end, '=Zeytin', 'Ege', 'KG', 'Gecici Depo', 1, 4, -3, 100, -300],
    [day, 'Ayşe', ...end, 'Silinen', 'Yayla', 'ADET', 'Gecici Depo', 1],
  ]
  const url = `/admin/stock/counts/excel?id=${id}`
  expect(await download(world, admin, url)).toEqual({ name: 'sayim-2026-03-09.xlsx', rows: lines([null, null]) })
  await world.post(`/admin/stock/counts/${id}/finalize`, admin)
  expect((await download(world, admin, url)).rows).toEqual(lines([new Date('2026-03-10T10:00:00Z'), 'Ayşe']))
})

test('without an id all finalized counts are in the workbook, newest first', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const found = [{ product_id: await world.product(), counted_quantity: 1 }]
  for (const [i, day] of ['2026-01-01', '2026-02-01', '2026-03-01'].entries()) {
    await count(world, admin, day, found, i !== 1)
    world.pass(1000)
  }
  const { name, rows } = await download(world, admin, '/admin/stock/counts/excel')
  expect(name).toBe('sayimlar-2026-03-10.xlsx')
  expect(rows.slice(1).map(([day]) => day)).toEqual([new Date('2026-03-01'), new Date('2026-01-01')])
  const unknown = await world.get(`/admin/stock/counts/excel?id=${randomUUID()}`, admin)
  expect([unknown.status, unknown.json().code]).toEqual([404, 'not_found'])
  expect((await world.get('/admin/stock/counts/excel?id=1', admin)).status).toBe(400)
})

test('the workbook of an open count has no difference of a product whose unit has changed since', async () => {
  const world = await makeWorld()
  const admin = await world.admin('Ayşe')
  const product_id = await world.product({ price: kurus(12_50) })
  const id = await count(world, admin, '2026-03-09', [{ product_id, counted_quantity: 24 }], false)
  await world.put(`/admin/products/${product_id}`, admin, { unit: 'PAKET', stock_quantity: 2 })
  const { rows } = await download(world, admin, `/admin/stock/counts/excel?id=${id}`)
  expect(rows[1]?.slice(4)).toEqual(['Beyaz Peynir', 'Yayla', 'ADET (şimdi PAKET)', 'Ana Depo', 24, null, null, 12.5])
})

test('the workbook has the lots of products that were counted by lot, even where their sum did not change', async () => {
  const world = await makeWorld()
  const admin = await world.admin('Ayşe')
  const product_id = await world.product({ name: 'Ezine', lot_tracking: 'asked', on_hand: 0 })
  const other = await world.product()
  const lots = [{ code: 'L1', expires_on: '2026-06-01' }, { code: 'L2' }]
  const items = lots.map((lot, i) => ({ product_id, quantity: i === 0 ? 1_500 : 5, lot }))
  await world.post('/admin/stock/receipts', admin, { items })
  const plain = await count(world, admin, '2026-03-01', [{ product_id: other, counted_quantity: 1 }], true)
  world.pass(1)
  const swapped = [
    { product_id, counted_quantity: 5, lot: lots[0] },
    { product_id, counted_quantity: 1_500, lot: lots[1] },
    { product_id: other, counted_quantity: 1 },
  ]
  const id = await count(world, admin, '2026-03-09', swapped, false)
  const change = 'L1 · SKT 01.06.2026: 1.500 → 5, L2: 5 → 1.500'
  const texts = async (where: string) => {
    const { rows } = await download(world, admin, `/admin/stock/counts/excel${where}`)
    return rows.map(row => [row[4], row[10], row[14]])
  }
  const expected = [
    ['Ürün Adı', 'Fark', 'Partiler'],
    ['Ezine', 0, change],
    ['Beyaz Peynir', 0, undefined],
  ]
  expect(await texts(`?id=${id}`)).toEqual(expected)
  // No finalized count has lots.
  expect((await texts(''))[0]).toEqual(['Ürün Adı', 'Fark', undefined])
  await world.post(`/admin/stock/counts/${id}/finalize`, admin)
  expect(await texts(`?id=${id}`)).toEqual(expected)
  expect(await texts('')).toEqual([...expected, ['Beyaz Peynir', -9, undefined]])
  expect((await texts(`?id=${plain}`))[0]).toEqual(['Ürün Adı', 'Fark', undefined])
})
