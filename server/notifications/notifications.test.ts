import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { LIVE_TOPICS, type Notification } from '#contract/notifications.ts'
import { buildApp } from '../app.ts'
import { connect } from '../db/connect.ts'
import { readSettings } from '../settings.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'
import { startLive } from './live.ts'
import { deleteOldNotifications } from './notifications.ts'

async function shop() {
  const world = await makeWorld()
  const [admin, marketer] = [await world.admin(), await world.marketer('Ayşe Şen')]
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  const product_id = await world.product({ name: 'Beyaz Peynir', on_hand: 100 })
  const order = async () => (await world.post('/orders', customer, { items: [{ product_id, quantity: 2 }] })).json()
  return { world, admin, marketer, customer, product_id, order }
}

const notificationsOf = async (world: World, user: TestUser): Promise<Notification[]> =>
  (await world.get('/notifications', user)).json()
const unread = async (world: World, user: TestUser) => (await world.get('/notifications/unread', user)).json().count

test('a customer is notified of what others did with their order, not of their own actions', async () => {
  const { world, admin, marketer, customer, product_id, order } = await shop()
  const { id } = await order()
  const number = id.slice(0, 8)
  expect(await notificationsOf(world, customer)).toEqual([])

  const items = [{ product_id, quantity: 3, price: 90 }]
  await world.put(`/marketer/orders/${id}`, marketer, { items, notes: 'Acele' })
  world.pass(1000)
  await world.put(`/admin/orders/${id}/status`, admin, { status: 'hazirlaniyor' })
  expect(await notificationsOf(world, customer)).toEqual([
    {
      id: expect.any(String),
      created_at: world.now().toISOString(),
      kind: 'order_status',
      title: `Sipariş ${number} hazırlanıyor`,
      body: '₺297,00 tutarındaki siparişinizin durumu değişti.',
      link: `/orders/${id}`,
      read_at: null,
    },
    expect.objectContaining({
      kind: 'order_revised',
      title: `Ayşe Şen, ${number} numaralı siparişinizi güncelledi`,
      body: 'Beyaz Peynir: miktar 2 → 3 ADET, fiyat ₺100,00 → ₺90,00\nSipariş notu değişti',
    }),
  ])
  const other = await order()
  await world.post(`/orders/${other.id}/cancel`, customer)
  expect(await unread(world, customer)).toBe(2)
})

test('all active admins are notified of new orders, whoever places them, and only of those', async () => {
  const { world, admin, marketer, customer, product_id, order } = await shop()
  const [other, former] = [await world.admin(), await world.admin()]
  await world.db.updateTable('accounts').set({ is_active: false }).where('id', '=', former.id).execute()
  const { id, user_company } = await order()
  await world.put(`/admin/orders/${id}/status`, admin, { status: 'hazirlaniyor' })
  world.pass(1000)
  const items = [{ product_id, quantity: 1 }]
  const own = (
    await world.post('/marketer/orders/create-for-customer', marketer, { customer_id: customer.id, items })
  ).json()
  for (const user of [admin, other])
    expect((await notificationsOf(world, user)).map(({ kind, title, link }) => ({ kind, title, link }))).toEqual(
      [own.id, id].map(order_id => ({
        kind: 'order_received',
        title: `${user_company} sipariş verdi`,
        link: `/admin/orders/${order_id}`,
      })),
    )
  const left = await world.db.selectFrom('notifications').select('id').where('account_id', '=', former.id).execute()
  expect(left).toEqual([])
})

test('a marketer is notified of their customers’ orders with a link, but not of their own actions', async () => {
  const { world, admin, marketer, customer, product_id, order } = await shop()
  const { id } = await order()
  const number = id.slice(0, 8)
  world.pass(1000)
  await world.put(`/admin/orders/${id}/status`, admin, { status: 'hazirlaniyor' })
  world.pass(1000)
  const other = (await order()).id
  world.pass(1000)
  await world.post(`/orders/${other}/cancel`, customer)

  const items = [{ product_id, quantity: 1, price: 1 }]
  const own = await world.post('/marketer/orders/create-for-customer', marketer, { customer_id: customer.id, items })
  await world.put(`/marketer/orders/${own.json().id}`, marketer, { items })
  await world.post(`/marketer/orders/${own.json().id}/cancel`, marketer)

  expect(
    (await notificationsOf(world, marketer)).map(({ kind, title, body, link }) => ({ kind, title, body, link })),
  ).toEqual([
    {
      kind: 'order_status',
      title: `Lezzet Lokantası ${other.slice(0, 8)} numaralı siparişini iptal etti`,
      body: 'Sipariş tutarı: ₺220,00',
      link: `/marketer/dashboard?tab=orders&order=${other}`,
    },
    expect.objectContaining({ kind: 'order_received' }),
    {
      kind: 'order_status',
      title: `Lezzet Lokantası: ${number} numaralı sipariş hazırlanıyor`,
      body: 'Sipariş tutarı: ₺220,00',
      link: `/marketer/dashboard?tab=orders&order=${id}`,
    },
    {
      kind: 'order_received',
      title: 'Lezzet Lokantası sipariş verdi',
      body: `${number} numaralı sipariş: 1 kalem, ₺220,00`,
      link: `/marketer/dashboard?tab=orders&order=${id}`,
    },
  ])
})

test('read notifications stay read; those of others are inaccessible', async () => {
  const { world, admin, customer, order } = await shop()
  for (let i = 0; i < 3; i++) await world.put(`/admin/orders/${(await order()).id}/status`, admin, { status: 'iptal' })
  const [newest] = await notificationsOf(world, customer)
  const stranger = await world.customer()
  expect((await world.post('/notifications/read', stranger, { ids: [newest?.id] })).json()).toEqual({ count: 0 })
  expect(await unread(world, customer)).toBe(3)
  expect((await world.post('/notifications/read', customer, { ids: [newest?.id] })).json()).toEqual({ count: 2 })
  expect((await notificationsOf(world, customer)).map(one => one.read_at !== null)).toEqual([true, false, false])
  expect((await world.post('/notifications/read', customer)).json()).toEqual({ count: 0 })
  const wrong = await world.post('/notifications/read', customer, { ids: ['x'] })
  expect([wrong.status, wrong.json().detail]).toEqual([400, 'Geçersiz kimlik'])
})

test('a customer waiting for a product is notified once when it arrives, by whatever movement', async () => {
  const { world, admin, customer } = await shop()
  const product_id = await world.product({ name: 'Tulum', on_hand: 0, expected_stock_date: '2026-04-01' })
  const other = await world.customer()
  const ordered = (user: TestUser) => world.post('/orders', user, { items: [{ product_id, quantity: 5 }] })
  const { id } = (await ordered(customer)).json()
  const cancelled = (await ordered(other)).json()
  await world.post(`/orders/${cancelled.id}/cancel`, other)
  const receive = () => world.post('/admin/stock/receipts', admin, { product_id, quantity: 3 })
  await receive()
  await receive()
  expect(await notificationsOf(world, customer)).toEqual([
    expect.objectContaining({
      kind: 'product_arrived',
      title: 'Beklediğiniz ürün geldi: Tulum',
      link: `/orders/${id}`,
    }),
  ])
  expect(await notificationsOf(world, other)).toEqual([])
})

test('a customer waiting for a product is not notified of a lower stock, nor of a delivery that is undone', async () => {
  const { world, admin, customer } = await shop()
  const product_id = await world.product({ on_hand: 4 })
  const other = await world.customer()
  const { id } = (await world.post('/orders', other, { items: [{ product_id, quantity: 4 }] })).json()
  await world.put(`/admin/products/${product_id}`, admin, { expected_stock_date: '2026-04-01' })
  expect((await world.post('/orders', customer, { items: [{ product_id, quantity: 5 }] })).status).toBe(201)
  await world.put(`/admin/products/${product_id}`, admin, { stock_quantity: 3 })
  for (const status of ['tamamlandi', 'hazirlaniyor']) await world.put(`/admin/orders/${id}/status`, admin, { status })
  expect(await world.figures(product_id)).toMatchObject({ on_hand: 3 })
  expect(await notificationsOf(world, customer)).toEqual([])
})

test('read notifications are deleted after ninety days, unread ones are not, and those of new orders to admins after a week', async () => {
  const { world, admin, customer, order } = await shop()
  for (let i = 0; i < 2; i++) await world.put(`/admin/orders/${(await order()).id}/status`, admin, { status: 'iptal' })
  const [read, waiting] = await notificationsOf(world, customer)
  await world.post('/notifications/read', customer, { ids: [read?.id] })
  const remainingIds = async (user = customer) => {
    await deleteOldNotifications(world.db, world.now())
    const rows = await world.db.selectFrom('notifications').select('id').where('account_id', '=', user.id).execute()
    return rows.map(({ id }) => id).sort()
  }
  const week = 7 * 24 * 60 * 60 * 1000
  const daysLeft = 83 * 24 * 60 * 60 * 1000
  world.pass(week)
  expect(await remainingIds(admin)).toHaveLength(2)
  world.pass(1)
  expect(await remainingIds(admin)).toEqual([])
  world.pass(daysLeft - 1)
  expect(await remainingIds()).toEqual([read?.id, waiting?.id].sort())
  world.pass(1)
  expect(await remainingIds()).toEqual([waiting?.id])
})

/** Reads a stream of events until it is stopped. */
async function follow(url: string, { token }: TestUser, age = 0) {
  const leaving = new AbortController()
  const response = await fetch(`${url}/api/events?age=${age}`, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, br' },
    signal: leaving.signal,
  })
  const heard: string[] = []
  let isOver = false
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) heard.push(decoder.decode(chunk, { stream: true }))
  })()
  void reading.catch(() => undefined).finally(() => (isOver = true))
  onTestFinished(() => leaving.abort())
  return {
    response,
    events: () => [...heard.join('').matchAll(/^event: (.*)$/gm)].map(match => match[1]),
    isOver: () => isOver,
    leave: () => leaving.abort(),
  }
}

async function until(what: () => boolean) {
  for (let tries = 0; tries < 100 && !what(); tries++) await sleep(50)
  expect(what()).toBe(true)
}

test('open screens are notified of changes at once, across processes, and only those concerned', async () => {
  const { world, admin, marketer, customer, order } = await shop()
  const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const stranger = await world.customer()
  const people = { customer, marketer, admin, stranger }
  const streams = Object.fromEntries(
    await Promise.all(Object.entries(people).map(async ([user, person]) => [user, await follow(url, person)] as const)),
  )
  expect(streams.customer?.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  const { id } = await order()
  await until(() => ['customer', 'marketer', 'admin'].every(user => streams[user]?.events().includes('orders')))
  await until(() => streams.marketer?.events().includes('notifications') ?? false)

  const db = connect(world.database)
  const live = startLive(world.database)
  const secondApp = await buildApp(db, readSettings({}), { live, clock: world.now })
  onTestFinished(async () => {
    await secondApp.close()
    await live.close()
    await db.destroy()
  })
  const response = await secondApp.inject({
    method: 'PUT',
    url: `/api/admin/orders/${id}/status`,
    headers: { authorization: `Bearer ${admin.token}` },
    payload: { status: 'tamamlandi' },
  })
  expect(response.statusCode).toBe(200)
  await until(() => streams.customer?.events().includes('notifications') ?? false)
  expect(streams.stranger?.events()).toEqual([])
})

test('open screens of marketers are notified of gained and lost customers', async () => {
  const { world, admin, marketer, customer } = await shop()
  const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const next = await world.marketer()
  const streams = [await follow(url, marketer), await follow(url, next)]
  const all = LIVE_TOPICS.toSorted()
  const heard = () => streams.map(stream => stream.events().sort())

  await world.put(`/admin/customers/${customer.id}`, admin, { assigned_marketer_id: next.id, phone: '1' })
  await until(() => heard().every(events => events.length === all.length))
  expect(heard()).toEqual([all, all])
  await world.post(`/admin/marketers/${next.id}/hand-over`, admin, { to_marketer_id: marketer.id })
  await until(() => heard().every(events => events.length === 2 * all.length))
  await world.request('DELETE', `/admin/customers/${customer.id}`, admin)
  await until(() => heard()[0]?.length === 3 * all.length)
  expect(heard()[1]).toHaveLength(2 * all.length)
})

test('after a lost database connection, open screens refresh everything', async () => {
  const { world, customer } = await shop()
  const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const stream = await follow(url, customer)
  const cut = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'toptan-events' and datname = current_database()`.execute(world.db)
  expect(cut.rows).toHaveLength(1)
  await until(() => stream.events().length >= LIVE_TOPICS.length)
  expect(stream.events()).toEqual(LIVE_TOPICS)
})

test('what has changed since a page began to load comes with the first stream of the page', async () => {
  const { world, admin, customer, order } = await shop()
  const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const earlier = await follow(url, admin)
  await order()
  await until(() => earlier.events().includes('orders'))
  const [late, other] = [await follow(url, customer, 60_000), await follow(url, customer)]
  await until(() => late.events().length > 0)
  expect(late.events()).toContain('orders')
  expect(other.events()).toEqual([])
  const { status } = await fetch(`${url}/api/events?age=60001`, { headers: { authorization: `Bearer ${admin.token}` } })
  expect(status).toBe(400)
})

test('a page that began to load before a process followed the changes fetches everything again, a later one what concerns it', async () => {
  const { world, customer, order } = await shop()
  await order()
  const live = startLive(world.database)
  onTestFinished(() => live.close())
  const follower = async ({ actor }: TestUser, age: number) => {
    const topics: string[] = []
    await live.subscribe(actor, topic => topics.push(topic), age)
    return topics
  }
  const earlier = await follower(customer, 60_000)
  expect(earlier).toEqual(LIVE_TOPICS)
  const followed = performance.now()
  await order()
  await until(() => earlier.slice(LIVE_TOPICS.length).includes('orders'))
  const stranger = await world.customer()
  const age = () => Math.floor(performance.now() - followed)
  expect([await follower(customer, age()), await follower(stranger, age())]).toEqual([
    expect.arrayContaining(['orders']),
    [],
  ])
})

test('a stream ends with its session, and all of them when the server stops', async () => {
  const world = await makeWorld()
  const [leaver, stayer] = [await world.customer(), await world.customer()]
  const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const [left, stayed] = [await follow(url, leaver), await follow(url, stayer)]
  await world.post('/auth/logout', leaver)
  await until(left.isOver)
  expect(stayed.isOver()).toBe(false)
  await world.app.close()
  await until(stayed.isOver)
  expect((await fetch(`${url}/api/events`).catch(() => undefined))?.status).toBeUndefined()
})

test('a stream does not keep a session alive, and one account has twenty at most', async () => {
  const world = await makeWorld()
  const admin = await world.admin()
  const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const streams = await Promise.all(Array.from({ length: 21 }, () => follow(url, admin)))
  await until(() => streams.filter(stream => stream.isOver()).length === 1)
  world.pass(11 * 60 * 60 * 1000)
  await sleep(500)
  expect(streams.filter(stream => !stream.isOver())).toHaveLength(20)
  world.pass(60 * 60 * 1000 + 1)
  await until(() => streams.every(stream => stream.isOver()))
  expect((await world.get('/notifications', admin)).status).toBe(401)
})
