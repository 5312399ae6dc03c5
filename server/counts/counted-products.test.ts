import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { StockCount } from '#contract/counts.ts'
import { kurus } from '#contract/money.ts'
import { correct, countProduct, finalize, startCount } from '../testing/counting.ts'
import { sentDuring } from '../testing/query-plans.ts'
import { makeWorld } from '../testing/world.ts'

const times = <T>(n: number, make: (i: number) => T) => Array.from({ length: n }, (_, i) => make(i))

test('invalid input for a counted product is refused', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const product_id = await world.product()
  const { id } = await startCount(world, admin)
  await countProduct(world, admin, id, { product_id, counted_quantity: 999_999_999, notes: 'x'.repeat(1500) })
  const cases: [object, string, string][] = [
    [{ counted_quantity: 1 }, 'product_id', 'Lütfen bir ürün seçin'],
    [{ product_id: randomUUID(), counted_quantity: 1 }, 'product_id', 'Ürün bulunamadı'],
    [{ product_id }, 'counted_quantity', 'Lütfen geçerli bir sayı girin'],
    [{ product_id, counted_quantity: '5' }, 'counted_quantity', 'Lütfen geçerli bir sayı girin'],
    [{ product_id, counted_quantity: -1 }, 'counted_quantity', 'Stok miktarı negatif olamaz'],
    [{ product_id, counted_quantity: 1.5 }, 'counted_quantity', 'Stok tam sayı olmalıdır'],
    [{ product_id, counted_quantity: 2 }, 'counted_quantity', 'Stok en fazla 1.000.000.000 olabilir'],
    [{ product_id, counted_quantity: 0, notes: 'y'.repeat(500) }, 'notes', 'Not en fazla 2000 karakter olabilir'],
    [
      { product_id, counted_quantity: 0, image_url: 'data:image/png;base64,AAAA' },
      'image_url',
      'Resim okunamadı; JPEG, PNG veya WebP olmalı ve 5 MB sınırını aşmamalıdır',
    ],
  ]
  for (const [found, field, message] of cases) {
    const response = await countProduct(world, admin, id, found)
    expect([response.status, response.json().errors]).toEqual([400, [{ field, message }]])
  }
  const [only] = (await world.get(`/admin/stock/counts/${id}`, admin)).json().products
  expect(only).toMatchObject({ counted_quantity: 999_999_999, notes: 'x'.repeat(1500) })
})

test('a picture taken while counting is stored, and a later one replaces it', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const product_id = await world.product()
  const { id } = await startCount(world, admin)
  const picture = async (background: string) => {
    const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background } })
      .png()
      .toBuffer()
    return `data:image/png;base64,${bytes.toString('base64')}`
  }
  const shown = async () => (await world.get(`/admin/stock/counts/${id}`, admin)).json().products[0].image_url
  await countProduct(world, admin, id, { product_id, counted_quantity: 1, image_url: await picture('red') })
  const first = await shown()
  expect(first).toMatch(/^\/api\/images\/[0-9a-f]{64}\.webp$/)
  await countProduct(world, admin, id, { product_id, counted_quantity: 1 })
  expect(await shown()).toBe(first)
  await countProduct(world, admin, id, { product_id, counted_quantity: 1, image_url: await picture('blue') })
  expect(await shown()).not.toBe(first)
  await correct(world, admin, id, { product_id, image_url: null })
  expect(await shown()).toBe(null)
})

test('the quantities that two users count of one product on two phones add up', async () => {
  const world = await makeWorld()
  const [one, two] = [await world.admin(), await world.admin()]
  const products = [await world.product(), await world.product()]
  const { id } = await startCount(world, one)
  const responses = await Promise.all(
    times(40, i =>
      countProduct(world, i % 2 ? one : two, id, { product_id: products[i % 3 ? 0 : 1], counted_quantity: i }),
    ),
  )
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
  expect(responses.filter(response => response.json().action === 'added')).toHaveLength(2)
  const counted = (await world.get(`/admin/stock/counts/${id}`, one)).json().products
  const total = (rest: boolean) => times(40, i => i).reduce((sum, i) => sum + (!!(i % 3) === rest ? i : 0), 0)
  expect(new Map(counted.map((p: StockCount['products'][0]) => [p.product_id, p.counted_quantity]))).toEqual(
    new Map([
      [products[0], total(true)],
      [products[1], total(false)],
    ]),
  )
})

test('a client that lost the reply retries, and nothing is counted or finalized twice', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const product_id = await world.product()
  const { id } = await startCount(world, admin)
  const found = { product_id, counted_quantity: 7 }
  const first = await countProduct(world, admin, id, found, { 'idempotency-key': 'k1' })
  expect((await countProduct(world, admin, id, found, { 'idempotency-key': 'k1' })).json()).toEqual(first.json())
  const other = await countProduct(world, admin, id, { ...found, counted_quantity: 8 }, { 'idempotency-key': 'k1' })
  expect(other.json().code).toBe('idempotency_key_reused')
  const ended = await finalize(world, admin, id, { 'idempotency-key': 'k2' })
  expect(ended.json().count.products[0].counted_quantity).toBe(7)
  expect((await finalize(world, admin, id, { 'idempotency-key': 'k2' })).json()).toEqual(ended.json())
})

test('an entry can be corrected or removed, but this never overwrites a concurrent addition', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const product_id = await world.product()
  const { id } = await startCount(world, admin)
  await countProduct(world, admin, id, { product_id, counted_quantity: 50, notes: 'Üst raf' })
  await countProduct(world, admin, id, { product_id, counted_quantity: 3 })
  const late = await correct(world, admin, id, { product_id, counted_quantity: 5, old_quantity: 50 })
  expect([late.status, late.json()]).toEqual([
    409,
    { code: 'counted_meanwhile', detail: 'Bu ürünün sayısı siz bakarken değişti; şimdi 53' },
  ])
  const right = await correct(world, admin, id, { product_id, counted_quantity: 8, old_quantity: 53 })
  expect([right.status, right.json()]).toMatchObject([
    200,
    { message: 'Beyaz Peynir: 8 ADET', product: { counted_quantity: 8, notes: 'Üst raf' } },
  ])
  // A client that lost the reply repeats the request.
  const again = await correct(world, admin, id, { product_id, counted_quantity: 8, old_quantity: 53 })
  expect([again.status, again.json()]).toEqual([200, right.json()])
  const noted = await correct(world, admin, id, { product_id, notes: '' })
  expect(noted.json().product).toMatchObject({ counted_quantity: 8, notes: null })
  const out = await correct(world, admin, id, { product_id, counted_quantity: null })
  expect(out.json()).toEqual({ message: 'Beyaz Peynir sayımdan çıkarıldı', product: null })
  const twice = await correct(world, admin, id, { product_id, counted_quantity: null })
  expect([twice.status, twice.json()]).toEqual([200, { message: 'Ürün sayımdan çıkarıldı', product: null }])
  const gone = await correct(world, admin, id, { product_id, counted_quantity: 8 })
  expect([gone.status, gone.json().detail]).toEqual([400, 'Bu ürün sayımda yok'])
  expect((await world.get(`/admin/stock/counts/${id}`, admin)).json().products).toEqual([])
})

test('a correction of a note does not overwrite one that was added since, and keeps the quantity', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const product_id = await world.product()
  const { id } = await startCount(world, admin)
  await countProduct(world, admin, id, { product_id, counted_quantity: 2 })
  const first = { product_id, notes: 'Koli ezik', old_notes: null }
  expect((await correct(world, admin, id, first)).status).toBe(200)
  await countProduct(world, admin, id, { product_id, counted_quantity: 3, notes: '2. rafta' })
  const late = await correct(world, admin, id, { product_id, notes: 'Koli açık', old_notes: 'Koli ezik' })
  expect([late.status, late.json()]).toEqual([
    409,
    { code: 'counted_note_changed', detail: 'Bu ürünün notu siz bakarken değişti' },
  ])
  const seen = 'Koli ezik\n2. rafta'
  const read = async () => (await world.get(`/admin/stock/counts/${id}`, admin)).json().products[0]
  expect(await read()).toMatchObject({ counted_quantity: 5, notes: seen })
  // A client that lost the reply repeats the request.
  for (const _ of ['first', 'again']) {
    const right = await correct(world, admin, id, { product_id, notes: 'Koli açık', old_notes: seen })
    expect([right.status, right.json().product]).toMatchObject([200, { counted_quantity: 5, notes: 'Koli açık' }])
  }
  expect((await correct(world, admin, id, { product_id, notes: null, old_notes: 'Koli açık' })).status).toBe(200)
  expect((await correct(world, admin, id, first)).status).toBe(200)
})

test('the products of a count are read again after its changes only', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const [product_id, other] = await world.products([{ lot_tracking: 'asked' }, { name: 'Zeytin' }])
  const { id } = await startCount(world, admin)
  const path = `/admin/stock/counts/${id}`
  let etag = ''
  const poll = async () => {
    let status = 0
    const sent = await sentDuring(async () => {
      const reply = await world.request('GET', path, admin, undefined, { 'if-none-match': etag })
      status = reply.status
      etag = String(reply.headers.etag)
    })
    return { status, isRead: sent.some(({ text }) => text.includes('stock_count_items')) }
  }
  const changes = [
    () => countProduct(world, admin, id, { product_id, counted_quantity: 5, lot: { code: 'L1' } }),
    () => countProduct(world, admin, id, { product_id, counted_quantity: 1, lot: { code: 'L2' } }),
    () => countProduct(world, admin, id, { product_id: other, counted_quantity: 1 }),
    () => correct(world, admin, id, { product_id: other, counted_quantity: 1, notes: 'Koli açık' }),
    () => correct(world, admin, id, { product_id: other, counted_quantity: null }),
    () => world.post(`${path}/show-differences`, admin),
    () => finalize(world, admin, id),
  ]
  expect(await poll()).toEqual({ status: 200, isRead: true })
  for (const change of changes) {
    expect((await change()).status).toBe(200)
    expect(await poll()).toEqual({ status: 200, isRead: true })
    expect(await poll()).toEqual({ status: 304, isRead: false })
  }
  // During a rolling update, a change by a process of an earlier release does not raise the version.
  world.pass(60_000)
  expect(await poll()).toEqual({ status: 200, isRead: true })
})

test('a conditional request for an unchanged count gets 304', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const product_id = await world.product()
  const { id } = await startCount(world, admin)
  const readAs = (path: string, held?: string, by = admin) =>
    world.request('GET', `/admin/stock/counts/${id}${path}`, by, undefined, held ? { 'if-none-match': held } : {})
  for (const path of ['', '/differences']) {
    const first = await readAs(path)
    expect([first.status, first.headers['cache-control']]).toEqual([200, 'private, no-cache'])
    const held = String(first.headers.etag)
    const again = await readAs(path, held.replace(/^W\//, ''))
    expect([again.status, again.body, again.headers.etag]).toEqual([304, '', held])
    expect((await readAs(path, held, customer)).status).toBe(403)
    await countProduct(world, admin, id, { product_id, counted_quantity: 1 })
    const changed = await readAs(path, held)
    expect([changed.status, changed.json().products]).toMatchObject([200, [{ product_id }]])
  }
})

test('a counted product shows its warehouse, even if it was deleted since', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const product_id = await world.product({ warehouse: 'Gecici Depo' })
  const { id } = await startCount(world, admin)
  await countProduct(world, admin, id, { product_id, counted_quantity: 4 })
  await finalize(world, admin, id)
  await world.request('DELETE', '/admin/products/delete-by-warehouse?warehouse=Gecici%20Depo', admin)
  for (const path of ['', '/differences']) {
    const { products } = (await world.get(`/admin/stock/counts/${id}${path}`, admin)).json()
    expect(products).toMatchObject([{ product_id, warehouse: 'Gecici Depo' }])
  }
})

test('a count shows the same differences, with their worth, before and after it is finalized', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const [more, fewer, same, gone] = [
    await world.product({ name: 'Fazla', price: kurus(12_50) }),
    await world.product({ name: 'Eksik', price: kurus(3_33), warehouse: 'Gecici Depo' }),
    await world.product({ name: 'Tamam' }),
    await world.product({ name: 'Silinen' }),
  ]
  const { id } = await startCount(world, admin)
  const differences = async () => (await world.get(`/admin/stock/counts/${id}/differences`, admin)).json()
  expect(await differences()).toEqual({ products: [], surplus_worth: 0, missing_worth: 0, worth: 0 })
  const found: [string, number][] = [
    [more, 12],
    [fewer, 3],
    [same, 10],
    [gone, 4],
  ]
  for (const [product_id, counted_quantity] of found)
    await countProduct(world, admin, id, { product_id, counted_quantity })
  await world.db.deleteFrom('products').where('id', '=', gone).execute()
  // More is reserved than was counted.
  await world.post('/orders', customer, { items: [{ product_id: fewer, quantity: 5 }] })
  const line = (product_id: string, product_name: string, counted_quantity: number) => ({
    notes: null,
    product_id,
    product_name,
    brand: 'Yayla',
    unit: 'ADET',
    new_unit: null,
    warehouse: product_id === fewer ? 'Gecici Depo' : 'Ana Depo',
    counted_quantity,
  })
  const expected = (reserved: number[]) => ({
    products: [
      {
        ...line(more, 'Fazla', 12),
        stock_quantity: 10,
        difference: 2,
        price: 12.5,
        worth: 25,
        reserved_quantity: reserved[0] ?? null,
      },
      {
        ...line(fewer, 'Eksik', 3),
        stock_quantity: 10,
        difference: -7,
        price: 3.33,
        worth: -23.31,
        reserved_quantity: reserved[1] ?? null,
      },
      {
        ...line(same, 'Tamam', 10),
        stock_quantity: 10,
        difference: 0,
        price: 100,
        worth: 0,
        reserved_quantity: reserved[2] ?? null,
      },
      {
        ...line(gone, 'Silinen', 4),
        stock_quantity: null,
        difference: 0,
        price: null,
        worth: 0,
        reserved_quantity: reserved[3] ?? null,
      },
    ],
    surplus_worth: 25,
    missing_worth: 23.31,
    worth: 1.69,
  })
  expect(await differences()).toEqual(expected([0, 5, 0]))
  expect((await finalize(world, admin, id)).status).toBe(200)
  await world.post('/admin/stock/receipts', admin, { product_id: more, quantity: 100 })
  await world.db
    .updateTable('products')
    .set({ price: kurus(1) })
    .where('id', '=', more)
    .execute()
  expect(await differences()).toEqual(expected([]))
  expect(await world.ledgerDisagreements()).toEqual([])
})
