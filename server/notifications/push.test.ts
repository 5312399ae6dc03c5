import { expect, onTestFinished, test } from 'vitest'
import { MAX_SUBSCRIPTIONS } from '#contract/notification-settings.ts'
import type { Notification } from '#contract/notifications.ts'
import { connect } from '../db/connect.ts'
import { isAllowedEndpoint, PUBLIC_NETWORK, publicLookup } from '../push/endpoint.ts'
import { pushContext } from '../push-context.ts'
import { readSettings } from '../settings.ts'
import { LOOPBACK, pushBrowser, startPushService } from '../testing/push-service.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'
import { startPushSender } from './push-sender.ts'
import { claimDuePush, forgetSubscription, writePush } from './pushes.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

async function shop() {
  const world = await makeWorld()
  const service = await startPushService()
  onTestFinished(() => service.stop())
  const [admin, marketer] = [await world.admin(), await world.marketer()]
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  const product_id = await world.product({ name: 'Beyaz Peynir', on_hand: 1000 })
  const order = async () => (await world.post('/orders', customer, { items: [{ product_id, quantity: 2 }] })).json()
  const browser = async (user: TestUser, path: string) => {
    const made = pushBrowser(service, path)
    const { status } = await world.post('/notifications/push', user, made.subscription)
    expect(status).toBe(200)
    return made
  }
  const setStatus = (id: string, status: string) => world.put(`/admin/orders/${id}/status`, admin, { status })
  return { world, service, admin, marketer, customer, product_id, order, browser, setStatus }
}

const devicesOf = async (world: World, user: TestUser) => (await world.get('/notifications/push', user)).json().devices
const bellOf = async (world: World, user: TestUser): Promise<Notification[]> =>
  (await world.get('/notifications', user)).json()
const queued = (world: World) => world.db.selectFrom('pushes').selectAll().execute()

test('every browser of a notified user gets one push, signed with the portal’s key and encrypted for it', async () => {
  const { world, service, customer, order, browser, setStatus } = await shop()
  const { public_key } = (await world.get('/notifications/push', customer)).json()
  const phone = await browser(customer, '/phone')
  const { token } = (await world.post('/auth/login', undefined, customer)).json()
  const desk = await browser({ ...customer, token }, '/desk')
  await setStatus((await order()).id, 'hazirlaniyor')
  await world.pushes()
  await world.pushes()
  const [stored] = await bellOf(world, customer)
  expect(service.received.map(({ path }) => path).sort()).toEqual(['/desk', '/phone'])
  for (const push of service.received) {
    const receiver = push.path === phone.path ? phone : desk
    const { id, title, body, link } = stored!
    expect(receiver.decrypt(push)).toEqual({ id, title, body, link: `${link}?bildirim=${id}` })
    expect(push.key).toBe(public_key)
    expect(push.claims).toMatchObject({ aud: service.url, sub: expect.stringMatching(/^mailto:/) })
    expect(push.headers).toMatchObject({ ttl: String(24 * 60 * 60), topic: id.replaceAll('-', ''), urgency: 'normal' })
  }
  expect(await queued(world)).toEqual([])
})

test('admins and the marketer get pushes of a new order, its customer and those without a browser get none', async () => {
  const { world, service, admin, marketer, customer, order, browser } = await shop()
  await world.admin()
  const browsers = [await browser(admin, '/admin'), await browser(marketer, '/marketer')]
  await browser(customer, '/customer')
  const { id, user_company } = await order()
  await world.pushes()
  const sent = browsers.map(({ path, decrypt }) => decrypt(service.received.find(push => push.path === path)!))
  expect(service.received).toHaveLength(2)
  expect(sent.map(({ id: pushed, title, link }) => [title, link.replace(pushed, 'ID')])).toEqual([
    [`${user_company} sipariş verdi`, `/admin/orders/${id}?bildirim=ID`],
    [`${user_company} sipariş verdi`, `/marketer/dashboard?tab=orders&order=${id}&bildirim=ID`],
  ])
})

test('the portal’s key is made once and stays the same in all its processes', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const key = async () => (await world.get('/notifications/push', customer)).json().public_key
  const other = await pushContext(world.db, readSettings({}), { clock: world.now, log: world.app.log })
  expect(other).toBeDefined()
  const stored = await world.db.selectFrom('portal_secrets').select('value').where('name', '=', 'push').execute()
  expect([stored.length, Buffer.from(await key(), 'base64url').length]).toEqual([1, 65])
})

test.each([404, 410])('a subscription whose service responds with %i is deleted', async status => {
  const { world, service, customer, order, browser, setStatus } = await shop()
  await browser(customer, '/gone')
  service.behave(() => ({ status }))
  const { id } = await order()
  await setStatus(id, 'hazirlaniyor')
  await setStatus(id, 'tamamlandi')
  await world.pushes()
  expect([await devicesOf(world, customer), await queued(world)]).toEqual([[], []])
  expect(service.received).toHaveLength(1)
})

test('a push to a busy service is retried with growing backoff, and not before the time that the service states', async () => {
  const { world, service, customer, order, browser, setStatus } = await shop()
  await browser(customer, '/busy')
  service.behave(() => ({ status: 503 }))
  await setStatus((await order()).id, 'hazirlaniyor')
  const attempts: number[] = []
  for (let at = 0; at <= 4 * MINUTE; at += 10 * SECOND) {
    const before = service.received.length
    await world.pushes()
    if (service.received.length > before) attempts.push(at / SECOND)
    world.pass(10 * SECOND)
  }
  expect(attempts).toEqual([0, 30, 90, 210])
  service.behave(() => ({ status: 429, headers: { 'retry-after': '1800' } }))
  world.pass(5 * MINUTE)
  await world.pushes()
  service.behave(() => ({ status: 201 }))
  world.pass(29 * MINUTE)
  await world.pushes()
  expect(service.received).toHaveLength(5)
  world.pass(2 * MINUTE)
  await world.pushes()
  expect([service.received.length, await queued(world)]).toEqual([6, []])
})

test('a rejected push is given up immediately, and one that cannot be delivered after a day', async () => {
  const { world, service, customer, order, browser, setStatus } = await shop()
  await browser(customer, '/refusing')
  service.behave(() => ({ status: 413 }))
  const { id } = await order()
  await setStatus(id, 'hazirlaniyor')
  await world.pushes()
  expect([service.received.length, await queued(world)]).toEqual([1, []])
  service.behave(() => ({ status: 500 }))
  await setStatus(id, 'tamamlandi')
  for (let hours = 0; hours < 26; hours++) {
    await world.pushes()
    world.pass(60 * MINUTE)
  }
  expect(await queued(world)).toEqual([])
  expect(await devicesOf(world, customer)).toHaveLength(1)
})

test('a push that is refused because the browser has replaced its subscription is sent to the new one', async () => {
  const { world, service, customer, order, browser, setStatus } = await shop()
  await browser(customer, '/old')
  await setStatus((await order()).id, 'hazirlaniyor')
  const push = await claimDuePush(world.db, world.now())
  const written = await writePush(world.db, push!, world.now())
  await browser(customer, '/new')
  await forgetSubscription(world.db, push!, written!.target)
  world.pass(5 * MINUTE)
  await world.pushes()
  expect(service.received.map(({ path }) => path)).toEqual(['/new'])
})

test('a redirect is not followed', async () => {
  const { world, service, customer, order, browser, setStatus } = await shop()
  await browser(customer, '/elsewhere')
  service.behave(() => ({ status: 307, headers: { location: `${service.url}/target` } }))
  await setStatus((await order()).id, 'hazirlaniyor')
  await world.pushes()
  expect(service.received.map(({ path }) => path)).toEqual(['/elsewhere'])
})

test('two processes send every push once', async () => {
  const { world, service, admin, order, browser } = await shop()
  await browser(admin, '/admin')
  const db = connect(world.database)
  const second = await pushContext(db, readSettings({}), { clock: world.now, log: world.app.log, network: LOOPBACK })
  const senders = [startPushSender(world.pushing), startPushSender({ ...second, db })]
  for (let i = 0; i < 20; i++) await order()
  await expect.poll(() => queued(world), { timeout: 20_000 }).toEqual([])
  await Promise.all(senders.map(sender => sender.stop()))
  await db.destroy()
  expect(new Set(service.received.map(({ headers }) => headers['topic'])).size).toBe(20)
  expect(service.received).toHaveLength(20)
})

test('a push whose sending was not recorded is sent again, with the same tag for the browser', async () => {
  const { world, service, admin, order, browser } = await shop()
  const { decrypt } = await browser(admin, '/admin')
  await order()
  const { db, transport } = world.pushing
  const push = (await claimDuePush(db, world.now()))!
  const written = (await writePush(db, push, world.now()))!
  await transport.deliver(written.target, written.message)
  // The process is killed here: until its lease ends, no other one sends the push.
  world.pass(4 * MINUTE)
  await world.pushes()
  expect(service.received).toHaveLength(1)
  world.pass(2 * MINUTE)
  await world.pushes()
  const [first, again] = service.received.map(decrypt)
  expect(service.received).toHaveLength(2)
  expect(again).toEqual(first)
})

test('the end of a session ends its pushes, and a read notification is not pushed any more', async () => {
  const { world, service, customer, order, browser, setStatus } = await shop()
  await browser(customer, '/phone')
  const { token } = (await world.post('/auth/login', undefined, customer)).json()
  const { id } = await order()
  await setStatus(id, 'hazirlaniyor')
  await world.post('/notifications/read', customer)
  await world.pushes()
  expect(service.received).toEqual([])
  await setStatus(id, 'tamamlandi')
  await world.post('/auth/logout', customer)
  await world.pushes()
  expect([service.received, await queued(world), await devicesOf(world, { ...customer, token })]).toEqual([[], [], []])
})

test('an expired session gets no pushes and is not listed, even before it is deleted', async () => {
  const { world, service, admin, order, browser } = await shop()
  await browser(admin, '/admin')
  world.pass(13 * 60 * MINUTE)
  await order()
  await world.pushes()
  expect([service.received, await queued(world)]).toEqual([[], []])
  const { token } = (await world.post('/admin/login', undefined, admin)).json()
  expect(await devicesOf(world, { ...admin, token })).toEqual([])
})

test('a browser belongs to the session that subscribed last, and an account has ten at most', async () => {
  const { world, service, customer, admin } = await shop()
  const shared = pushBrowser(service, '/shared')
  await world.post('/notifications/push', customer, shared.subscription)
  await world.post('/notifications/push', admin, shared.subscription)
  expect([await devicesOf(world, customer), (await devicesOf(world, admin)).length]).toEqual([[], 1])
  for (let i = 0; i < MAX_SUBSCRIPTIONS + 1; i++) {
    world.pass(SECOND)
    const { token } = (await world.post('/auth/login', undefined, customer)).json()
    await world.post('/notifications/push', { ...customer, token }, pushBrowser(service, `/${i}`).subscription)
  }
  const endpoints = await world.db.selectFrom('push_subscriptions').select('endpoint').orderBy('created_at').execute()
  expect(endpoints).toHaveLength(MAX_SUBSCRIPTIONS + 1)
  expect(endpoints.some(({ endpoint }) => endpoint.endsWith('/0'))).toBe(false)
})

test('subscribing twice changes nothing, and only own browsers can be removed', async () => {
  const { world, service, customer, admin } = await shop()
  const { subscription } = pushBrowser(service, '/phone')
  const replies = await Promise.all([1, 2].map(() => world.post('/notifications/push', customer, subscription)))
  const [device] = replies[0]!.json().devices
  expect(replies.map(reply => reply.json().devices)).toEqual([[device], [device]])
  expect(device).toMatchObject({ is_current: true })
  const remove = (user: TestUser) => world.request('DELETE', `/notifications/push/${device.id}`, user)
  expect((await remove(admin)).status).toBe(404)
  expect((await remove(customer)).json().devices).toEqual([])
  expect((await remove(customer)).status).toBe(404)
})

test('a subscription is accepted only with a public https address', async () => {
  const { world, service, customer } = await shop()
  const { subscription } = pushBrowser(service, '/a')
  const replies = []
  for (const endpoint of [
    'http://push.example.com/a',
    'https://10.0.0.1/a',
    'https://169.254.169.254/latest',
    'https://[fd00::1]/a',
    'https://[::ffff:192.168.1.1]/a',
    'https://3232235777/a',
    'https://router/a',
    'https://db.internal/a',
    'https://user:word@push.example.com/a',
    'https://push.example.com:8443/a',
    'ftp://push.example.com/a',
    'push',
  ]) {
    const reply = await world.post('/notifications/push', customer, { ...subscription, endpoint })
    replies.push([endpoint, reply.status, reply.json().errors?.[0]?.field])
  }
  expect(replies).toEqual(replies.map(([endpoint]) => [endpoint, 400, 'endpoint']))
  const outside = { ...subscription, endpoint: 'https://push.example.com/a' }
  expect((await world.post('/notifications/push', customer, outside)).status).toBe(200)
})

test('a host name that resolves to an address of this machine is not called', async () => {
  const found = await new Promise(resolve =>
    publicLookup(PUBLIC_NETWORK)('localhost', { all: true }, (error, addresses) =>
      resolve([error?.message, addresses]),
    ),
  )
  expect(found).toEqual(['the push service has no public address', ''])
  expect(isAllowedEndpoint('https://localhost/a', PUBLIC_NETWORK)).toBe(false)
})
