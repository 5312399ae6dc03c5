import { expect, test } from 'vitest'
import { XLSX } from '#contract/call.ts'
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
      'Stok Değişimi',
      'Ayrılan Değişimi',
      'Stok',
      'Ayrılan',
      'Yapan',
      'Sipariş No',
      'Sayım No',
      'Not',
    ],
    [...product, now, 'Mal kabul', 1, 0, 610, 3, 'Ayşe'],
  ])
  expect(rows.slice(-2)).toEqual([
    [...product, now, 'Sipariş', 0, 3, 10, 3, 'Lezzet', order.id.slice(0, 8)],
    // By no user.
    [...product, now, 'Ürün açılışı', 10, 0, 10, 0, 'Sistem'],
  ])
})
