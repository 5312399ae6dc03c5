import { expect, test } from 'vitest'
import { XLSX } from '#contract/call.ts'
import { requireSuccess } from '../testing/callers.ts'
import { readWorkbook } from '../testing/read-workbook.ts'
import { download } from '../testing/uploads.ts'
import { makeWorld } from '../testing/world.ts'

test('every movement of a product is in its workbook, however many there are', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin('Ayşe'), await world.customer({ company_name: 'Lezzet' })]
  const product_id = await world.product()
  const order = (await world.post('/orders', customer, { items: [{ product_id, quantity: 3 }] })).json()
  for (let i = 0; i < 600; i += 20)
    await Promise.all(
      Array.from({ length: 20 }, () => world.post('/admin/stock/receipts', admin, { product_id, quantity: 1 })),
    )
  const { media, name, bytes } = await download(world, admin, `/admin/stock/ledger/excel?product_id=${product_id}`)
  expect([media, name]).toEqual([XLSX, 'stok-hareketleri-2026-03-10.xlsx'])
  const rows = (await readWorkbook(bytes)).map(({ cells }) => cells)
  expect(rows).toHaveLength(1 + 602)
  const now = new Date('2026-03-10T10:00:00Z')
  const product = ['Beyaz Peynir', 'Ana Depo']
  expect(rows.slice(0, 2)).toEqual([
    [
      'Ürün Adı',
      'Depo',
      'Tarih',
      'Hareket',
      'Eldeki Değişimi',
      'Ayrılan Değişimi',
      'Eldeki',
      'Ayrılan',
      'Birim',
      'Yapan',
      'Sipariş No',
      'Sayım No',
      'Not',
    ],
    [...product, now, 'Mal kabul', 1, 0, 610, 3, 'ADET', 'Ayşe'],
  ])
  expect(rows.slice(-2)).toEqual([
    [...product, now, 'Sipariş', 0, 3, 10, 3, 'ADET', 'Lezzet', order.id.slice(0, 8)],
    // By no user.
    [...product, now, 'Ürün açılışı', 10, 0, 10, 0, 'ADET', 'Sistem'],
  ])
})

test('a movement has the unit that its product had then, and beside it the present one if that is another', async () => {
  const world = await makeWorld()
  const admin = await world.admin('Ayşe')
  const product_id = await world.product({ on_hand: 240, lot_tracking: 'asked' })
  const change = async (product: object) => {
    world.pass(1000)
    requireSuccess(await world.put(`/admin/products/${product_id}`, admin, product))
    world.pass(1000)
  }
  const receive = async (quantity: number) => {
    const received = { product_id, quantity, lot: { code: 'L1' } }
    requireSuccess(await world.post('/admin/stock/receipts', admin, received))
  }
  await receive(24)
  // The quantity that is saved with a new unit is in that unit.
  await change({ unit: 'KG', stock_quantity: 11 })
  await receive(2)
  await change({ price: 90 })
  await change({ unit: 'PAKET' })
  await receive(3)
  const [ADET, KG, PAKET] = [
    { unit: 'ADET', new_unit: 'PAKET' },
    { unit: 'KG', new_unit: 'PAKET' },
    { unit: 'PAKET', new_unit: null },
  ]
  const ledger = async () => (await world.get(`/admin/stock/ledger?product_id=${product_id}`, admin)).json()
  expect(await ledger()).toMatchObject([
    { reason: 'receipt', on_hand_after: 16, ...PAKET },
    { reason: 'receipt', on_hand_after: 13, ...KG },
    { reason: 'edit', on_hand_after: 11, ...KG },
    { reason: 'receipt', on_hand_after: 264, ...ADET },
    { reason: 'created', on_hand_after: 240, ...ADET },
  ])
  const { bytes } = await download(world, admin, `/admin/stock/ledger/excel?product_id=${product_id}`)
  const units = (await readWorkbook(bytes)).map(({ cells }) => cells[8])
  expect(units).toEqual(['Birim', 'PAKET', 'KG', 'KG', 'ADET', 'ADET'])
  const [lot] = (await world.get(`/admin/lots?product_id=${product_id}`, admin)).json()
  const movements = (await world.get(`/admin/lots/movements?lot_id=${lot.id}`, admin)).json()
  expect(movements).toMatchObject([
    { on_hand_change: 3, ...PAKET },
    { on_hand_change: 2, ...KG },
    { reason: 'edit', ...KG },
    { on_hand_change: 24, ...ADET },
  ])
  requireSuccess(await world.request('DELETE', `/admin/products/${product_id}`, admin))
  // The trail has only the units that were changed.
  const [last, ...former] = await ledger()
  expect(last).toMatchObject({ unit: null, new_unit: null })
  expect(former.at(-1)).toMatchObject({ reason: 'created', unit: 'ADET', new_unit: null })
})
