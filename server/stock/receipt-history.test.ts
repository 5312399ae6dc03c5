import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'

const reverse = (world: World, admin: TestUser, id: string, key?: string) =>
  world.post(`/admin/stock/receipts/${id}/reverse`, admin, undefined, key ? { 'idempotency-key': key } : {})

test('receipts are listed with supplier and delivery note, and found by them and by their goods', async () => {
  const world = await makeWorld()
  const admin = await world.admin('Ayşe')
  const [cheese, olives] = await world.products([{ name: 'Ezine' }, { name: 'Gemlik', brand: 'Ege', on_hand: 0 }])
  const items = [
    { product_id: olives, quantity: 4 },
    { product_id: cheese, quantity: 2 },
    { product_id: olives, quantity: 1 },
  ]
  const about = { supplier: 'Yörük Gıda', delivery_note: 'IRS-2026-17', notes: 'Kapıda bekledi' }
  const { id } = (await world.post('/admin/stock/receipts', admin, { items, ...about })).json()
  world.pass(1000)
  await world.post('/admin/stock/receipts', admin, { product_id: cheese, quantity: 1 })
  const found = async (search: string) =>
    (await world.get(`/admin/stock/receipts?search=${encodeURIComponent(search)}`, admin))
      .json()
      .map((receipt: { supplier: string | null; product_count: number }) => [receipt.supplier, receipt.product_count])
  expect(await found('')).toEqual([
    [null, 1],
    ['Yörük Gıda', 2],
  ])
  expect(await found('yoruk')).toEqual([['Yörük Gıda', 2]])
  expect(await found('2026-17 gemlik')).toEqual([['Yörük Gıda', 2]])
  expect(await found('zeytin')).toEqual([])
  expect((await world.get(`/admin/stock/receipts/${id}`, admin)).json()).toEqual({
    id,
    created_at: '2026-03-10T07:00:00.000Z',
    created_by_admin_name: 'Ayşe',
    ...about,
    reversed_at: null,
    reversed_by_admin_name: null,
    product_count: 2,
    items: [
      expect.objectContaining({ product_name: 'Gemlik', brand: 'Ege', quantity: 5, stock_quantity: 5 }),
      expect.objectContaining({ product_name: 'Ezine', quantity: 2, stock_quantity: 13, reserved_quantity: 0 }),
    ],
  })
  const [, booked] = (await world.get(`/admin/stock/ledger?product_id=${cheese}`, admin)).json()
  expect(booked.note).toBe('Yörük Gıda · İrsaliye IRS-2026-17 · Kapıda bekledi')
  expect((await world.get(`/admin/stock/receipts/${randomUUID()}`, admin)).status).toBe(404)
})

test('a receipt is reversed once, as new rows of the ledger', async () => {
  const world = await makeWorld()
  const [admin, other, customer] = [await world.admin('Ayşe'), await world.admin('Zeynep'), await world.customer()]
  const [cheese, olives] = await world.products([{ on_hand: 3 }, { on_hand: 0 }])
  const items = [cheese, olives].map(product_id => ({ product_id, quantity: 5 }))
  const { id } = (await world.post('/admin/stock/receipts', admin, { items, delivery_note: '17' })).json()
  await world.post('/orders', customer, { items: [{ product_id: cheese!, quantity: 6 }] })

  // Two admins concurrently, and then a repetition after a lost reply.
  const replies = await Promise.all([reverse(world, admin, id, 'a'), reverse(world, other, id, 'b')])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  const [winner, key] = replies[0].status === 200 ? [admin, 'a'] : [other, 'b']
  const again = await reverse(world, winner, id, key)
  expect([again.status, again.json().receipt.reversed_by_admin_name]).toEqual([200, winner.actor.name])
  expect((await reverse(world, admin, id)).json().code).toBe('receipt_reversed')

  // Reservations stay: the cheese is oversold.
  expect(await world.figures(cheese!)).toEqual({ on_hand: 3, reserved: 6 })
  expect(await world.figures(olives!)).toEqual({ on_hand: 0, reserved: 0 })
  const ledger = (await world.get(`/admin/stock/ledger?product_id=${olives}`, admin)).json()
  expect(ledger.slice(0, 2)).toMatchObject([
    { reason: 'receipt_reversed', on_hand_change: -5, on_hand_after: 0, note: 'İrsaliye 17' },
    { reason: 'receipt', on_hand_change: 5 },
  ])
  expect(await world.ledgerDisagreements()).toEqual([])
  expect((await world.get('/admin/stock/receipts', admin)).json()).toHaveLength(1)
})

test('a receipt whose goods are no longer on hand cannot be reversed, and a deleted product is skipped', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const [cheese, olives] = await world.products([
    { name: 'Ezine', on_hand: 0 },
    { name: 'Gemlik', on_hand: 0 },
  ])
  const items = [cheese, olives].map(product_id => ({ product_id, quantity: 1500 }))
  const { id } = (await world.post('/admin/stock/receipts', admin, { items })).json()
  await world.put(`/admin/products/${cheese}`, admin, { stock_quantity: 1200 })
  const refused = await reverse(world, admin, id)
  expect([refused.status, refused.json().detail]).toEqual([
    409,
    'Raftaki miktar mal kabulü geri almaya yetmiyor: Ezine (eldeki 1.200, geri alınacak 1.500)',
  ])
  expect(await world.figures(olives!)).toEqual({ on_hand: 1500, reserved: 0 })
  await world.request('DELETE', `/admin/products/${cheese}`, admin)
  expect((await reverse(world, admin, id)).json().receipt.items).toMatchObject([
    { product_name: 'Ezine', stock_quantity: null },
    { product_name: 'Gemlik', stock_quantity: 0 },
  ])
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('customers who wait for goods are notified again once these arrive after the reversal of a receipt', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const [cheese, olives] = await world.products([
    { name: 'Ezine', on_hand: 0, expected_stock_date: '2026-03-20' },
    { name: 'Gemlik', on_hand: 0, expected_stock_date: '2026-03-20' },
  ])
  const placed = await world.post('/orders', customer, {
    items: [cheese, olives].map(product_id => ({ product_id, quantity: 8 })),
  })
  expect(placed.status).toBe(201)
  const receive = async (...products: (string | undefined)[]): Promise<string> => {
    world.pass(60_000)
    const items = products.map(product_id => ({ product_id, quantity: 3 }))
    return (await world.post('/admin/stock/receipts', admin, { items })).json().id
  }
  const titles = async () =>
    (await world.get('/notifications', customer))
      .json()
      .flatMap(({ kind, title }: { kind: string; title: string }) => (kind === 'product_arrived' ? [title] : []))
  const [ofCheese, ofOlives] = ['Ezine', 'Gemlik'].map(name => `Beklediğiniz ürün geldi: ${name}`)
  const wrong = await receive(cheese)
  const more = await receive(cheese, olives)
  expect(await titles()).toEqual([ofOlives, ofCheese])
  // The customer was notified of the first of two receipts: the reversal of the second one concerns the olives only.
  expect((await reverse(world, admin, more)).status).toBe(200)
  await receive(cheese, olives)
  expect(await titles()).toEqual([ofOlives, ofOlives, ofCheese])
  expect((await reverse(world, admin, wrong)).status).toBe(200)
  await receive(cheese, olives)
  await receive(cheese, olives)
  expect(await titles()).toEqual([ofCheese, ofOlives, ofOlives, ofCheese])
})

test('the refusal to reverse a receipt names the lots of which too little is left, with the remaining quantity', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const product_id = await world.product({ name: 'Ezine', lot_tracking: 'asked', on_hand: 20 })
  const items = ['L1', 'L2'].map(code => ({ product_id, quantity: 5, lot: { code } }))
  const { id } = (await world.post('/admin/stock/receipts', admin, { items })).json()
  const [lot] = (await world.get(`/admin/lots?product_id=${product_id}&search=L1`, admin)).json()
  await world.post(`/admin/lots/${lot.id}/write-off`, admin, { quantity: 3, reason: 'Ezik' })
  expect((await reverse(world, admin, id)).json().detail).toBe(
    'Raftaki miktar mal kabulü geri almaya yetmiyor: Ezine · L1 (eldeki 2, geri alınacak 5)',
  )
})

test('a receipt shows which of its lots are blocked; after its reversal these are no longer reserved', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const product_id = await world.product({ name: 'Ezine', lot_tracking: 'asked', on_hand: 0 })
  const items = [
    { product_id, quantity: 5, lot: { code: 'ESKİ', expires_on: '2026-03-09' } },
    { product_id, quantity: 2, lot: { code: 'YENİ' } },
  ]
  const { id } = (await world.post('/admin/stock/receipts', admin, { items })).json()
  const [item] = (await world.get(`/admin/stock/receipts/${id}`, admin)).json().items
  expect(item.reserved_quantity).toBe(5)
  const blocked = item.lots.map(({ code, is_blocked }: { code: string; is_blocked: boolean }) => [code, is_blocked])
  expect(new Map(blocked)).toEqual(
    new Map([
      ['ESKİ', true],
      ['YENİ', false],
    ]),
  )
  await reverse(world, admin, id)
  expect(await world.figures(product_id)).toEqual({ on_hand: 0, reserved: 0 })
})

test('a receipt of a product whose unit has changed since is not reversed', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const [product_id, other] = [await world.product({ name: 'Ezine', on_hand: 0 }), await world.product({ name: 'Lor' })]
  const items = [product_id, other].map(id => ({ product_id: id, quantity: 10 }))
  const { id } = (await world.post('/admin/stock/receipts', admin, { items })).json()
  await world.put(`/admin/products/${product_id}`, admin, { unit: 'PAKET', stock_quantity: 12 })
  const refused = await reverse(world, admin, id)
  expect([refused.status, refused.json()]).toEqual([
    409,
    {
      code: 'receipt_unit_differs',
      detail: 'Birimi sonradan değişti; stoğu elle düzeltin: Ezine (ADET → PAKET)',
    },
  ])
  const figures = await Promise.all([product_id, other].map(one => world.figures(one)))
  expect(figures.map(({ on_hand }) => on_hand)).toEqual([12, 20])
  const receipt = (await world.get(`/admin/stock/receipts/${id}`, admin)).json()
  expect(receipt).toMatchObject({ reversed_at: null, items: [{ unit: 'ADET', new_unit: 'PAKET' }, { new_unit: null }] })
})
