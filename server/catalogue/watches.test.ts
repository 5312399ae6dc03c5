import { expect, onTestFinished, test } from 'vitest'
import type { Notification } from '#contract/notifications.ts'
import { MAX_WATCHES } from '#contract/product-watches.ts'
import { inTransaction } from '../db/transaction.ts'
import { startLive } from '../notifications/live.ts'
import { lockStock } from '../stock/ledger.ts'
import { cancelLockWaits, untilConnectionsWaitForLock } from '../testing/lock-waits.ts'
import { fillProducts } from '../testing/many-products.ts'
import { makeWorld, type TestUser } from '../testing/world.ts'
import { takeFulfilledWatches } from './watches.ts'

async function shop() {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const product_id = await world.product({ name: 'Tulum', on_hand: 0 })
  const watch = (user: TestUser = customer, id = product_id) => world.post(`/products/${id}/watch`, user)
  const watched = async (user: TestUser = customer) => (await world.get('/products/watched', user)).json()
  const bell = async (user: TestUser = customer): Promise<Notification[]> =>
    (await world.get('/notifications', user)).json()
  const receive = (quantity = 5) => world.post('/admin/stock/receipts', admin, { product_id, quantity })
  return { world, admin, customer, product_id, watch, watched, bell, receive }
}

test('a customer who watches a sold-out product is notified once when goods arrive', async () => {
  const { world, product_id, watch, watched, bell, receive } = await shop()
  expect((await watch()).json()).toEqual({ watched: true })
  expect((await watch()).json()).toEqual({ watched: true })
  expect(await watched()).toEqual([product_id])
  const other = await world.customer()
  expect(await watched(other)).toEqual([])
  await receive()
  await receive()
  expect(await bell()).toEqual([
    expect.objectContaining({
      kind: 'product_arrived',
      title: 'Haber istediğiniz ürün geldi: Tulum',
      link: `/products?urun=${product_id}`,
      read_at: null,
    }),
  ])
  expect(await watched()).toEqual([])
  expect(await bell(other)).toEqual([])
})

test('a watched product is in the bell although its topic is turned off, as the customer has asked for it', async () => {
  const { world, customer, watch, bell, receive } = await shop()
  const off = { topic: 'product_arrived', bell: false, push: false }
  expect((await world.put('/notifications/preferences', customer, off)).status).toBe(200)
  await watch()
  await receive()
  expect(await bell()).toMatchObject([{ title: 'Haber istediğiniz ürün geldi: Tulum', read_at: null }])
  expect((await world.get('/notifications/unread', customer)).json()).toEqual({ count: 1 })
})

test('each arrival of goods of any kind notifies the customers who have watched since the last one', async () => {
  const { world, admin, product_id, watch, bell, receive } = await shop()
  await watch()
  await receive()
  await world.put(`/admin/products/${product_id}`, admin, { stock_quantity: 0, expected_stock_date: '2026-04-01' })
  await watch()
  await world.put(`/admin/products/${product_id}`, admin, { stock_quantity: 7 })
  expect(await bell()).toHaveLength(2)
})

test('a withdrawn watch notifies no customer', async () => {
  const { world, customer, product_id, watch, watched, bell, receive } = await shop()
  await watch()
  const withdraw = () => world.request('DELETE', `/products/${product_id}/watch`, customer)
  expect((await withdraw()).json()).toEqual({ watched: false })
  expect((await withdraw()).json()).toEqual({ watched: false })
  expect(await watched()).toEqual([])
  await receive()
  expect(await bell()).toEqual([])
})

test('when an arrival notifies a customer, its open screens fetch the products again', async () => {
  const { world, admin, customer, product_id, watch, receive } = await shop()
  await watch()
  const waiting = await world.customer()
  await world.put(`/admin/products/${product_id}`, admin, { expected_stock_date: '2026-04-01' })
  await world.post('/orders', waiting, { items: [{ product_id, quantity: 2 }] })
  const live = startLive(world.database)
  onTestFinished(() => live.close())
  const follow = async ({ actor }: TestUser) => {
    const topics = new Set<string>()
    await live.subscribe(actor, topic => topics.add(topic))
    return topics
  }
  const [watching, awaiting, other] = [
    await follow(customer),
    await follow(waiting),
    await follow(await world.customer()),
  ]
  await receive()
  for (const topics of [watching, awaiting]) await expect.poll(() => topics).toContain('products')
  expect(other).not.toContain('products')
})

test('a watch stays while arrived goods are reserved or the product is not on sale, and notifies as soon as it is', async () => {
  const { world, admin, customer, product_id, watch, watched, bell, receive } = await shop()
  await watch()
  await world.put(`/admin/products/${product_id}`, admin, { expected_stock_date: '2026-04-01' })
  const buyer = await world.customer()
  await world.post('/orders', buyer, { items: [{ product_id, quantity: 5 }] })
  await receive(5)
  expect(await bell(customer)).toEqual([])
  await world.put(`/admin/products/${product_id}`, admin, { is_active: false })
  await receive(5)
  expect(await watched()).toEqual([product_id])
  await world.put(`/admin/products/${product_id}`, admin, { is_active: true })
  expect((await bell(customer)).map(({ title }) => title)).toEqual(['Haber istediğiniz ürün geldi: Tulum'])
  expect(await watched()).toEqual([])
})

test('the watch of a passive customer stays until it is active again and can order', async () => {
  const { world, admin, customer, product_id, watch, watched, bell, receive } = await shop()
  await watch()
  const setActive = (is_active: boolean) => world.put(`/admin/customers/${customer.id}`, admin, { is_active })
  await setActive(false)
  await receive()
  expect([await bell(), await watched()]).toEqual([[], [product_id]])
  // Available goods of which another customer was not notified, for instance as they were reserved when they arrived.
  const other = await world.customer()
  await world.db
    .insertInto('product_watches')
    .values({ customer_id: other.id, product_id, created_at: world.now() })
    .execute()
  expect((await setActive(true)).status).toBe(200)
  expect((await bell()).map(({ title }) => title)).toEqual(['Haber istediğiniz ürün geldi: Tulum'])
  expect([await watched(), await bell(other)]).toEqual([[], []])

  await world.put(`/admin/products/${product_id}`, admin, { stock_quantity: 0, expected_stock_date: '2026-04-01' })
  await watch()
  for (const is_active of [false, true]) await setActive(is_active)
  expect([(await bell()).length, await watched()]).toEqual([1, [product_id]])
})

test('a customer stays passive if it could not be notified of what it watches, and is notified by a repetition', async () => {
  const { world, admin, customer, product_id, watch, watched, bell, receive } = await shop()
  await watch()
  const path = `/admin/customers/${customer.id}`
  const setActive = (is_active: boolean) => world.put(path, admin, { is_active })
  await setActive(false)
  await receive()
  const { refused } = await inTransaction(world.db, async tx => {
    await lockStock(tx, [product_id])
    const pending = setActive(true)
    await untilConnectionsWaitForLock(world, 1)
    await cancelLockWaits(world, 'stock')
    return { refused: await pending }
  })
  expect([refused.status, refused.json().code]).toEqual([503, 'not_ready'])
  expect((await world.get(path, admin)).json().is_active).toBe(false)
  expect((await setActive(true)).status).toBe(200)
  expect((await bell()).map(({ title }) => title)).toEqual(['Haber istediğiniz ürün geldi: Tulum'])
  expect(await watched()).toEqual([])
})

test('when a product without goods is put on sale, neither watching customers nor those with orders are notified', async () => {
  const { world, admin, customer, product_id, watch, watched, bell } = await shop()
  await watch()
  await world.put(`/admin/products/${product_id}`, admin, { expected_stock_date: '2026-04-01' })
  await world.post('/orders', customer, { items: [{ product_id, quantity: 5 }] })
  for (const is_active of [false, true]) await world.put(`/admin/products/${product_id}`, admin, { is_active })
  expect([await bell(customer), await watched()]).toEqual([[], [product_id]])
})

test('a product that is in stock or not on sale cannot be watched', async () => {
  const { world, admin, product_id, watch, receive } = await shop()
  await world.put(`/admin/products/${product_id}`, admin, { is_active: false })
  expect((await watch()).json()).toMatchObject({ code: 'not_found' })
  await world.put(`/admin/products/${product_id}`, admin, { is_active: true })
  await receive()
  const refused = await watch()
  expect([refused.status, refused.json()]).toEqual([
    409,
    expect.objectContaining({ code: 'back_in_stock', detail: 'Bu ürün stokta; sepetinize ekleyebilirsiniz' }),
  ])
})

test('a customer watches at most 500 products', async () => {
  const { world, customer, watch } = await shop()
  const ids = await fillProducts(world.db, MAX_WATCHES)
  const rows = ids.map(product_id => ({ customer_id: customer.id, product_id, created_at: world.now() }))
  await world.db.insertInto('product_watches').values(rows).execute()
  expect((await watch()).json()).toMatchObject({ code: 'too_many_watches' })
})

test('the watches of a deleted customer are deleted, and an arrival does not wait for the deletion', async () => {
  const { world, admin, customer, product_id, watch, receive } = await shop()
  await watch()
  await receive()
  await world.db
    .insertInto('product_watches')
    .values({ customer_id: customer.id, product_id, created_at: world.now() })
    .execute()
  await inTransaction(world.db, async deleting => {
    await deleting.selectFrom('customers').select('id').where('id', '=', customer.id).forUpdate().execute()
    expect(await inTransaction(world.db, tx => takeFulfilledWatches(tx, [product_id]))).toEqual([])
  })
  await world.request('DELETE', `/admin/customers/${customer.id}`, admin)
  expect(await world.db.selectFrom('product_watches').selectAll().execute()).toEqual([])
})
