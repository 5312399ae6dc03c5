import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { deleteExpiredKeys } from '../http/idempotency.ts'
import { untilConnectionsWaitForLock } from '../testing/lock-waits.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'

const DAY = 24 * 60 * 60 * 1000

const byKey = (world: World, key: string, as: TestUser) =>
  world.get(`${as.actor.role === 'marketer' ? '/marketer' : ''}/orders/by-key/${encodeURIComponent(key)}`, as)

const place = (world: World, as: TestUser, product_id: string, key: string) =>
  world.post('/orders', as, { items: [{ product_id, quantity: 1 }] }, { 'idempotency-key': key })

const outcome = ({ status, json }: Awaited<ReturnType<World['get']>>) => (status === 200 ? json().id : json().code)

test('an order is found by the key that placed it, in its current state, at any time', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const key = '~%/?#'.repeat(40)
  const { id } = (await place(world, customer, await world.product(), key)).json()
  await world.post(`/orders/${id}/cancel`, customer)
  for (const _ of ['while the first reply is stored', 'and after']) {
    expect((await byKey(world, key, customer)).json()).toEqual((await world.get(`/orders/${id}`, customer)).json())
    world.pass(DAY)
    await deleteExpiredKeys(world.db, world.now())
  }
})

test('a key that placed no order of the user is a 404, and stays free', async () => {
  const world = await makeWorld()
  const [customer, other] = [await world.customer(), await world.customer()]
  const product_id = await world.product({ on_hand: 1 })
  const { id } = (await place(world, other, product_id, 'of-another')).json()
  expect((await place(world, customer, product_id, 'refused')).json().code).toBe('out_of_stock')
  const wish = { items: [{ product_name: 'Tulum peyniri', unit: 'KG', quantity: 1, price: 300 }] }
  expect((await world.post('/custom-orders', customer, wish, { 'idempotency-key': 'of-a-quote' })).status).toBe(201)
  for (const key of ['unknown', 'of-another', 'refused', 'of-a-quote', 'ş', 'a b', 'a'.repeat(201), '\0'])
    expect([key, outcome(await byKey(world, key, customer))]).toEqual([key, 'order_not_found'])
  expect(outcome(await byKey(world, 'of-another', other))).toBe(id)
  await world.post(`/orders/${id}/cancel`, other)
  for (const key of ['unknown', 'of-another', 'refused']) {
    expect((await place(world, customer, product_id, key)).status).toBe(201)
    await world.post(`/orders/${outcome(await byKey(world, key, customer))}/cancel`, customer)
  }
})

test('a marketer finds the order by their own key, until the customer has another marketer or is deleted', async () => {
  const world = await makeWorld()
  const [marketer, admin] = [await world.marketer(), await world.admin()]
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  const order = { customer_id: customer.id, items: [{ product_id: await world.product(), quantity: 1 }] }
  const key = randomUUID()
  const placed = await world.post('/marketer/orders/create-for-customer', marketer, order, { 'idempotency-key': key })
  expect(outcome(await byKey(world, key, marketer))).toBe(placed.json().id)
  expect(outcome(await byKey(world, key, customer))).toBe('order_not_found')
  expect(outcome(await byKey(world, key, await world.marketer()))).toBe('order_not_found')
  await world.put(`/admin/customers/${customer.id}`, admin, { assigned_marketer_id: null })
  for (const _ of ['reassigned', 'deleted']) {
    const reply = await byKey(world, key, marketer)
    expect([reply.status, reply.json().code]).toEqual([403, 'order_not_visible'])
    await world.request('DELETE', `/admin/customers/${customer.id}`, admin)
  }
})

test('a revision with a key is made once, also after another revision, and its order is found by the key', async () => {
  const world = await makeWorld()
  const marketer = await world.marketer()
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  const product_id = await world.product()
  const { id } = (await place(world, customer, product_id, 'order')).json()
  const revise = (quantity: number, revision_count: number, key: string) => {
    const revision = { items: [{ product_id, quantity, price: 90 }], revision_count }
    return world.request('PUT', `/marketer/orders/${id}`, marketer, revision, { 'idempotency-key': key })
  }
  expect(outcome(await byKey(world, 'mine', marketer))).toBe('order_not_found')
  await revise(2, 0, 'mine')
  await revise(3, 1, 'theirs')
  expect((await revise(2, 0, 'mine')).json()).toMatchObject({ revision_count: 1, items: [{ quantity: 2 }] })
  world.pass(DAY)
  await deleteExpiredKeys(world.db, world.now())
  for (const reply of [await revise(2, 0, 'mine'), await byKey(world, 'mine', marketer)])
    expect(reply.json()).toMatchObject({ id, revision_count: 2, items: [{ quantity: 3 }] })
  expect((await revise(2, 0, 'late')).json().code).toBe('revised_meanwhile')
  await world.put(`/admin/customers/${customer.id}`, await world.admin(), { assigned_marketer_id: null })
  expect((await revise(2, 0, 'mine')).json()).toMatchObject({
    code: 'order_not_visible',
    detail: 'Bu isteğin siparişi artık görüntülenemiyor',
  })
  expect((await revise(2, 0, 'later')).json().code).toBe('order_not_found')
})

test('a key that an earlier version stored with the whole reply is also found', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const { id } = (await place(world, customer, await world.product(), 'k')).json()
  await world.db.updateTable('idempotency_keys').set({ result_id: null, expires_at: null }).execute()
  expect(outcome(await byKey(world, 'k', customer))).toBe(id)
})

test.each([
  ['found', 10],
  ['not found', 0],
])('a lookup waits for the order that is being placed with the key, which is then %s', async (_, on_hand) => {
  const world = await makeWorld()
  const customer = await world.customer()
  const product_id = await world.product({ on_hand })
  const { placing, found } = await world.db.transaction().execute(async tx => {
    await tx.selectFrom('stock').select('on_hand').where('product_id', '=', product_id).forUpdate().execute()
    const placing = place(world, customer, product_id, 'k')
    await untilConnectionsWaitForLock(world, 1)
    return { placing, found: byKey(world, 'k', customer) }
  })
  expect(outcome(await found)).toBe((await placing).json().id ?? 'order_not_found')
  expect((await found).status).toBe(on_hand > 0 ? 200 : 404)
})

test('a lookup waits for an order that another process is placing', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const { id: result_id } = (await place(world, customer, await world.product(), 'first')).json()
  const claim = { account_id: customer.id, key: 'k', request_hash: Buffer.alloc(0) }
  const found = await world.db.transaction().execute(async tx => {
    await tx.insertInto('idempotency_keys').values(claim).execute()
    const found = byKey(world, 'k', customer)
    await untilConnectionsWaitForLock(world, 1)
    await tx.updateTable('idempotency_keys').set({ result_id }).where('key', '=', 'k').execute()
    return { reply: found }
  })
  expect(outcome(await found.reply)).toBe(result_id)
})

test('looking for an order while it is placed never loses it or places it twice', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const product_id = await world.product({ on_hand: 100 })
  for (let round = 0; round < 10; round++) {
    const [before, placed, after] = await Promise.all([
      byKey(world, `k${round}`, customer),
      place(world, customer, product_id, `k${round}`),
      byKey(world, `k${round}`, customer),
    ])
    expect(placed.status).toBe(201)
    expect([placed.json().id, 'order_not_found']).toContain(outcome(before))
    expect([placed.json().id, 'order_not_found']).toContain(outcome(after))
  }
  expect(await world.figures(product_id)).toEqual({ on_hand: 100, reserved: 10 })
})
