import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { StockCount } from '#contract/counts.ts'
import { correct, countProduct, finalize, startCount } from '../testing/counting.ts'
import { makeWorld } from '../testing/world.ts'

const times = <T>(n: number, make: (i: number) => T) => Array.from({ length: n }, (_, i) => make(i))

test('after a complete count every product has the counted stock', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin('Ayşe'), await world.customer()]
  const [cheese, olives] = [await world.product(), await world.product({ name: 'Zeytin', unit: 'KG', on_hand: 3 })]
  await world.post('/orders', customer, { items: [{ product_id: cheese, quantity: 4 }] })
  const count = await startCount(world, admin)
  expect(count).toEqual({
    id: count.id,
    count_date: '2026-03-10',
    created_at: '2026-03-10T07:00:00.000Z',
    created_by_admin_name: 'Ayşe',
    finalized_at: null,
    finalized_by_admin_name: null,
    product_count: 0,
    category: null,
    is_blind: false,
    differences_shown_at: null,
    differences_shown_by_admin_name: null,
    products: [],
  })

  const first = await countProduct(world, admin, count.id, {
    product_id: cheese,
    counted_quantity: 5,
    notes: 'Üst raf',
  })
  expect([first.status, first.json()]).toEqual([
    200,
    {
      action: 'added',
      message: 'Beyaz Peynir sayıma eklendi: 5 ADET',
      old_quantity: 0,
      added_quantity: 5,
      new_total: 5,
      unit: 'ADET',
      product: {
        product_id: cheese,
        product_name: 'Beyaz Peynir',
        brand: 'Yayla',
        unit: 'ADET',
        warehouse: 'Ana Depo',
        counted_quantity: 5,
        image_url: null,
        notes: 'Üst raf',
      },
    },
  ])
  await countProduct(world, admin, count.id, { product_id: olives, counted_quantity: 0 })
  const again = { product_id: cheese, counted_quantity: 1002, notes: 'Alt raf' }
  expect((await countProduct(world, admin, count.id, again)).json()).toMatchObject({
    action: 'updated',
    message: 'Beyaz Peynir: 5 + 1.002 ADET = 1.007 ADET',
    old_quantity: 5,
    added_quantity: 1002,
    new_total: 1007,
    unit: 'ADET',
    product: { counted_quantity: 1007, notes: 'Üst raf\nAlt raf' },
  })
  expect(await world.figures(cheese)).toEqual({ on_hand: 10, reserved: 4 })

  const other = await world.admin('Fatma')
  const ended = await finalize(world, other, count.id)
  const warehouse = 'Ana Depo'
  const products = [
    {
      product_id: cheese,
      product_name: 'Beyaz Peynir',
      brand: 'Yayla',
      unit: 'ADET',
      warehouse,
      counted_quantity: 1007,
    },
    { product_id: olives, product_name: 'Zeytin', brand: 'Yayla', unit: 'KG', warehouse, counted_quantity: 0 },
  ]
  const notes = ['Üst raf\nAlt raf', null]
  const whole = {
    ...count,
    finalized_at: '2026-03-10T07:00:00.000Z',
    finalized_by_admin_name: 'Fatma',
    product_count: 2,
    products: products.map((product, i) => ({ ...product, image_url: null, notes: notes[i] })),
  }
  expect(ended.json()).toEqual({ message: 'Sayım tamamlandı, stoklar güncellendi', count: whole })
  expect((await world.get(`/admin/stock/counts/${count.id}`, admin)).json()).toEqual(whole)
  expect(await world.figures(cheese)).toEqual({ on_hand: 1007, reserved: 4 })
  expect(await world.figures(olives)).toEqual({ on_hand: 0, reserved: 0 })
  const [moved] = (await world.get(`/admin/stock/ledger?product_id=${cheese}`, admin)).json()
  expect(moved).toMatchObject({
    reason: 'count',
    on_hand_change: 997,
    on_hand_after: 1007,
    actor_name: 'Fatma',
    count_id: count.id,
    note: 'Üst raf\nAlt raf',
  })
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('open counts can be resumed, and the latest three finalized ones are returned with their products', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const product_id = await world.product()
  const counts: StockCount[] = []
  for (let i = 0; i < 6; i++) {
    counts.push(await startCount(world, admin))
    await countProduct(world, admin, counts[i]!.id, { product_id, counted_quantity: i })
    world.pass(60_000)
  }
  for (const i of [1, 0, 3, 4]) {
    await finalize(world, admin, counts[i]!.id)
    world.pass(60_000)
  }
  const ids = (list: StockCount[]) => list.map(({ id }) => counts.findIndex(count => count.id === id))
  const listed = async (query: string) => ids((await world.get(`/admin/stock/counts${query}`, admin)).json())
  expect(await listed('')).toEqual([5, 4, 3, 2, 1, 0])
  expect(await listed('?status=open')).toEqual([5, 2])
  expect(await listed('?status=finalized')).toEqual([4, 3, 1, 0])
  const recent: StockCount[] = (await world.get('/admin/stock/counts/recent', admin)).json()
  expect(ids(recent)).toEqual([4, 3, 0])
  expect(recent.map(({ products }) => products.map(product => product.counted_quantity))).toEqual([[4], [3], [0]])
  const page = await world.get('/admin/stock/counts?limit=2', admin)
  expect(ids(page.json())).toEqual([5, 4])
  const next = /<\/api(.*)>/.exec(String(page.headers.link))?.[1] ?? ''
  expect(ids((await world.get(next, admin)).json())).toEqual([3, 2])
})

test.each([
  ['no day', {}, 'Sayım tarihi zorunludur'],
  ['an empty day', { count_date: '' }, 'Sayım tarihi zorunludur'],
  ['no day of the calendar', { count_date: '10.03.2026' }, 'Tarih YYYY-AA-GG biçiminde olmalıdır'],
  ['a day in the future', { count_date: '2026-03-11' }, 'Sayım tarihi bugünden sonra olamaz'],
])('a count with %s is not started', async (_, body, message) => {
  const world = await makeWorld()
  const admin = await world.admin()
  const response = await world.post('/admin/stock/counts', admin, body)
  expect([response.status, response.json().detail]).toEqual([400, message])
  expect((await world.get('/admin/stock/counts', admin)).json()).toEqual([])
})

test('a finalized count is closed, an empty one cannot be finalized, and an unknown one gets 404', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const product_id = await world.product()
  const { id } = await startCount(world, admin)
  const empty = await finalize(world, admin, id)
  expect([empty.status, empty.json().detail]).toEqual([400, 'Sayıma henüz ürün eklenmedi'])
  await countProduct(world, admin, id, { product_id, counted_quantity: 7 })
  const ends = await Promise.all(times(6, () => finalize(world, admin, id)))
  expect(ends.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  const late = [
    await countProduct(world, admin, id, { product_id, counted_quantity: 1 }),
    await correct(world, admin, id, { product_id, counted_quantity: 1 }),
    await finalize(world, admin, id),
  ]
  for (const response of late)
    expect([response.status, response.json().detail]).toEqual([409, 'Bu sayım tamamlanmış; artık değiştirilemez'])
  expect(await world.figures(product_id)).toEqual({ on_hand: 7, reserved: 0 })
  expect((await world.get(`/admin/stock/ledger?product_id=${product_id}`, admin)).json()).toHaveLength(2)
  const unknown = [
    await countProduct(world, admin, randomUUID(), { product_id, counted_quantity: 1 }),
    await correct(world, admin, randomUUID(), { product_id, counted_quantity: 1 }),
    await finalize(world, admin, randomUUID()),
    await world.get(`/admin/stock/counts/${randomUUID()}`, admin),
    await world.get(`/admin/stock/counts/${randomUUID()}/differences`, admin),
    await world.get('/admin/stock/counts/yok', admin),
  ]
  expect(unknown.map(({ status }) => status)).toEqual(times(6, () => 404))
})

test('an addition during finalizing is included or refused, never lost', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const product_id = await world.product()
  for (let round = 0; round < 5; round++) {
    const { id } = await startCount(world, admin)
    await countProduct(world, admin, id, { product_id, counted_quantity: 100 })
    const operations = times(
      12,
      i => () =>
        i === round * 2
          ? finalize(world, admin, id)
          : countProduct(world, admin, id, { product_id, counted_quantity: 1 }),
    )
    const responses = await Promise.all(operations.map(operation => operation()))
    const taken = responses.filter((response, i) => i !== round * 2 && response.status === 200)
    const { products } = (await world.get(`/admin/stock/counts/${id}`, admin)).json()
    expect(products[0].counted_quantity).toBe(100 + taken.length)
    expect((await world.figures(product_id)).on_hand).toBe(100 + taken.length)
  }
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('customers with an order for a product are notified when a count finds goods of it', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const product_id = await world.product({ on_hand: 0, expected_stock_date: '2026-05-01' })
  await world.post('/orders', customer, { items: [{ product_id, quantity: 2 }] })
  const { id } = await startCount(world, admin)
  await countProduct(world, admin, id, { product_id, counted_quantity: 2 })
  await finalize(world, admin, id)
  const kinds = (await world.get('/notifications', customer))
    .json()
    .map((notification: { kind: string }) => notification.kind)
  expect(kinds).toContain('product_arrived')
})

test('an open count can be discarded without changing stock; a finalized one cannot', async () => {
  const world = await makeWorld()
  const admin = await world.admin('Ayşe')
  const product = await world.product({ name: 'Zeytin', unit: 'KG', on_hand: 3 })
  const [mistaken, meant] = [await startCount(world, admin), await startCount(world, admin)]
  for (const { id } of [mistaken, meant])
    await countProduct(world, admin, id, { product_id: product, counted_quantity: 7 })
  const given = await world.request('DELETE', `/admin/stock/counts/${mistaken.id}`, admin)
  expect([given.status, given.json()]).toEqual([200, { message: 'Sayım silindi' }])
  expect((await world.get(`/admin/stock/counts/${mistaken.id}`, admin)).status).toBe(404)
  expect((await world.get('/admin/stock/counts', admin)).json()).toMatchObject([{ id: meant.id }])
  expect((await world.get(`/admin/products/${product}`, admin)).json()).toMatchObject({ stock_quantity: 3 })
  expect((await world.get(`/admin/audit?entity_id=${mistaken.id}`, admin)).json()).toMatchObject([
    { action: 'deleted', actor_name: 'Ayşe', before: { count_date: '2026-03-10', products: ['Zeytin: 7 KG'] } },
  ])
  expect((await world.request('DELETE', `/admin/stock/counts/${mistaken.id}`, admin)).status).toBe(404)

  await finalize(world, admin, meant.id)
  const refused = await world.request('DELETE', `/admin/stock/counts/${meant.id}`, admin)
  expect([refused.status, refused.json().code]).toEqual([409, 'count_finalized'])
  expect((await world.get('/admin/stock/counts/recent', admin)).json()).toMatchObject([{ id: meant.id }])
})

test('a count of a product whose unit has changed since is neither added to nor finalized', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const [product_id, other] = [
    await world.product({ on_hand: 240 }),
    await world.product({ name: 'Zeytin', on_hand: 3 }),
  ]
  const { id } = await startCount(world, admin)
  await countProduct(world, admin, id, { product_id, counted_quantity: 24, unit: 'ADET' })
  await countProduct(world, admin, id, { product_id: other, counted_quantity: 4 })
  await world.put(`/admin/products/${product_id}`, admin, { unit: 'PAKET', stock_quantity: 2 })
  const changed = 'Birimi sonradan değişti; çıkarıp yeniden sayın: Beyaz Peynir (ADET → PAKET)'
  const refused = [
    await countProduct(world, admin, id, { product_id, counted_quantity: 1 }),
    await correct(world, admin, id, { product_id, counted_quantity: 2 }),
    await finalize(world, admin, id),
  ]
  for (const response of refused)
    expect([response.status, response.json().code, response.json().detail]).toEqual([
      409,
      'count_unit_differs',
      changed,
    ])
  expect((await correct(world, admin, id, { product_id, notes: 'Üst raf' })).status).toBe(200)
  expect([await world.figures(product_id), await world.figures(other)]).toMatchObject([{ on_hand: 2 }, { on_hand: 3 }])
  const differences = (await world.get(`/admin/stock/counts/${id}/differences`, admin)).json()
  expect(differences).toMatchObject({ missing_worth: 0, surplus_worth: 100, worth: 100 })
  expect(differences.products).toMatchObject([
    { unit: 'ADET', new_unit: 'PAKET', counted_quantity: 24, stock_quantity: 2, difference: 0, worth: 0 },
    { unit: 'ADET', new_unit: null, difference: 1 },
  ])

  expect((await correct(world, admin, id, { product_id, counted_quantity: null })).status).toBe(200)
  const late = await countProduct(world, admin, id, { product_id, counted_quantity: 24, unit: 'ADET' })
  expect([late.status, late.json().errors]).toEqual([
    400,
    [{ field: 'unit', message: 'Ürünün birimi artık PAKET; ürünü yeniden seçin' }],
  ])
  await countProduct(world, admin, id, { product_id, counted_quantity: 3, unit: 'PAKET' })
  expect((await finalize(world, admin, id)).status).toBe(200)
  expect(await world.figures(product_id)).toMatchObject({ on_hand: 3 })
})
