import { expect, test } from 'vitest'
import { type ImportSummary } from '#contract/inventory.ts'
import { INVENTORY_COLUMNS } from '#contract/inventory-columns.ts'
import { download, type SheetCell, upload, workbookOf } from '../testing/uploads.ts'
import { makeWorld } from '../testing/world.ts'

test('all faults of a row are reported, also by the preview, and both count refused rows, not faults', async () => {
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

test('rows are refused and stored although their texts have a NUL, or are cut within a character', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const face = '😀'
  const file = workbookOf([
    [...INVENTORY_COLUMNS, `${'n'.repeat(38)}${face}not`],
    [null, 'Lor'],
    [null, 'Bal_x0000_ı', null, null, 'kova'],
    [null, `${'a'.repeat(198)}${face}peynir`],
    [null, 'Kaşar', `${'b'.repeat(601)}${face}`],
  ])
  const { status, json } = await upload(world, admin, '/admin/products/import-excel', file)
  expect([status, json().created, json().errors.length]).toEqual([200, 1, 3])
  const [run] = (await world.get('/admin/imports', admin)).json()
  expect(run).toMatchObject({ state: 'finished', refused: 3 })
  expect(run.warnings[0]).toContain('n…')
  const refused = (await world.get(`/admin/imports/refused-rows?import_id=${run.id}`, admin)).json()
  expect(refused.map((row: { name: string }) => row.name)).toEqual(['Balı', `${'a'.repeat(198)}…`, 'Kaşar'])
  const { bytes } = await download(world, admin, `/admin/imports/${run.id}/refused-rows/excel`)
  const again = (await upload(world, admin, '/admin/products/import-excel?preview=1', bytes)).json()
  expect(again.rows.map((row: { action: string }) => row.action)).toEqual(['error', 'error', 'error'])
})
