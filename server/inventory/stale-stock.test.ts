import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import * as xlsx from '@e965/xlsx'
import { expect, test } from 'vitest'
import { kurus } from '#contract/money.ts'
import { record } from '../audit/audit.ts'
import { flush, inTransaction } from '../db/transaction.ts'
import { listZip, unzip } from '../documents/zip.ts'
import { zip } from '../documents/zip-writing.ts'
import { exportProperties } from '../stock/export-mark.ts'
import { move } from '../stock/ledger.ts'
import { download, upload } from '../testing/uploads.ts'
import { makeWorld, type World } from '../testing/world.ts'

const IMPORT = '/admin/products/import-excel'

/** Two products with 40 and 6 on hand, and their export, original and re-saved by a spreadsheet program. */
async function exported() {
  const world = await makeWorld()
  const admin = await world.admin()
  const cheese = await world.product({ name: 'Ezine Peyniri', price: kurus(250_00), on_hand: 40 })
  const olives = await world.product({ name: 'Gemlik Zeytini', price: kurus(90_00), on_hand: 6 })
  const at = world.now().toISOString()
  const { bytes } = await download(world, admin, '/admin/products/export-excel')
  world.pass(60_000)
  const receive = (product_id: string, quantity: number) =>
    world.post('/admin/stock/receipts', admin, { product_id, quantity })
  const send = async (file: Uint8Array, query = '', fields = {}) =>
    (await upload(world, admin, `${IMPORT}${query}`, file, { fields })).json()
  return { world, admin, cheese, olives, at, bytes, receive, send }
}

/** The workbook with some cells changed, re-saved by another program that preserves its properties. */
function edited(bytes: Uint8Array, cells: Record<string, number | string>, bookType: xlsx.BookType = 'xlsx'): Buffer {
  const book = xlsx.read(bytes)
  const sheet = book.Sheets[book.SheetNames[0]!]!
  for (const [place, v] of Object.entries(cells)) sheet[place] = { t: typeof v === 'number' ? 'n' : 's', v }
  return xlsx.write(book, { type: 'buffer', bookType })
}

const onHand = async (world: World, id: string) => (await world.figures(id))?.on_hand

test('goods received since the export are not reverted by importing the workbook', async () => {
  const { world, cheese, olives, bytes, receive, send } = await exported()
  await receive(cheese, 10)
  const response = await send(bytes)
  expect(await onHand(world, cheese)).toBe(50)
  expect(response).toEqual({
    created: 0,
    updated: 0,
    errors: [],
    warnings: ['Satır 2: Stok değiştirilmedi; dışa aktarımdan sonra 10 geldi (dosyada 40, elde 50)'],
  })
  expect(await onHand(world, olives)).toBe(6)
  expect(await world.ledgerDisagreements()).toEqual([])
})

test.each<xlsx.BookType>(['xlsx', 'biff8'])(
  'of an edited and re-saved workbook (%s) prices are imported, and stock that has not moved',
  async bookType => {
    const { world, admin, cheese, olives, at, bytes, receive, send } = await exported()
    await receive(cheese, 10)
    const file = edited(bytes, { F2: 275.5, H3: 9 }, bookType)
    const preview = await send(file, '?preview=1')
    expect(preview.exported_at).toBe(at)
    expect(preview.rows).toEqual([
      {
        row: 2,
        product_name: 'Ezine Peyniri',
        action: 'updated',
        changes: [{ field: 'price', before: 250, after: 275.5 }],
        errors: [],
        stock_kept: { wanted: 40, on_hand: 50, arrived: 10, left: 0 },
      },
      {
        row: 3,
        product_name: 'Gemlik Zeytini',
        action: 'updated',
        changes: [{ field: 'stock_quantity', before: 6, after: 9 }],
        errors: [],
      },
    ])
    expect(await send(file)).toMatchObject({ updated: 2, warnings: [expect.stringMatching(/^Satır 2: /)] })
    expect((await world.get(`/admin/products/${cheese}`, admin)).json()).toMatchObject({
      price: 275.5,
      stock_quantity: 50,
    })
    expect(await onHand(world, olives)).toBe(9)
  },
)

test('stock that moved is set in chosen rows, but not if it has moved again since the preview', async () => {
  const { world, cheese, olives, bytes, receive, send } = await exported()
  await receive(cheese, 10)
  await receive(olives, 1)
  await receive(olives, 1)
  // The preview showed 50 and 7.
  const response = await send(bytes, '', { update_stock: '2:50,3:7' })
  expect([await onHand(world, cheese), await onHand(world, olives)]).toEqual([40, 8])
  expect(response).toMatchObject({ updated: 1, warnings: [expect.stringMatching(/^Satır 3: .*2 geldi.*elde 8/)] })
})

test('an import with other chosen rows is a different request', async () => {
  const { world, admin, cheese, bytes, receive } = await exported()
  await receive(cheese, 10)
  const fields = { update_stock: '2:50' }
  expect((await upload(world, admin, IMPORT, bytes, { key: 'k1' })).status).toBe(200)
  expect((await upload(world, admin, IMPORT, bytes, { key: 'k1', fields })).json().code).toBe('idempotency_key_reused')
  expect(await onHand(world, cheese)).toBe(50)
  const malformed = await upload(world, admin, IMPORT, bytes, { fields: { update_stock: '2' } })
  expect([malformed.status, malformed.json().detail]).toEqual([400, 'update_stock geçersiz'])
})

test('movements that cancel out, and reservations, do not affect the import', async () => {
  const { world, admin, cheese, olives, bytes, receive, send } = await exported()
  const customer = await world.customer()
  await receive(cheese, 10)
  await world.request('PUT', `/admin/products/${cheese}`, admin, { stock_quantity: 40 })
  await world.post('/orders', customer, { items: [{ product_id: olives, quantity: 2 }] })
  expect(await send(edited(bytes, { H2: 45, H3: 12 }))).toEqual({ created: 0, updated: 2, errors: [] })
  expect([await onHand(world, cheese), await onHand(world, olives)]).toEqual([45, 12])
})

test('goods delivered since the export are reported as having left', async () => {
  const { world, admin, cheese, bytes, receive, send } = await exported()
  const customer = await world.customer()
  const order = (await world.post('/orders', customer, { items: [{ product_id: cheese, quantity: 4 }] })).json()
  await world.request('PUT', `/admin/orders/${order.id}/status`, admin, { status: 'tamamlandi' })
  await receive(cheese, 1)
  expect((await send(bytes)).warnings).toEqual([
    'Satır 2: Stok değiştirilmedi; dışa aktarımdan sonra 1 geldi, 4 çıktı (dosyada 40, elde 37)',
  ])
})

test('an export contains goods whose receipt is in progress when it begins', async () => {
  const { world, admin, cheese, olives, receive, send } = await exported()
  const { exporting } = await inTransaction(world.db.invalidating([]), async tx => {
    const cause = { reason: 'receipt', actor: admin.actor, now: world.now(), arrivals: new Set<string>() } as const
    await move(tx, [{ product_id: cheese, on_hand: 10 }], cause)
    await flush(tx)
    // This receipt has a later row in the ledger, and is committed earlier.
    await receive(olives, 1)
    const file = download(world, admin, '/admin/products/export-excel')
    for (let requests = 0; requests < 50; requests++) await world.get('/admin/stock/receipts', admin)
    return { exporting: file }
  })
  expect(await send((await exporting).bytes)).toEqual({ created: 0, updated: 0, errors: [] })
  expect([await onHand(world, cheese), await onHand(world, olives)]).toEqual([50, 7])
})

test('an export contains a price whose change is in progress when it begins', async () => {
  const { world, admin, cheese, olives, send } = await exported()
  const { exporting } = await inTransaction(world.db.invalidating([]), async tx => {
    await tx
      .updateTable('products')
      .set({ price: kurus(275_00) })
      .where('id', '=', cheese)
      .execute()
    const entry = { action: 'imported', entity: 'product', entity_id: cheese } as const
    await record(tx, { actor: admin.actor, now: world.now() }, [
      { ...entry, before: { price: 250 }, after: { price: 275 } },
    ])
    await flush(tx)
    // This change has a later entry in the trail, and is committed earlier.
    await world.put(`/admin/products/${olives}`, admin, { price: 95 })
    const file = download(world, admin, '/admin/products/export-excel')
    for (let requests = 0; requests < 50; requests++) await world.get('/admin/stock/receipts', admin)
    return { exporting: file }
  })
  expect(await send((await exporting).bytes)).toEqual({ created: 0, updated: 0, errors: [] })
})

test('an export waits for a movement in progress only for a limited time', async () => {
  const { world, admin, cheese } = await exported()
  const wait = inTransaction(world.db.invalidating([]), async tx => {
    const cause = { reason: 'receipt', actor: admin.actor, now: world.now(), arrivals: new Set<string>() } as const
    await move(tx, [{ product_id: cheese, on_hand: 10 }], cause)
    await flush(tx)
    return exportProperties(world.db, world.now(), 50)
  })
  await expect(wait).rejects.toMatchObject({ code: 'not_ready' })
  expect(await onHand(world, cheese)).toBe(40)
})

test('without updating stock, existing products keep theirs and new ones get theirs', async () => {
  const { world, admin, cheese, bytes, send } = await exported()
  const file = edited(bytes, { F2: 275.5, H2: 99 })
  const book = xlsx.read(file)
  xlsx.utils.sheet_add_aoa(book.Sheets[book.SheetNames[0]!]!, [[null, 'Lor', null, null, null, 80, 10, 5]], {
    origin: 'A4',
  })
  const withNew: Buffer = xlsx.write(book, { type: 'buffer', bookType: 'xlsx' })
  expect(await send(withNew, '?stock=keep')).toEqual({ created: 1, updated: 1, errors: [] })
  expect(await onHand(world, cheese)).toBe(40)
  const [fresh] = (await world.get('/admin/products?search=lor', admin)).json()
  expect(fresh).toMatchObject({ name: 'Lor', stock_quantity: 5 })
})

test('a workbook without a valid export mark sets stock unconditionally', async () => {
  const { world, cheese, bytes, receive, send } = await exported()
  await receive(cheese, 10)
  const book = xlsx.read(bytes)
  for (const spoilt of [{}, { ToptanExport: 'dün' }, { ToptanExport: '2026-99-99T00:00:00.000Z 1' }]) {
    book.Custprops = spoilt
    const file: Buffer = xlsx.write(book, { type: 'buffer', bookType: 'xlsx' })
    const preview = await send(file, '?preview=1')
    expect([preview.updated, preview.exported_at]).toEqual([1, undefined])
  }
  expect((await send(xlsx.write(book, { type: 'buffer', bookType: 'xlsx' }))).updated).toBe(1)
  expect(await onHand(world, cheese)).toBe(40)
})

test('the export mark is read as LibreOffice saves it', async () => {
  const { world, admin, at } = await exported()
  const file = await readFile(new URL('./fixtures/libreoffice.xlsx', import.meta.url))
  const parts = listZip(file, 1e6).map(entry => ({ name: entry.name, content: [unzip(file, entry).toString()] }))
  const contents = parts.find(({ name }) => name === '[Content_Types].xml')!
  const override =
    '<Override PartName="/docProps/custom.xml" ContentType="application/vnd.openxmlformats-officedocument.custom-properties+xml"/>'
  contents.content = [contents.content[0]!.replace('</Types>', `${override}</Types>`)]
  const context = 'http://schemas.openxmlformats.org/officeDocument/2006'
  const custom = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Properties xmlns="${context}/custom-properties" xmlns:vt="${context}/docPropsVTypes"><property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="2" name="ToptanExport"><vt:lpwstr>${at} 2</vt:lpwstr></property></Properties>`
  const saved = await buffer(zip([...parts, { name: 'docProps/custom.xml', content: [custom] }]))
  const preview = (await upload(world, admin, `${IMPORT}?preview=1`, saved)).json()
  expect(preview.exported_at).toBe(at)
})

test('a price that was changed since the export is imported with a note, in the preview and in the result', async () => {
  const { world, admin, cheese, olives, bytes, send } = await exported()
  await world.put(`/admin/products/${cheese}`, admin, { price: 275 })
  const file = edited(bytes, { F3: 95 })
  const note = 'Fiyat dışa aktarımdan sonra ₺275,00 yapılmıştı; dosyadaki fiyat geçerli olur'
  const preview = await send(file, '?preview=1')
  expect(preview.rows).toMatchObject([
    { row: 2, changes: [{ field: 'price', before: 275, after: 250 }], notes: [note] },
    { row: 3, changes: [{ field: 'price', before: 90, after: 95 }] },
  ])
  expect(preview.rows[1].notes).toBeUndefined()
  expect(preview.warnings).toEqual([
    '1 ürünün fiyatı dışa aktarımdan sonra da değişmiş; dosyadaki fiyatlar geçerli olur',
  ])
  expect(await send(file)).toEqual({ created: 0, updated: 2, errors: [], warnings: [`Satır 2: ${note}`] })
  const prices = await Promise.all(
    [cheese, olives].map(async id => (await world.get(`/admin/products/${id}`, admin)).json().price),
  )
  expect(prices).toEqual([250, 95])
})

test('each field that was changed since the export and is overwritten has a note; a preview counts them', async () => {
  const { world, admin, cheese, olives, bytes, send } = await exported()
  const change = { name: 'Taze Peynir', brand: '', category: 'Süt', vat_rate: 16, barcode: '8690637012345' }
  await world.put(`/admin/products/${cheese}`, admin, change)
  await world.put(`/admin/products/${olives}`, admin, { vat_rate: 16, description: 'Salamura' })
  // Neither a field that no user has changed since, nor one with a blank cell has one: the barcode is kept.
  const file = edited(bytes, { C3: 'Marmara' })
  const { rows, warnings } = await send(file, '?preview=1')
  const vat = 'KDV oranı dışa aktarımdan sonra %16 yapılmıştı; dosyadaki KDV oranı geçerli olur'
  const notes = [
    'Ürün adı dışa aktarımdan sonra "Taze Peynir" yapılmıştı; dosyadaki ürün adı geçerli olur',
    'Marka dışa aktarımdan sonra silinmişti; dosyadaki marka geçerli olur',
    'Kategori dışa aktarımdan sonra Süt yapılmıştı; dosyadaki kategori geçerli olur',
    vat,
  ]
  expect(rows).toMatchObject([{ notes }, { notes: [vat] }])
  expect(warnings).toEqual([
    '2 ürünün KDV oranı dışa aktarımdan sonra da değişmiş; dosyadaki oranlar geçerli olur',
    '1 ürünün adı, markası, kategorisi, birimi ya da barkodu dışa aktarımdan sonra da değişmiş; ' +
      'dosyadaki bilgiler geçerli olur',
  ])
  expect((await send(file)).warnings).toEqual([...notes.map(note => `Satır 2: ${note}`), `Satır 3: ${vat}`])
})

test('a price that an import has changed since the export has a note although that import began before it', async () => {
  const { world, admin, cheese, bytes, send } = await exported()
  // The time of a request is that of its beginning.
  world.pass(-120_000)
  await world.put(`/admin/products/${cheese}`, admin, { price: 275 })
  world.pass(120_000)
  const note = 'Satır 2: Fiyat dışa aktarımdan sonra ₺275,00 yapılmıştı; dosyadaki fiyat geçerli olur'
  expect((await send(bytes)).warnings).toEqual([note])
  // An export of an earlier release has only its time.
  await world.put(`/admin/products/${cheese}`, admin, { price: 300 })
  const book = xlsx.read(bytes)
  const { ToptanExportAudit: _, ...former } = book.Custprops as Record<string, string>
  book.Custprops = former
  expect((await send(xlsx.write(book, { type: 'buffer', bookType: 'xlsx' }))).warnings).toEqual([
    note.replace('275', '300'),
  ])
})

test('where stock has moved since the export, the unit in which it is counted now keeps its price, too', async () => {
  const { world, admin, cheese, olives, bytes, send } = await exported()
  await world.put(`/admin/products/${cheese}`, admin, { unit: 'PAKET', price: 3000, stock_quantity: 10 })
  await world.put(`/admin/products/${olives}`, admin, { unit: 'KG' })
  const present = async () => {
    const products = await Promise.all([cheese, olives].map(id => world.get(`/admin/products/${id}`, admin)))
    return products.map(response => [response.json().stock_quantity, response.json().unit, response.json().price])
  }
  const kept =
    'Birim ve fiyat PAKET, ₺3.000,00 olarak kalır, dosyada ADET, ₺250,00; ' +
    'yalnızca ürünün dosyadaki bütün stoğuyla birlikte değiştirilir'
  const replaced = 'Birim dışa aktarımdan sonra KG yapılmıştı; dosyadaki birim geçerli olur'
  const preview = await send(bytes, '?preview=1')
  expect(preview.rows).toMatchObject([
    { row: 2, action: 'unchanged', notes: [kept], stock_kept: { wanted: 40, on_hand: 10 } },
    { row: 3, changes: [{ field: 'unit', before: 'KG', after: 'ADET' }], notes: [replaced] },
  ])
  expect((await send(bytes)).warnings).toEqual([
    `Satır 2: ${kept}`,
    expect.stringMatching(/^Satır 2: Stok değiştirilmedi/),
    `Satır 3: ${replaced}`,
  ])
  expect(await present()).toEqual([
    [10, 'PAKET', 3000],
    [6, 'ADET', 90],
  ])
  // Choosing the row's stock also sets its unit and price.
  await send(bytes, '', { update_stock: '2:10' })
  expect(await present()).toEqual([
    [40, 'ADET', 250],
    [6, 'ADET', 90],
  ])
})

test('a unit and its price that were changed in the workbook wait until its stock is chosen, too', async () => {
  const { world, admin, cheese, bytes, send } = await exported()
  await world.put(`/admin/products/${cheese}`, admin, { stock_quantity: 38 })
  const file = edited(bytes, { C2: 'Yayla', E2: 'PAKET', F2: 3000 })
  const present = async () => (await world.get(`/admin/products/${cheese}`, admin)).json()
  await send(file)
  expect(await present()).toMatchObject({ stock_quantity: 38, unit: 'ADET', price: 250, brand: 'Yayla' })
  await send(file, '', { update_stock: '2:38' })
  expect(await present()).toMatchObject({ stock_quantity: 40, unit: 'PAKET', price: 3000 })
})
