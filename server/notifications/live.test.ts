import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { LIVE_TOPICS, type LiveTopic } from '#contract/notifications.ts'
import type { Resource } from '#contract/resources.ts'
import { buildApp } from '../app.ts'
import { connect } from '../db/connect.ts'
import { notifyProcesses } from '../db/listen.ts'
import { inTransaction, type Pool } from '../db/transaction.ts'
import { readSettings } from '../settings.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'
import { refreshScreens, startLive } from './live.ts'

async function shop() {
  const world = await makeWorld()
  const [admin, marketer] = [await world.admin(), await world.marketer('Ayşe Şen')]
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  const product_id = await world.product({ name: 'Beyaz Peynir', on_hand: 100 })
  const order = async () => (await world.post('/orders', customer, { items: [{ product_id, quantity: 2 }] })).json()
  return { world, admin, marketer, customer, product_id, order }
}

test('open screens are notified of changes immediately, across processes, and only the screens concerned', async () => {
  const { world, admin, marketer, customer, order } = await shop()
  const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const stranger = await world.customer()
  const users = { customer, marketer, admin, stranger }
  const streams = Object.fromEntries(
    await Promise.all(Object.entries(users).map(async ([name, user]) => [name, await follow(url, user)] as const)),
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

test('open screens of admins are refreshed when another admin picks other lots for an order, or blocks one of its lots', async () => {
  const { world, admin, customer } = await shop()
  const product_id = await world.product({ name: 'Ezine', lot_tracking: 'asked', on_hand: 0 })
  const lotted = (code: string) => ({ product_id, quantity: 5, lot: { code, expires_on: '2026-05-01' } })
  await world.post('/admin/stock/receipts', admin, { items: ['L5', 'L6'].map(lotted) })
  const { id } = (await world.post('/orders', customer, { items: [{ product_id, quantity: 4 }] })).json()
  await world.put(`/admin/orders/${id}/status`, admin, { status: 'hazirlaniyor' })
  const [lot] = (await world.get(`/admin/orders/${id}/lots`, admin)).json()[0].lots
  const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const picking = await follow(url, await world.admin())
  const eventCount = () => picking.events().filter(topic => topic === 'orders').length
  const lots = [{ lot_id: lot.lot_id, quantity: 2 }]
  expect((await world.put(`/admin/orders/${id}/lots`, admin, { product_id, lots })).status).toBe(200)
  // On a busy machine the event of the status may come first.
  await until(() => eventCount() >= 1)
  const before = eventCount()
  expect((await world.post(`/admin/lots/${lot.lot_id}/block`, admin, { reason: 'Küf' })).status).toBe(200)
  await until(() => eventCount() > before)
})

test('screens refetch what the call of the transaction invalidates, as far as that is live', async () => {
  const { world, customer } = await shop()
  const [received = []] = await followAs(world, [customer])
  const accounts = [customer.id]
  const refreshing = (invalidates: Resource[], ...topics: LiveTopic[]) =>
    inTransaction(world.db.invalidating(invalidates), async tx =>
      refreshScreens(tx, { accounts }, topics.length > 0 ? topics : undefined),
    )
  await refreshing(['audit', 'products', 'orders'])
  await expect.poll(() => received.toSorted()).toEqual(['orders', 'products'])
  await refreshing(['audit', 'products', 'orders'], 'orders')
  await expect.poll(() => received.slice(2)).toEqual(['orders'])
  await expect(refreshing(['audit'])).rejects.toThrow('declares that it invalidates audit')
  await expect(refreshing(['quotes'], 'orders')).rejects.toThrow(
    'refetch orders, but the call or job declares that it invalidates quotes',
  )
  const undeclared = inTransaction(world.db, async tx => refreshScreens(tx, { accounts }))
  await expect(undeclared).rejects.toThrow('declares that it invalidates (unspecified)')
})

test('in production, a mutation whose declaration is wrong refreshes the named topics, or all, rather than none', async () => {
  const { world, customer } = await shop()
  const [received = []] = await followAs(world, [customer])
  const refreshing = (db: Pool, topics?: LiveTopic[]) =>
    inTransaction(db, async tx => refreshScreens(tx, { accounts: [customer.id] }, topics, false))
  await refreshing(world.db.invalidating(['quotes']), ['orders'])
  await expect.poll(() => received.splice(0)).toEqual(['orders'])
  for (const db of [world.db.invalidating(['audit']), world.db]) {
    await refreshing(db)
    await expect.poll(() => received.toSorted()).toEqual(LIVE_TOPICS.toSorted())
    received.splice(0)
  }
  // A declaration that nothing changes is not wrong.
  await refreshing(world.db.invalidating([]))
  await refreshing(world.db.invalidating(['lists']))
  await expect.poll(() => received.splice(0)).toEqual(['lists'])
})

test('an edited product, goods that arrive and a new reorder level are shown on the open screens that show them', async () => {
  const { world, admin, marketer, customer, product_id } = await shop()
  const received = await followAs(world, [admin, marketer, customer])
  const expectRefreshed = async (...expected: boolean[]) => {
    await until(() => received[0]?.includes('products') ?? false)
    expect(received.map(topics => topics.splice(0).includes('products'))).toEqual(expected)
  }
  await world.put(`/admin/products/${product_id}`, admin, { price: 95 })
  await expectRefreshed(true, true, true)
  await world.post('/admin/stock/receipts', admin, { product_id, quantity: 5 })
  await expectRefreshed(true, false, false)
  await world.put(`/admin/inventory/reorder-levels/${product_id}`, admin, { reorder_point: 20 })
  await expectRefreshed(true, false, false)
})

test('the open screens of admins show a list that a customer changes, and those of its marketer a new customer', async () => {
  const { world, admin, marketer, customer, product_id } = await shop()
  const [ofAdmin = [], ofMarketer = []] = await followAs(world, [admin, marketer])
  await world.post('/lists', customer, { name: 'Haftalık', lines: [{ product_id, target: 3 }] })
  await until(() => ofAdmin.includes('lists') && ofMarketer.includes('lists'))
  ofMarketer.splice(0)
  await world.customer({ assigned_marketer_id: marketer.id })
  await until(() => LIVE_TOPICS.every(topic => ofMarketer.includes(topic)))
})

test('open screens of marketers are notified of gained and lost customers', async () => {
  const { world, admin, marketer, customer } = await shop()
  const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const next = await world.marketer()
  const streams = [await follow(url, marketer), await follow(url, next)]
  const all = LIVE_TOPICS.toSorted()
  const sortedEvents = () => streams.map(stream => stream.events().sort())

  await world.put(`/admin/customers/${customer.id}`, admin, { assigned_marketer_id: next.id, phone: '1' })
  await until(() => sortedEvents().every(events => events.length === all.length))
  expect(sortedEvents()).toEqual([all, all])
  await world.post(`/admin/marketers/${next.id}/hand-over`, admin, { to_marketer_id: marketer.id })
  await until(() => sortedEvents().every(events => events.length === 2 * all.length))
  await world.request('DELETE', `/admin/customers/${customer.id}`, admin)
  await until(() => sortedEvents()[0]?.length === 3 * all.length)
  expect(sortedEvents()[1]).toHaveLength(2 * all.length)
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

test('open screens are refreshed later if no connection is free after a change', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const [received = []] = await followAs(world, [customer])
  const db = connect(world.database, { connections: 1, timeout: 1000 })
  onTestFinished(() => db.destroy())
  const { holding } = await inTransaction(db.invalidating(['orders']), async tx => {
    refreshScreens(tx, { accounts: [customer.id] })
    // Gets the only connection after the commit, and keeps it until the refresh has waited for it in vain.
    const next = inTransaction(db, async other => {
      await sql`select 1`.execute(other)
      await expect(sql`select 1`.execute(db)).rejects.toThrow('No connection became free')
    })
    return { holding: next }
  })
  await holding
  await expect.poll(() => received).toEqual(['orders'])
})

test('the first stream of a page reports what has changed since the page began to load', async () => {
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

test('a page that began to load before its process followed changes fetches everything again, a later one only what changed', async () => {
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

test('a process ignores notifications that are no announcements, and topics of a later version', async () => {
  const world = await makeWorld()
  const { actor } = await world.admin()
  const live = startLive(world.database)
  onTestFinished(() => live.close())
  const received: LiveTopic[] = []
  await live.subscribe(actor, topic => received.push(topic))
  const announcements = ['of-a-later-version', 'orders'].map(topic => JSON.stringify({ topic, roles: ['admin'] }))
  await sql`notify toptan_live`.execute(world.db)
  await notifyProcesses(world.db, 'toptan_live', ['vacuum', '{', 'null', '[]', '{"topic":1}', ...announcements])
  await expect.poll(() => received).toEqual(['orders'])
})

/** The topics that a screen of each user gets from now on; they share a connection, so that all get them at once. */
async function followAs(world: World, users: readonly TestUser[]): Promise<LiveTopic[][]> {
  const live = startLive(world.database)
  onTestFinished(() => live.close())
  return Promise.all(
    users.map(async ({ actor }) => {
      const received: LiveTopic[] = []
      await live.subscribe(actor, topic => received.push(topic))
      return received
    }),
  )
}

/** Reads a stream of events until it is stopped. */
async function follow(url: string, { token }: TestUser, age = 0) {
  const leaving = new AbortController()
  const response = await fetch(`${url}/api/events?age=${age}`, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, br' },
    signal: leaving.signal,
  })
  const received: string[] = []
  let isOver = false
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) received.push(decoder.decode(chunk, { stream: true }))
  })()
  void reading.catch(() => undefined).finally(() => (isOver = true))
  onTestFinished(() => leaving.abort())
  return {
    response,
    events: () => [...received.join('').matchAll(/^event: (.*)$/gm)].map(match => match[1]),
    isOver: () => isOver,
    leave: () => leaving.abort(),
  }
}

async function until(what: () => boolean) {
  await expect.poll(what).toBe(true)
}
