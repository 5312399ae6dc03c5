import * as xlsx from '@e965/xlsx'
import { expect, test } from 'vitest'
import { type ImportSummary } from '#contract/inventory.ts'
import { INVENTORY_COLUMNS } from '#contract/inventory-columns.ts'
import { readWorkbook } from '../testing/read-workbook.ts'
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

test('errors, dates and truth values are refused again in the workbook of refused rows', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const row = [null, 'Ezine', 'Yayla', true, null, 'çok', null, new Date('2026-12-05'), new Date('2026-12-05')]
  const sheet = xlsx.utils.aoa_to_sheet([
    [...INVENTORY_COLUMNS, 'Parti', 'SKT'],
    [...row, true, new Date('2026-12-31')],
  ])
  sheet['C2'] = { t: 'e', v: 0x2a }
  const file = xlsx.write(xlsx.utils.book_new(sheet), { type: 'buffer', bookType: 'xlsx' })
  const { errors }: ImportSummary = (await upload(world, admin, '/admin/products/import-excel', file)).json()
  expect(errors[0]).toContain('Marka hücresinde Excel hatası var: #N/A; Kategori hücresinde DOĞRU veya YANLIŞ yazıyor')
  const [{ id }] = (await world.get('/admin/imports', admin)).json()
  const { bytes } = await download(world, admin, `/admin/imports/${id}/refused-rows/excel`)
  const [, cells] = (await readWorkbook(bytes)).map(one => one.cells.slice(0, 11))
  const wrong = { error: '#VALUE!' }
  expect(cells).toEqual([null, 'Ezine', { error: '#N/A' }, wrong, null, 'çok', null, wrong, wrong, wrong, '31.12.2026'])

  const corrected = xlsx.read(bytes)
  corrected.Sheets[corrected.SheetNames[0]!]!['F2'] = { t: 'n', v: 320 }
  const again = xlsx.write(corrected, { type: 'buffer', bookType: 'xlsx' })
  const second: ImportSummary = (await upload(world, admin, '/admin/products/import-excel', again)).json()
  expect(second.created).toBe(0)
  expect(second.errors[0]).toContain('Marka hücresinde Excel hatası var: #N/A')
  expect(second.errors[0]).toContain('Barkod hücresinde Excel hatası var: #VALUE!')
})
