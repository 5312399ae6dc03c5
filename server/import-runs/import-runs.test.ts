import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import * as xlsx from '@e965/xlsx'
import { expect, test } from 'vitest'
import type { ImportRun, RefusedRow } from '#contract/import-runs.ts'
import { importProducts } from '#contract/inventory.ts'
import { INVENTORY_COLUMNS } from '#contract/inventory-columns.ts'
import { inTransaction, takeAdvisoryLock } from '../db/transaction.ts'
import { cancelLockWaits, untilConnectionsWaitForLock } from '../testing/lock-waits.ts'
import { download, type SheetCell, upload, workbookOf } from '../testing/uploads.ts'
import { makeWorld, type TestUser } from '../testing/world.ts'
import { deleteOldImports, startRun } from './runs.ts'

const IMPORT = '/admin/products/import-excel'
const DAY = 24 * 60 * 60_000

const listOf = (rows: SheetCell[][]) => workbookOf([[...INVENTORY_COLUMNS], ...rows])

async function opened() {
  const world = await makeWorld()
  const admin = await world.admin('Ayşe')
  const send = (file: Buffer, query = '', more: { key?: string; as?: TestUser; name?: string } = {}) =>
    upload(world, more.as ?? admin, `${IMPORT}${query}`, file, more)
  const list = async (path: string, as: TestUser): Promise<ImportRun[]> =>
    (await world.get(`/admin/imports${path}kind=products`, as)).json()
  const runs = (as = admin) => list('?limit=50&', as)
  const open = (as = admin) => list('/open?', as)
  const refused = async (id: string | undefined, as = admin): Promise<RefusedRow[]> =>
    (await world.get(`/admin/imports/refused-rows?limit=500&import_id=${id}`, as)).json()
  const seen = (id: string | undefined, as = admin) => world.post(`/admin/imports/${id}/seen`, as)
  return { world, admin, send, runs, open, refused, seen }
}

/** An import whose process has sent no heartbeat since `world.now()`. */
async function startedRun({ world, admin }: Awaited<ReturnType<typeof opened>>, key?: string) {
  const file = { name: 'liste.xlsx', bytes: Buffer.from('x') }
  const actor = { ...admin.actor, role: 'admin' as const }
  return startRun(world.db, { kind: 'products', actor, key, warehouse: 'Ana Depo', file }, world.now)
}

test('the figures and refused rows of an import are kept, and it is open until its admin has seen them', async () => {
  const { world, send, runs, open, refused, seen } = await opened()
  await world.product({ name: 'Tulum', barcode: '111' })
  const known = await world.product({ name: 'Ezine Peyniri' })
  const response = await send(
    listOf([
      [null, 'Lor', null, null, null, 5],
      [null, 'Bal', null, null, 'kova', '1.250', 10, 3, 8690000000017],
      [known, null, null, null, null, 'çok'],
      [null, 'Kaşar', null, null, null, 4, null, null, '111'],
    ]),
    '?warehouse=Ana%20Depo',
    { name: 'tedarik\u0000çi.xlsx' },
  )
  expect(response.json()).toMatchObject({ created: 1, updated: 0 })
  const [run] = await open()
  expect(run).toMatchObject({
    state: 'finished',
    warehouse: 'Ana Depo',
    actor_name: 'Ayşe',
    is_own: true,
    is_seen: false,
    done: 4,
    total: 4,
    created: 1,
    updated: 0,
    unchanged: 0,
    refused: 3,
    failure: null,
  })
  expect(await refused(run?.id)).toEqual([
    {
      row: 3,
      name: 'Bal',
      faults: [
        {
          column: 'Birim',
          value: 'kova',
          message: 'Birim "kova" geçersiz; şunlardan biri olmalıdır: ADET, KG, LT, PAKET',
        },
        { column: 'Fiyat', value: '1.250', message: 'Fiyat "1.250" belirsiz; 1.250,00 ya da 1250 yazın' },
      ],
    },
    {
      row: 4,
      name: 'Ezine Peyniri',
      faults: [{ column: 'Fiyat', value: 'çok', message: 'Fiyat "çok" bir sayı değil' }],
    },
    {
      row: 5,
      name: 'Kaşar',
      faults: [{ column: 'Barkod', value: '111', message: 'Barkod "111" bu depoda başka bir üründe kullanılıyor' }],
    },
  ])

  const other = await world.admin('Fatma')
  expect(await open(other)).toEqual([])
  expect(await runs(other)).toMatchObject([{ id: run?.id, is_own: false, key: null }])
  await seen(run?.id, other)
  expect(await open()).toHaveLength(1)
  expect((await seen(run?.id)).status).toBe(200)
  expect(await open()).toEqual([])
  expect(await runs()).toMatchObject([{ id: run?.id, is_seen: true }])
  expect((await seen(randomUUID())).status).toBe(404)
})

test('a refused number has a decimal comma, as in a Turkish spreadsheet', async () => {
  const { send, runs, refused } = await opened()
  await send(listOf([[null, 'Bal', 'Anzer', 'Bal', 'KG', 99.905, 10, 2.5]]))
  const [run] = await runs()
  expect(await refused(run?.id)).toMatchObject([
    {
      faults: [
        { column: 'Fiyat', value: '99,905' },
        { column: 'Stok', value: '2,5' },
      ],
    },
  ])
})

test('refused rows can be downloaded as a workbook, corrected and imported', async () => {
  const { world, admin, send, runs } = await opened()
  const rows: SheetCell[][] = [
    [null, 'Lor', 'Yayla', 'Peynir', 'KG', 52.5, 0.1, 4, 8690000000017],
    [null, 'Bal', 'Anzer', 'Bal', 'kova', 1250.75, 0.1, 3, 8690000000024],
    [null, 'Reçel', null, null, 'kova', '1.250', 10, null, '0012345'],
  ]
  await send(listOf(rows))
  const [run] = await runs()
  const { bytes, name } = await download(world, admin, `/admin/imports/${run?.id}/refused-rows/excel`)
  expect(name).toBe('alinmayan-satirlar-liste.xlsx')
  const book = xlsx.read(bytes)
  const sheet = book.Sheets[book.SheetNames[0]!]!
  expect(xlsx.utils.sheet_to_json(sheet, { header: 1 })).toEqual([
    [...INVENTORY_COLUMNS, 'Dosyadaki Satır', 'Hata'],
    [
      undefined,
      'Bal',
      'Anzer',
      'Bal',
      'kova',
      1250.75,
      0.1,
      3,
      8690000000024,
      3,
      expect.stringContaining('Birim "kova"'),
    ],
    [
      undefined,
      'Reçel',
      undefined,
      undefined,
      'kova',
      '1.250',
      10,
      undefined,
      '0012345',
      4,
      expect.stringMatching(/Birim "kova".*; Fiyat "1\.250"/),
    ],
  ])
  expect(sheet['I2']).toMatchObject({ t: 'n', w: '8690000000024' })
  for (const [place, v] of [
    ['E2', 'KG'],
    ['E3', 'KG'],
    ['F3', '12,50'],
  ])
    sheet[place!] = { t: 's', v }
  const mended: Buffer = xlsx.write(book, { type: 'buffer', bookType: 'xlsx' })
  expect((await send(mended)).json()).toEqual({ created: 2, updated: 0, errors: [] })
  const products = (await world.get('/admin/products?search=bal', admin)).json()
  expect(products).toMatchObject([{ price: 1250.75, vat_rate: 10, barcode: '8690000000024' }])
})

test('all admins see a running import, also while it waits for another one, and its progress', async () => {
  const setup = await opened()
  const { world, send, runs, open } = setup
  const other = await world.admin('Fatma')
  let release = () => {}
  const released = new Promise<void>(resolve => (release = resolve))
  const holding = inTransaction(world.db, async tx => {
    await takeAdvisoryLock(tx, 'product_import', 'Ana Depo')
    await released
  })
  const key = randomUUID()
  const importing = send(
    listOf([
      [null, 'Lor', null, null, null, 5],
      [null, 'Bal', null, null, null, 5],
    ]),
    '',
    { key },
  )
  await expect.poll(() => open(other)).toMatchObject([{ state: 'running', done: 0, total: 2, is_own: false }])
  expect(await open()).toMatchObject([{ key, actor_name: 'Ayşe' }])
  // A second press, with the same key.
  const repeated = send(
    listOf([
      [null, 'Lor', null, null, null, 5],
      [null, 'Bal', null, null, null, 5],
    ]),
    '',
    { key },
  )
  release()
  await holding
  expect((await importing).json()).toEqual({ created: 2, updated: 0, errors: [] })
  expect((await repeated).json()).toEqual({ created: 2, updated: 0, errors: [] })
  expect(await runs()).toMatchObject([{ state: 'finished', done: 2, total: 2 }])

  const run = await startedRun(setup)
  run.report(500, 1201)
  run.report(700, 1201)
  run.report(1000, 1201)
  await expect.poll(() => open()).toContainEqual(expect.objectContaining({ done: 1000, total: 1201 }))
})

test('an import in another process goes on when a repetition of it has waited too long for its key', async () => {
  const setup = await opened()
  const { world, admin, send, runs, open } = setup
  const key = randomUUID()
  const run = await startedRun(setup, key)
  run.report(1, 2)
  await expect.poll(() => open()).toMatchObject([{ done: 1 }])
  await inTransaction(world.db, async tx => {
    const claim = { account_id: admin.id, key, request_hash: Buffer.alloc(0) }
    await tx.insertInto('idempotency_keys').values(claim).execute()
    const repeated = send(listOf([[null, 'Lor']]), '', { key })
    await untilConnectionsWaitForLock(world, 1)
    await cancelLockWaits(world, 'idempotency_keys')
    const refused = await repeated
    expect([refused.status, refused.json().code]).toEqual([503, 'not_ready'])
    expect(await open()).toMatchObject([{ state: 'running', failure: null, done: 1, total: 2 }])
    await run.finish(tx, { created: 2, updated: 0, unchanged: 0, refused: 0 })
  })
  expect(await runs()).toMatchObject([{ state: 'finished', created: 2 }])
})

test('a repetition changes nothing of a running import until it holds the key', async () => {
  const setup = await opened()
  const key = randomUUID()
  const first = await startedRun(setup, key)
  first.report(1, 10)
  await expect.poll(() => setup.open()).toMatchObject([{ done: 1, total: 10 }])
  const refused = await startedRun(setup, key)
  refused.report(0, 5)
  await refused.end(importProducts, new Error('no connection'))
  expect(await setup.open()).toMatchObject([{ state: 'running', done: 1, total: 10 }])
  const second = await startedRun(setup, key)
  second.takeOver()
  second.report(3, 5)
  await expect.poll(() => setup.open()).toMatchObject([{ state: 'running', done: 3, total: 5 }])
  await second.end(importProducts, new Error('no connection'))
  expect(await setup.open()).toMatchObject([{ state: 'failed', failure: importProducts.failure }])
})

test.each(['before', 'after'])(
  'a failure that is stored %s a repetition takes the import over does not end it',
  async order => {
    const setup = await opened()
    const key = randomUUID()
    const first = await startedRun(setup, key)
    const second = await startedRun(setup, key)
    const fail = () => first.end(importProducts, new Error('no connection'))
    if (order === 'before') await fail()
    second.takeOver()
    second.report(3, 5)
    await expect.poll(() => setup.open()).toMatchObject([{ state: 'running', failure: null, done: 3, total: 5 }])
    if (order === 'after') await fail()
    expect(await setup.open()).toMatchObject([{ state: 'running', failure: null, done: 3, total: 5 }])
    await inTransaction(setup.world.db, tx => second.finish(tx, { created: 5, updated: 0, unchanged: 0, refused: 0 }))
    await second.end(importProducts, undefined)
    expect(await setup.runs()).toMatchObject([{ state: 'finished', created: 5 }])
  },
)

test('an interrupted import that is repeated belongs to the repetition', async () => {
  const setup = await opened()
  const key = randomUUID()
  const first = await startedRun(setup, key)
  setup.world.pass(61_000)
  const second = await startedRun(setup, key)
  second.report(3, 5)
  await expect.poll(() => setup.open()).toMatchObject([{ done: 3 }])
  await first.end(importProducts, new Error('no connection'))
  expect(await setup.open()).toMatchObject([{ state: 'running', done: 3 }])
  await second.end(importProducts, new Error('no connection'))
  expect(await setup.open()).toMatchObject([{ state: 'failed', failure: importProducts.failure }])
})

test('an import goes on when its tab is closed', async () => {
  const { world, admin, runs, open } = await opened()
  const address = await world.app.listen({ port: 0, host: '127.0.0.1' })
  let release = () => {}
  const released = new Promise<void>(resolve => (release = resolve))
  const holding = inTransaction(world.db, async tx => {
    await takeAdvisoryLock(tx, 'product_import', 'Ana Depo')
    await released
  })
  const tab = new AbortController()
  const body = new FormData()
  body.set('file', new File([new Uint8Array(listOf([[null, 'Lor']]))], 'liste.xlsx'))
  const headers = { authorization: `Bearer ${admin.token}`, 'idempotency-key': randomUUID() }
  const sent = fetch(`${address}/api${IMPORT}`, { method: 'POST', headers, body, signal: tab.signal })
  await expect.poll(() => open()).toMatchObject([{ total: 1 }])
  tab.abort()
  await expect(sent).rejects.toThrow()
  release()
  await holding
  await expect.poll(() => runs()).toMatchObject([{ state: 'finished', created: 1, is_seen: false }])
})

test('an import whose process has ended is shown as interrupted, and can be repeated with the same key', async () => {
  const setup = await opened()
  const { world, send, runs, open, seen } = setup
  const key = randomUUID()
  await startedRun(setup, key)
  const [run] = await open()
  await seen(run?.id)
  expect(await open()).toMatchObject([{ state: 'running', is_seen: false }])
  world.pass(61_000)
  expect(await open(await world.admin())).toEqual([])
  expect(await open()).toMatchObject([{ id: run?.id, state: 'interrupted', finished_at: null, is_seen: false }])
  expect((await send(listOf([[null, 'Lor']]), '', { key })).json()).toMatchObject({ created: 1 })
  expect(await runs()).toMatchObject([{ id: run?.id, state: 'finished', created: 1 }])
})

test('a file that cannot be imported leaves an import with the reason, and a reused key leaves none', async () => {
  const { world, send, runs } = await opened()
  const key = randomUUID()
  expect((await send(Buffer.from('nothing'), '', { key })).status).toBe(400)
  expect(await runs()).toMatchObject([
    { state: 'failed', failure: 'Bu dosya bir Excel dosyası (.xlsx veya .xls) değil' },
  ])
  world.pass(1000)
  expect((await send(listOf([[null, 'Lor']]), '', { key })).json()).toMatchObject({ created: 1 })
  expect(await runs()).toMatchObject([{ state: 'finished' }, { state: 'failed' }])
  world.pass(1000)
  expect((await send(listOf([[null, 'Bal']]), '', { key })).json()).toMatchObject({ code: 'idempotency_key_reused' })
  const [reused] = await runs()
  expect(reused).toMatchObject({ state: 'failed', created: 0 })
})

test('the preview of a file that was imported before warns of that', async () => {
  const { world, send } = await opened()
  const file = listOf([[null, 'Lor', null, null, null, 5, null, null, '111']])
  expect((await send(file, '?preview=1')).json().warnings).toBeUndefined()
  await send(file)
  world.pass(60_000)
  expect((await send(file, '?preview=1')).json().warnings).toEqual([
    'Bu dosya bu depoya daha önce de aktarıldı: 10.03.2026 10:00, Ayşe (1 yeni, 0 güncellenen).',
  ])
  expect((await send(file, '?preview=1&warehouse=Gecici%20Depo')).json().warnings).toBeUndefined()
})

test('imports and their refused rows are deleted after 180 days', async () => {
  const { world, send, runs, refused } = await opened()
  await send(listOf([[null, null, 'adsız']]))
  const [run] = await runs()
  world.pass(180 * DAY)
  await deleteOldImports(world.db, world.now())
  expect(await refused(run?.id, await world.admin())).toHaveLength(1)
  world.pass(1)
  await deleteOldImports(world.db, world.now())
  expect(await runs(await world.admin())).toEqual([])
  expect(await world.db.selectFrom('refused_import_rows').selectAll().execute()).toEqual([])
})

test('the real price list of a supplier is imported again: its rows have no IDs and are matched by barcode', async () => {
  const { world, send, runs } = await opened()
  const file = await readFile(new URL('../../e2e/data/price-list.xlsx', import.meta.url))
  const { created } = (await send(file)).json()
  const again = (await send(file, '?preview=1')).json()
  expect(again).toMatchObject({ created: 0, updated: 0, barcode_matches: created })
  expect(again.errors).toHaveLength(created)
  const book = xlsx.read(file)
  const sheet = book.Sheets[book.SheetNames[0]!]!
  sheet['F2'] = { t: 'n', v: 99.5 }
  const dearer: Buffer = xlsx.write(book, { type: 'buffer', bookType: 'xlsx' })
  world.pass(1000)
  expect((await send(dearer, '?match=barcode')).json()).toEqual({ created: 0, updated: 1, errors: [] })
  expect(await runs()).toMatchObject([{ updated: 1, unchanged: created - 1 }, { created }])
})

test('a row matches the product with its barcode in any spelling, and blank cells change nothing', async () => {
  const { world, admin, send } = await opened()
  const [milk, tea] = await Promise.all([
    world.product({ name: 'Süt', barcode: '036000291452', on_hand: 7 }),
    world.product({ name: 'Çay', barcode: '8690000000017' }),
    world.product({ name: 'Kahve', barcode: '8690000000024', warehouse: 'Gecici Depo' }),
  ])
  const file = listOf([
    [null, 'Yağlı Süt', null, null, null, 31, null, null, '0036000291452'],
    [tea, null, null, null, null, 12],
    [null, 'Kahve', null, null, null, 9, null, null, '8690000000024'],
    [null, null, null, null, null, 32, null, null, '0036000291452'],
    [null, 'Çay', null, null, null, 13, null, null, '8690000000017'],
  ])
  const preview = (await send(file, '?preview=1&match=barcode')).json()
  expect(preview).toMatchObject({ created: 1, updated: 2, barcode_matches: 3 })
  expect(preview.rows.slice(3)).toMatchObject([
    { product_name: null, errors: ['Satır 5: Barkod "036000291452" 2. satırdaki ürünün barkodu'] },
    // The third row names the product by its ID.
    { product_name: 'Çay', errors: ['Satır 6: Barkod "8690000000017" 3. satırdaki ürünün barkodu'] },
  ])
  expect((await send(file, '?match=barcode')).json()).toMatchObject({ created: 1, updated: 2 })
  expect((await world.get(`/admin/products/${milk}`, admin)).json()).toMatchObject({
    name: 'Yağlı Süt',
    brand: 'Yayla',
    price: 31,
    vat_rate: 10,
    stock_quantity: 7,
    barcode: '036000291452',
  })
  expect((await send(file, '?match=name')).json()).toMatchObject({ detail: 'match id veya barcode olmalıdır' })
})
