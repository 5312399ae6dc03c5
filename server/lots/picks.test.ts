import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { INVENTORY_COLUMNS } from '#contract/inventory-columns.ts'
import { upload, workbookOf } from '../testing/uploads.ts'
import { makeWorld, type World } from '../testing/world.ts'

type Goods = [quantity: number, expires_on: string | null, expiry_kind?: 'tett']

async function lotted(goods: Record<string, Goods>, on_hand = 0) {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin('Ayşe'), await world.customer()]
  const product_id = await world.product({ name: 'Ezine', lot_tracking: 'asked', on_hand })
  const items = Object.entries(goods).map(([code, [quantity, expires_on, expiry_kind]]) => ({
    product_id,
    quantity,
    lot: { code, expires_on, expiry_kind },
  }))
  if (items.length > 0) expect((await world.post('/admin/stock/receipts', admin, { items })).status).toBe(201)
  return {
    world,
    admin,
    customer,
    product_id,
    order: async (quantity: number): Promise<string> =>
      (await world.post('/orders', customer, { items: [{ product_id, quantity }] })).json().id,
    set: async (id: string, status: string) =>
      expect((await world.put(`/admin/orders/${id}/status`, admin, { status })).status).toBe(200),
    lots: async () => lotsOf(world),
    picks: async (id: string) => picksOf(world, id),
  }
}

const lotsOf = async (world: World) =>
  (await world.db.selectFrom('lots').selectAll().orderBy('code').execute()).map(
    ({ code, on_hand, picked }) => `${code} ${on_hand}${picked ? ` (${picked})` : ''}`,
  )

const picksOf = async (world: World, id: string) =>
  (
    await world.db
      .selectFrom('order_lots')
      .innerJoin('lots', 'lots.id', 'lot_id')
      .select(['code', 'quantity', 'taken'])
      .where('order_id', '=', id)
      .orderBy('code')
      .execute()
  ).map(({ code, quantity, taken }) => `${code} ${quantity}${taken === null ? '' : ` → ${taken}`}`)

test('an order in preparation gets the lots that expire first, which leave with it', async () => {
  const { world, order, set, lots, picks, product_id } = await lotted({
    A: [5, '2026-09-01'],
    B: [4, '2026-06-01'],
    ESKİ: [3, '2026-03-01', 'tett'],
    C: [9, null],
  })
  const id = await order(8)
  expect(await lots()).toEqual(['A 5', 'B 4', 'C 9', 'ESKİ 3'])
  await set(id, 'hazirlaniyor')
  expect(await picks(id)).toEqual(['A 4', 'B 4'])
  expect(await lots()).toEqual(['A 5 (4)', 'B 4 (4)', 'C 9', 'ESKİ 3'])
  // Goods picked for one order are not proposed to another.
  const second = await order(3)
  await set(second, 'hazirlaniyor')
  expect(await picks(second)).toEqual(['A 1', 'C 2'])
  await set(id, 'tamamlandi')
  expect(await picks(id)).toEqual(['A 4 → 4', 'B 4 → 4'])
  expect(await lots()).toEqual(['A 1 (1)', 'B 0', 'C 9 (2)', 'ESKİ 3'])
  expect(await world.figures(product_id)).toEqual({ on_hand: 13, reserved: 3 })
  // Straight to completed, without having been prepared.
  const third = await order(4)
  await set(third, 'tamamlandi')
  expect(await picks(third)).toEqual(['C 4 → 4'])
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('cancelling an order, or setting it back, gives its lots back exactly', async () => {
  const { world, order, set, lots, picks } = await lotted({ A: [5, '2026-09-01'], B: [4, '2026-06-01'] })
  const before = await lots()
  const id = await order(7)
  for (const status of ['iptal', 'beklemede']) {
    await set(id, 'beklemede')
    await set(id, 'hazirlaniyor')
    await set(id, status)
    expect([await lots(), await picks(id)]).toEqual([before, []])
  }
  await set(id, 'tamamlandi')
  await set(id, 'hazirlaniyor')
  expect([await lots(), await picks(id)]).toEqual([
    ['A 5 (3)', 'B 4 (4)'],
    ['A 3', 'B 4'],
  ])
  await set(id, 'tamamlandi')
  await set(id, 'iptal')
  expect([await lots(), await picks(id)]).toEqual([before, []])
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('goods without a lot cover what the lots lack, and expired lots stay on the shelf', async () => {
  const { world, order, set, lots, picks, product_id } = await lotted(
    { A: [5, '2026-09-01'], ESKİ: [6, '2026-03-01', 'tett'] },
    2,
  )
  const id = await order(12)
  await set(id, 'hazirlaniyor')
  expect(await picks(id)).toEqual(['A 5'])
  await set(id, 'tamamlandi')
  expect(await lots()).toEqual(['A 0', 'ESKİ 6'])
  expect(await world.figures(product_id)).toEqual({ on_hand: 6, reserved: 0 })
  const line = await world.db.selectFrom('order_items').select('taken').where('order_id', '=', id).executeTakeFirst()
  expect(line).toEqual({ taken: 7 })
  const [row] = await world.db.selectFrom('stock_ledger').selectAll().where('reason', '=', 'delivery').execute()
  expect(row).toMatchObject({ on_hand_change: -7, note: 'Eksik: 5' })
  await set(id, 'iptal')
  expect(await world.figures(product_id)).toEqual({ on_hand: 13, reserved: 0 })
  expect(await lots()).toEqual(['A 5', 'ESKİ 6'])
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('a completed order gets goods of a lot that it has picked already, if they arrived or were released later', async () => {
  const { world, admin, product_id, order, set, lots, picks } = await lotted({ A: [5, '2026-06-01'] }, 9)
  const [first, second] = [await order(10), await order(4)]
  await set(first, 'hazirlaniyor')
  // Only goods of the lot are left.
  expect((await world.put(`/admin/products/${product_id}`, admin, { stock_quantity: 5 })).status).toBe(200)
  const lot = { code: 'A', expires_on: '2026-06-01' }
  const receive = (quantity: number) =>
    world.post('/admin/stock/receipts', admin, { items: [{ product_id, quantity, lot }] })
  expect((await receive(3)).status).toBe(201)
  await set(second, 'hazirlaniyor')
  expect([await picks(first), await picks(second), await lots()]).toEqual([['A 5'], ['A 3'], ['A 8 (8)']])
  // What another order has picked stays with it.
  await set(first, 'tamamlandi')
  expect([await picks(first), await lots()]).toEqual([['A 5 → 5'], ['A 3 (3)']])
  await set(first, 'hazirlaniyor')
  expect((await receive(1)).status).toBe(201)
  await set(second, 'iptal')
  expect(await lots()).toEqual(['A 9 (5)'])
  await set(first, 'tamamlandi')
  expect([await picks(first), await lots()]).toEqual([['A 9 → 9'], ['A 0']])
  expect(await world.figures(product_id)).toEqual({ on_hand: 0, reserved: 0 })
  const line = world.db.selectFrom('order_items').select('taken').where('order_id', '=', first)
  expect(await line.executeTakeFirst()).toEqual({ taken: 9 })
  await set(first, 'hazirlaniyor')
  expect([await picks(first), await lots()]).toEqual([['A 9'], ['A 9 (9)']])
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('a deleted customer’s open orders give their lots back, and the lots that it got stay recorded', async () => {
  const { world, admin, customer, order, set, lots, picks } = await lotted({ A: [5, '2026-09-01'] })
  const [open, done] = [await order(2), await order(1)]
  await set(open, 'hazirlaniyor')
  await set(done, 'tamamlandi')
  expect(await lots()).toEqual(['A 4 (2)'])
  expect((await world.request('DELETE', `/admin/customers/${customer.id}`, admin)).status).toBe(200)
  expect([await lots(), await picks(open), await picks(done)]).toEqual([['A 4'], [], ['A 1 → 1']])
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('orders that would get a blocked lot get others, and the blocked one leaves with no order', async () => {
  const { world, admin, order, set, lots, picks, product_id } = await lotted({
    A: [5, '2026-06-01'],
    B: [3, '2026-07-01'],
    C: [4, '2026-08-01'],
  })
  const [first, second] = [await order(6), await order(4)]
  await set(first, 'hazirlaniyor')
  await set(second, 'hazirlaniyor')
  expect([await picks(first), await picks(second)]).toEqual([
    ['A 5', 'B 1'],
    ['B 2', 'C 2'],
  ])
  const found = (await world.get(`/admin/lots?product_id=${product_id}&search=A`, admin)).json()
  const { id } = found.find((lot: { code: string }) => lot.code === 'A')
  expect((await world.post(`/admin/lots/${id}/block`, admin, { reason: 'Geri çağırma' })).status).toBe(200)
  expect([await picks(first), await picks(second)]).toEqual([
    ['B 1', 'C 2'],
    ['B 2', 'C 2'],
  ])
  expect(await lots()).toEqual(['A 5', 'B 3 (3)', 'C 4 (4)'])
  await set(first, 'tamamlandi')
  expect(await lots()).toEqual(['A 5', 'B 2 (2)', 'C 2 (2)'])
  expect(await world.figures(product_id)).toEqual({ on_hand: 9, reserved: 9 })
  // Its goods cannot be sold until it is released.
  expect((await order(1)) ?? 'refused').toBe('refused')
  expect((await world.post(`/admin/lots/${id}/release`, admin, { reason: 'Temiz çıktı' })).status).toBe(200)
  expect(await world.figures(product_id)).toEqual({ on_hand: 9, reserved: 4 })
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('an order gets other lots when the reversal of a receipt empties those that it would get', async () => {
  const { world, admin, order, set, lots, picks, product_id } = await lotted({ A: [5, '2026-06-01'] })
  const { id: first } = await world.db.selectFrom('receipts').select('id').executeTakeFirstOrThrow()
  const more = { product_id, quantity: 7, lot: { code: 'B', expires_on: '2026-09-01' } }
  expect((await world.post('/admin/stock/receipts', admin, more)).status).toBe(201)
  const id = await order(5)
  await set(id, 'hazirlaniyor')
  expect(await picks(id)).toEqual(['A 5'])
  expect((await world.post(`/admin/stock/receipts/${first}/reverse`, admin)).status).toBe(200)
  expect([await picks(id), await lots()]).toEqual([['B 5'], ['A 0', 'B 7 (5)']])
  await set(id, 'tamamlandi')
  expect([await picks(id), await lots()]).toEqual([['B 5 → 5'], ['A 0', 'B 2']])
  expect(await world.ledgerDisagreements()).toEqual([])
})

test.each(['a correction', 'a count', 'a workbook'])('an order does not get a lot that %s has emptied', async how => {
  const { world, admin, product_id, order, set, lots, picks } = await lotted({ A: [5, '2026-06-01'] })
  const id = await order(5)
  await set(id, 'hazirlaniyor')
  expect(await picks(id)).toEqual(['A 5'])
  if (how === 'a correction') await world.put(`/admin/products/${product_id}`, admin, { stock_quantity: 0 })
  if (how === 'a count') {
    const count = (await world.post('/admin/stock/counts', admin, { count_date: '2026-03-10' })).json()
    await world.post(`/admin/stock/counts/${count.id}/products`, admin, { product_id, counted_quantity: 0 })
    await world.post(`/admin/stock/counts/${count.id}/finalize`, admin, {})
  }
  if (how === 'a workbook') {
    const cells = [product_id, ...Array.from({ length: 6 }, () => null), 0]
    await upload(world, admin, '/admin/products/import-excel', workbookOf([[...INVENTORY_COLUMNS], cells]))
  }
  expect(await lots()).toEqual(['A 0'])
  expect(await picks(id)).toEqual([])
  const [line] = (await world.get(`/admin/orders/${id}/picking`, admin)).json()
  expect(line).toMatchObject({ lots: [], without_lot: 5 })
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('orders see that a lot has too little for all of them, and get others when one takes the last goods', async () => {
  const { world, admin, order, set, lots, picks, product_id } = await lotted({
    A: [10, '2026-06-01'],
    B: [50, '2026-09-01'],
  })
  const [first, second] = [await order(8), await order(2)]
  await set(first, 'hazirlaniyor')
  await set(second, 'hazirlaniyor')
  const lot = await world.db.selectFrom('lots').select('id').where('code', '=', 'A').executeTakeFirstOrThrow()
  const counted = { quantity: 8, old_quantity: 10, reason: 'Sayım' }
  expect((await world.put(`/admin/lots/${lot.id}/quantity`, admin, counted)).status).toBe(200)
  expect([await picks(first), await picks(second)]).toEqual([['A 8'], ['A 2']])
  const lotsOf = async (id: string) => (await world.get(`/admin/orders/${id}/picking`, admin)).json()[0].lots
  for (const id of [first, second])
    expect(await lotsOf(id)).toMatchObject([{ code: 'A', too_little: { on_hand: 8, picked: 10 } }])
  await set(first, 'tamamlandi')
  for (const id of [first, second]) expect((await lotsOf(id))[0]).not.toHaveProperty('too_little')
  expect([await picks(second), await lots()]).toEqual([['B 2'], ['A 0', 'B 50 (2)']])
  await set(second, 'tamamlandi')
  expect(await world.figures(product_id)).toEqual({ on_hand: 48, reserved: 0 })
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('an order in preparation gets a lot that is released, before orders that are prepared later', async () => {
  const { world, admin, order, set, lots, picks, product_id } = await lotted({ A: [10, '2026-06-01'] })
  const { id: lot_id } = await world.db.selectFrom('lots').select('id').executeTakeFirstOrThrow()
  const first = await order(6)
  await set(first, 'hazirlaniyor')
  expect((await world.post(`/admin/lots/${lot_id}/block`, admin, { reason: 'Şüpheli' })).status).toBe(200)
  expect(await picks(first)).toEqual([])
  const released = await world.post(`/admin/lots/${lot_id}/release`, admin, { reason: 'Temiz' })
  expect([released.status, released.json().lot.picked_quantity]).toEqual([200, 6])
  const second = await order(4)
  await set(second, 'hazirlaniyor')
  expect([await picks(first), await picks(second), await lots()]).toEqual([['A 6'], ['A 4'], ['A 10 (10)']])
  // Nothing of the lot is left for a third order, until the first one is cancelled.
  expect((await world.put(`/admin/products/${product_id}`, admin, { stock_quantity: 13 })).status).toBe(200)
  const third = await order(3)
  await set(third, 'hazirlaniyor')
  expect((await world.put(`/admin/products/${product_id}`, admin, { stock_quantity: 10 })).status).toBe(200)
  expect(await picks(third)).toEqual([])
  await set(first, 'iptal')
  expect([await picks(second), await picks(third), await lots()]).toEqual([['A 4'], ['A 3'], ['A 10 (7)']])
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('lots that arrive go to orders in preparation that lack goods, the oldest first, after goods without a lot', async () => {
  const { world, admin, order, set, lots, picks, product_id } = await lotted({ A: [4, '2026-06-01'] }, 20)
  const older = await order(10)
  world.pass(60_000)
  const newer = await order(9)
  await set(newer, 'hazirlaniyor')
  await set(older, 'hazirlaniyor')
  expect([await picks(older), await picks(newer)]).toEqual([[], ['A 4']])
  // The rest of both orders is there without a lot.
  const receive = async (code: string, quantity: number) => {
    const items = [{ product_id, quantity, lot: { code, expires_on: code === 'A' ? '2026-06-01' : '2026-09-01' } }]
    expect((await world.post('/admin/stock/receipts', admin, { items })).status).toBe(201)
  }
  await receive('B', 1)
  expect(await lots()).toEqual(['A 4 (4)', 'B 1'])
  // Only 7 without a lot are left.
  expect((await world.put(`/admin/products/${product_id}`, admin, { stock_quantity: 12 })).status).toBe(200)
  expect([await picks(older), await picks(newer)]).toEqual([['B 1'], ['A 4']])
  // A lot that the picker may have chosen less of on purpose is proposed to the other order only.
  await receive('A', 5)
  expect([await picks(older), await picks(newer)]).toEqual([['A 2', 'B 1'], ['A 4']])
  await receive('C', 6)
  expect([await picks(older), await picks(newer)]).toEqual([
    ['A 2', 'B 1'],
    ['A 4', 'C 5'],
  ])
  expect(await world.ledgerDisagreements()).toEqual([])
})

const LEFT = ['an order', 'a correction', 'a count', 'a workbook', 'a reversed receipt', 'a transfer']
test.each(LEFT)('an order gets lots once the goods without a lot that it could have leave with %s', async how => {
  const { world, admin, order, set, picks, product_id } = await lotted({})
  const receive = async (item: object) => {
    const stored = await world.post('/admin/stock/receipts', admin, { items: [{ product_id, ...item }] })
    expect(stored.status).toBe(201)
    return stored.json().id
  }
  const receipt = await receive({ quantity: 5 })
  const id = await order(5)
  await set(id, 'hazirlaniyor')
  await receive({ quantity: 10, lot: { code: 'A', expires_on: '2026-06-01' } })
  expect(await picks(id)).toEqual([])
  if (how === 'an order') await set(await order(5), 'tamamlandi')
  if (how === 'a correction') await world.put(`/admin/products/${product_id}`, admin, { stock_quantity: 10 })
  if (how === 'a count') {
    const count = (await world.post('/admin/stock/counts', admin, { count_date: '2026-03-10' })).json()
    await world.post(`/admin/stock/counts/${count.id}/products`, admin, { product_id, counted_quantity: 10 })
    await world.post(`/admin/stock/counts/${count.id}/finalize`, admin, {})
  }
  if (how === 'a workbook') {
    const cells = [product_id, ...Array.from({ length: 6 }, () => null), 10]
    await upload(world, admin, '/admin/products/import-excel', workbookOf([[...INVENTORY_COLUMNS], cells]))
  }
  if (how === 'a reversed receipt') await world.post(`/admin/stock/receipts/${receipt}/reverse`, admin)
  if (how === 'a transfer')
    expect((await world.post('/admin/stock/transfers', admin, { items: [{ product_id, quantity: 5 }] })).status).toBe(
      201,
    )
  expect((await world.figures(product_id)).on_hand).toBe(10)
  expect(await picks(id)).toEqual(['A 5'])
  expect(await world.ledgerDisagreements()).toEqual([])
})

test.each(['its picker', 'the deletion of its customer'])(
  'lots that %s takes from an order go to others',
  async how => {
    const { world, admin, customer, order, set, lots, picks, product_id } = await lotted({ A: [6, '2026-06-01'] }, 2)
    const first = await order(6)
    await set(first, 'hazirlaniyor')
    const other = await world.customer()
    const { id: second } = (await world.post('/orders', other, { items: [{ product_id, quantity: 2 }] })).json()
    await set(second, 'hazirlaniyor')
    expect((await world.put(`/admin/products/${product_id}`, admin, { stock_quantity: 6 })).status).toBe(200)
    expect([await picks(first), await picks(second)]).toEqual([['A 6'], []])
    if (how === 'its picker') {
      const none = { product_id, lots: [] }
      expect((await world.put(`/admin/orders/${first}/lots`, admin, none)).status).toBe(200)
    } else expect((await world.request('DELETE', `/admin/customers/${customer.id}`, admin)).status).toBe(200)
    expect([await picks(first), await picks(second), await lots()]).toEqual([[], ['A 2'], ['A 6 (2)']])
    expect(await world.ledgerDisagreements()).toEqual([])
  },
)

test('a line gets none of the lots that its picker has left out, until it loses what was chosen', async () => {
  const { world, admin, order, set, picks, product_id } = await lotted({ A: [6, '2026-06-01'], B: [4, '2026-09-01'] })
  const ids = new Map((await world.db.selectFrom('lots').selectAll().execute()).map(({ code, id }) => [code, id]))
  const choose = async (id: string, chosen: Record<string, number>) => {
    const some = Object.entries(chosen).map(([code, quantity]) => ({ lot_id: ids.get(code), quantity }))
    const body = { product_id, lots: some, reason: 'Koli ezik' }
    expect((await world.put(`/admin/orders/${id}/lots`, admin, body)).status).toBe(200)
  }
  const change = async (code: string, what: string) =>
    expect((await world.post(`/admin/lots/${ids.get(code)}/${what}`, admin, { reason: 'Şüpheli' })).status).toBe(200)
  const [first, other] = [await order(6), await order(1)]
  await set(first, 'hazirlaniyor')
  await choose(first, { B: 4 })
  const cancelOther = async () => {
    for (const status of ['hazirlaniyor', 'iptal', 'beklemede']) await set(other, status)
  }
  await cancelOther()
  expect(await picks(first)).toEqual(['B 4'])
  await choose(first, {})
  await cancelOther()
  expect(await picks(first)).toEqual([])
  // All of it was chosen, and lost: it gets the released goods.
  await choose(first, { A: 6 })
  await change('B', 'block')
  await change('A', 'block')
  expect(await picks(first)).toEqual([])
  await change('A', 'release')
  expect(await picks(first)).toEqual(['A 6'])
  // A choice is one of its preparation.
  await choose(first, {})
  await change('A', 'block')
  for (const status of ['beklemede', 'hazirlaniyor']) await set(first, status)
  await change('A', 'release')
  expect(await picks(first)).toEqual(['A 6'])
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('a picker who saves the proposed lots has chosen them: lots that arrive later are not added', async () => {
  const { world, admin, order, set, picks, product_id } = await lotted({ A: [6, '2026-06-01'] }, 4)
  const id = await order(10)
  await set(id, 'hazirlaniyor')
  const { id: lot_id } = await world.db.selectFrom('lots').select('id').executeTakeFirstOrThrow()
  const same = { product_id, lots: [{ lot_id, quantity: 6 }] }
  expect((await world.put(`/admin/orders/${id}/lots`, admin, same)).status).toBe(200)
  expect((await world.put(`/admin/products/${product_id}`, admin, { stock_quantity: 6 })).status).toBe(200)
  const items = [{ product_id, quantity: 4, lot: { code: 'B', expires_on: '2026-09-01' } }]
  expect((await world.post('/admin/stock/receipts', admin, { items })).status).toBe(201)
  expect(await picks(id)).toEqual(['A 6'])
})

test('migration 088 takes the choices of orders in preparation from the audit trail', async () => {
  const { world, admin, customer, order, set, product_id } = await lotted({ A: [5000, '2026-06-01'] })
  const choices = () =>
    world.db.selectFrom('lot_choices').selectAll().orderBy('order_id').orderBy('product_id').execute()
  const { id: lot_id } = await world.db.selectFrom('lots').select('id').executeTakeFirstOrThrow()
  const prepare = async (id: string, chosen: number[]) => {
    await set(id, 'hazirlaniyor')
    world.pass(1000)
    for (const quantity of chosen) {
      const body = { product_id, lots: quantity > 0 ? [{ lot_id, quantity }] : [] }
      expect((await world.put(`/admin/orders/${id}/lots`, admin, body)).status).toBe(200)
      world.pass(1000)
    }
  }
  await prepare(await order(1500), [1, 1234])
  await prepare(await order(20), [0])
  await prepare(await order(30), [])
  // A choice before the preparation began again.
  const again = await order(40)
  await prepare(again, [0])
  await set(again, 'beklemede')
  await prepare(again, [])
  const known = await choices()
  expect(known).toHaveLength(2)
  // The trail does not tell products of one name apart.
  const namesake = await world.product({ name: 'Ezine', lot_tracking: 'asked', on_hand: 9, warehouse: 'Gecici Depo' })
  const items = [product_id, namesake].map(id => ({ product_id: id, quantity: 6 }))
  await prepare((await world.post('/orders', customer, { items })).json().id, [0])
  expect(await choices()).toHaveLength(3)
  await world.db.deleteFrom('lot_choices').execute()
  const migration = readFileSync('server/db/migrations/088-chosen-lots.sql', 'utf8')
  await sql.raw(migration.slice(migration.indexOf('insert into'))).execute(world.db)
  expect(await choices()).toEqual(known)
})

test('what a picker leaves out of one product says nothing about another one of the same name', async () => {
  const { world, admin, customer, set, picks, product_id } = await lotted({ A: [6, '2026-06-01'] })
  const namesake = await world.product({ name: 'Ezine', lot_tracking: 'asked', on_hand: 0, warehouse: 'Gecici Depo' })
  const received = [{ product_id: namesake, quantity: 6, lot: { code: 'A', expires_on: '2026-06-01' } }]
  expect((await world.post('/admin/stock/receipts', admin, { items: received })).status).toBe(201)
  const items = [product_id, namesake].map(id => ({ product_id: id, quantity: 6 }))
  const { id } = (await world.post('/orders', customer, { items })).json()
  await set(id, 'hazirlaniyor')
  const none = { product_id, lots: [] }
  expect((await world.put(`/admin/orders/${id}/lots`, admin, none)).status).toBe(200)
  const lots = await world.db.selectFrom('lots').select('id').execute()
  for (const what of ['block', 'release'])
    for (const lot of lots)
      expect((await world.post(`/admin/lots/${lot.id}/${what}`, admin, { reason: 'Şüpheli' })).status).toBe(200)
  expect(await picks(id)).toEqual(['A 6'])
  const picked = await world.db.selectFrom('order_lots').select('product_id').execute()
  expect(picked).toEqual([{ product_id: namesake }])
})

test.each(['a correction', 'a count'])('an order gets the lot into which %s puts goods without a lot', async how => {
  const { world, admin, order, set, picks, product_id } = await lotted({ A: [1, '2026-06-01'] }, 5)
  const id = await order(4)
  await set(id, 'hazirlaniyor')
  const lot = await world.db.selectFrom('lots').select('id').executeTakeFirstOrThrow()
  expect((await world.post(`/admin/lots/${lot.id}/write-off`, admin, { quantity: 1, reason: 'Ezik' })).status).toBe(200)
  expect(await picks(id)).toEqual([])
  if (how === 'a correction') {
    const body = { quantity: 5, old_quantity: 0, reason: 'Etiketlendi', from_unnamed: true }
    expect((await world.put(`/admin/lots/${lot.id}/quantity`, admin, body)).status).toBe(200)
  } else {
    const count = (await world.post('/admin/stock/counts', admin, { count_date: '2026-03-10' })).json()
    const counted = { product_id, counted_quantity: 5, lot: { code: 'A', expires_on: '2026-06-01' } }
    await world.post(`/admin/stock/counts/${count.id}/products`, admin, counted)
    expect((await world.post(`/admin/stock/counts/${count.id}/finalize`, admin, {})).status).toBe(200)
  }
  expect(await picks(id)).toEqual(['A 4'])
  expect(await world.ledgerDisagreements()).toEqual([])
})

test.each(['blocked', 'expired'])('an order that is prepared again does not get a lot that is %s since', async how => {
  const { world, admin, order, set, lots, picks, product_id } = await lotted({
    A: [5, '2026-03-10'],
    B: [4, '2026-09-01'],
  })
  const id = await order(5)
  await set(id, 'tamamlandi')
  expect(await picks(id)).toEqual(['A 5 → 5'])
  const lot = await world.db.selectFrom('lots').select('id').where('code', '=', 'A').executeTakeFirstOrThrow()
  if (how === 'blocked')
    expect((await world.post(`/admin/lots/${lot.id}/block`, admin, { reason: 'Geri çağırma' })).status).toBe(200)
  // A day later; nothing is on hand of the lot, so that the job does not block it.
  else world.pass(24 * 60 * 60_000)
  const user = await world.admin('Ali')
  const prepared = await world.put(`/admin/orders/${id}/status`, user, { status: 'hazirlaniyor' })
  expect(prepared.status).toBe(200)
  expect([await picks(id), await lots()]).toEqual([['B 4'], ['A 5', 'B 4 (4)']])
  // The goods that came back count as reserved, as those of any blocked lot.
  expect(await world.figures(product_id)).toEqual({ on_hand: 9, reserved: 10 })
  expect((await world.put(`/admin/orders/${id}/status`, user, { status: 'tamamlandi' })).status).toBe(200)
  expect(await lots()).toEqual(['A 5', 'B 0'])
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('an order that was completed with another lot and is prepared again takes no more than was ordered', async () => {
  const { world, admin, order, set, lots, picks, product_id } = await lotted({
    A: [5, '2026-06-01'],
    B: [9, '2026-09-01'],
  })
  const id = await order(5)
  await set(id, 'hazirlaniyor')
  const lot = await world.db.selectFrom('lots').select('id').where('code', '=', 'A').executeTakeFirstOrThrow()
  const writeOff = { quantity: 2, reason: 'Ezik' }
  expect((await world.post(`/admin/lots/${lot.id}/write-off`, admin, writeOff)).status).toBe(200)
  await set(id, 'tamamlandi')
  expect(await picks(id)).toEqual(['A 5 → 3', 'B 2 → 2'])
  await set(id, 'hazirlaniyor')
  expect(await picks(id)).toEqual(['A 3', 'B 2'])
  const items = [{ product_id, quantity: 5, lot: { code: 'A', expires_on: '2026-06-01' } }]
  expect((await world.post('/admin/stock/receipts', admin, { items })).status).toBe(201)
  await set(id, 'tamamlandi')
  expect(await lots()).toEqual(['A 5', 'B 7'])
  expect(await world.figures(product_id)).toEqual({ on_hand: 12, reserved: 0 })
})
