import { expect, test } from 'vitest'
import { type ImportSummary, INVENTORY_COLUMNS } from '#contract/inventory.ts'
import { type SheetCell, upload, workbookOf } from '../testing/uploads.ts'
import { makeWorld } from '../testing/world.ts'

test('all faults of a row are named, also by the preview, and both count rows', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  await world.product({ barcode: '111' })
  const ID = '00000000-0000-4000-8000-000000000000'
  const rows: SheetCell[][] = [
    [ID, 'Her şeyi yanlış', 'X', 'Sos', 'kova', 'çok', 10, 5, '111'],
    [null, null, 'X', 'Sos', 'ADET', 1, 18, 5, '111'],
    [ID, 'Yok', 'X', null, null, null, null, null, '111'],
  ]
  const bring = async (query = ''): Promise<ImportSummary> => {
    const file = workbookOf([[...INVENTORY_COLUMNS], ...rows])
    return (await upload(world, admin, `/admin/products/import-excel${query}`, file)).json()
  }
  const taken = 'Barkod "111" bu depoda başka bir üründe kullanılıyor'
  const unknown = `ID "${ID}" bu depoda bulunamadı`
  const units = 'Birim "kova" geçersiz; şunlardan biri olmalıdır: ADET, KG, LT, PAKET'
  const expected = [
    [2, [units, 'Fiyat "çok" bir sayı değil', unknown, taken]],
    [3, ['KDV oranı şunlardan biri olmalıdır: %0, %5, %10, %16', 'Ürün adı zorunludur', taken]],
    [4, [unknown, taken]],
  ] as const
  const texts = expected.map(([row, faults]) => `Satır ${row}: ${faults.join('; ')}`)
  const preview = await bring('?preview=1')
  expect(preview.rows?.map(({ row, errors }) => [row, errors])).toEqual(
    expected.map(([row, faults]) => [row, faults.map(fault => `Satır ${row}: ${fault}`)]),
  )
  expect(preview.errors).toEqual(texts)
  expect(await bring()).toEqual({ created: 0, updated: 0, errors: texts })
})
