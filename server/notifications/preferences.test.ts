import { expect, onTestFinished, test } from 'vitest'
import { CHANNELS, type Preference } from '#contract/notification-settings.ts'
import { inTransaction } from '../db/transaction.ts'
import { pushBrowser, startPushService } from '../testing/push-service.ts'
import { makeWorld, type TestUser } from '../testing/world.ts'
import { notify } from './notifications.ts'

async function shop() {
  const world = await makeWorld()
  const service = await startPushService()
  onTestFinished(() => service.stop())
  const [admin, customer] = [await world.admin(), await world.customer()]
  const { subscription } = pushBrowser(service, '/phone')
  await world.post('/notifications/push', customer, subscription)
  const product_id = await world.product({ on_hand: 100 })
  const { id } = (await world.post('/orders', customer, { items: [{ product_id, quantity: 2 }] })).json()
  await world.mails()
  const prefer = (user: TestUser, change: object) => world.put('/notifications/preferences', user, change)
  /** Changes the order's status; resolves to the channels through which the customer was notified of it. */
  const channelsOf = async (status: string) => {
    const bell = async () => (await world.get('/notifications', customer)).json().length
    const [shown, sent] = [await bell(), service.received.length]
    await world.put(`/admin/orders/${id}/status`, admin, { status })
    await world.pushes()
    const mails = await world.mails()
    const used = { bell: (await bell()) > shown, mail: mails.length > 0, push: service.received.length > sent }
    return CHANNELS.filter(channel => used[channel])
  }
  return { world, admin, customer, service, prefer, channelsOf, product_id }
}

test('everything but mails that remind of an order is on by default, and each role sees its own topics', async () => {
  const { world, admin, customer } = await shop()
  const marketer = await world.marketer()
  const read = async (user: TestUser): Promise<Preference[]> =>
    (await world.get('/notifications/preferences', user)).json()
  const all = { bell: true, mail: true, push: true }
  const withoutMail = { ...all, mail: null }
  expect(await read(customer)).toEqual([
    { topic: 'order_received', ...all },
    { topic: 'order_status', ...all },
    { topic: 'order_revised', ...all },
    { topic: 'product_arrived', ...withoutMail },
    { topic: 'standing_order', ...all },
    { topic: 'order_reminder', ...all, mail: false },
    { topic: 'quotes', ...all },
  ])
  const topicsOfMarketers = ['order_received', 'order_status', 'order_revised', 'standing_order', 'quotes']
  expect(await read(marketer)).toEqual(topicsOfMarketers.map(topic => ({ topic, ...withoutMail })))
  expect(await read(admin)).toEqual(
    ['order_received', 'order_status', 'order_revised', 'standing_order', 'quotes', 'lot_expiry'].map(topic => ({
      topic,
      ...withoutMail,
    })),
  )
})

test('a topic reaches its user through the channels that are on, and no others', async () => {
  const { customer, prefer, channelsOf } = await shop()
  const found = [await channelsOf('hazirlaniyor')]
  const changes = [{ bell: false }, { push: false }, { bell: true, mail: false }, { bell: false }, { mail: true }]
  for (const [i, change] of changes.entries()) {
    await prefer(customer, { topic: 'order_status', ...change })
    found.push(await channelsOf(i % 2 ? 'hazirlaniyor' : 'tamamlandi'))
  }
  expect(found).toEqual([['bell', 'mail', 'push'], ['mail', 'push'], ['mail'], ['bell'], [], ['mail']])
})

test('other topics and other users stay as they are', async () => {
  const { world, admin, customer, prefer, channelsOf, product_id } = await shop()
  await prefer(customer, { topic: 'quotes', bell: false, mail: false, push: false })
  const second = await world.admin()
  await prefer(second, { topic: 'order_received', bell: false, push: false })
  expect(await channelsOf('hazirlaniyor')).toEqual(['bell', 'mail', 'push'])
  await world.post('/orders', customer, { items: [{ product_id, quantity: 1 }] })
  const bell = async (user: TestUser) => (await world.get('/notifications', user)).json().length
  expect([await bell(admin), await bell(second)]).toEqual([2, 0])
})

test('an order from a quote follows the preference for new orders, and its push is as urgent', async () => {
  const { world, admin, customer, service, prefer, product_id } = await shop()
  const second = await world.admin()
  await prefer(admin, { topic: 'quotes', bell: false, push: false })
  await prefer(second, { topic: 'order_received', bell: false, push: false })
  await world.post('/notifications/push', admin, pushBrowser(service, '/desk').subscription)
  const items = [{ product_name: 'Trüf yağı', unit: 'KG', quantity: 1, price: 0 }]
  const { id } = (await world.post('/custom-orders', customer, { items })).json()
  const answer = { items: [{ product_id, quantity: 1, price: 100 }], valid_until: '2099-01-01' }
  await world.put(`/admin/custom-orders/${id}/answer`, admin, answer)
  expect((await world.post(`/custom-orders/${id}/accept`, customer, {})).status).toBe(200)
  await world.pushes()
  const bell = async (user: TestUser) => (await world.get('/notifications', user)).json()
  // Other notifications are from the same instant.
  expect(await bell(admin)).toContainEqual(expect.objectContaining({ kind: 'quote_accepted' }))
  expect(await bell(second)).toMatchObject([{ kind: 'quote_requested' }])
  const urgencies = service.received.filter(({ path }) => path === '/desk').map(({ headers }) => headers['urgency'])
  expect(urgencies).toEqual(['high'])
})

test('a notification that is not shown counts as read, and with a deduplication key it is still pushed once', async () => {
  const { world, customer, prefer, service } = await shop()
  await prefer(customer, { topic: 'order_reminder', bell: false })
  const remind = () =>
    inTransaction(world.db, tx =>
      notify(
        tx,
        [
          {
            account_id: customer.id,
            kind: 'order_reminder',
            title: 'Son sipariş saati: 10.03.2026 Salı 16:00',
            body: '',
            link: '/products',
            once: 'reminder 2026-03-10',
            until: new Date(world.now().getTime() + 60_000),
          },
        ],
        world.now(),
      ),
    )
  await Promise.all([remind(), remind()])
  await world.pushes()
  await remind()
  await world.pushes()
  expect((await world.get('/notifications/unread', customer)).json()).toEqual({ count: 0 })
  expect(service.received.map(({ headers }) => [headers['ttl'], headers['urgency']])).toEqual([['60', 'high']])
})

test('a push that expires before it could be sent is dropped', async () => {
  const { world, customer, service } = await shop()
  const until = new Date(world.now().getTime() + 60_000)
  const reminder = { account_id: customer.id, kind: 'order_reminder', title: 'a', body: 'b', link: '/', until } as const
  await inTransaction(world.db, tx => notify(tx, [reminder], world.now()))
  world.pass(60_000)
  await world.pushes()
  expect(service.received).toEqual([])
  expect(await world.db.selectFrom('pushes').selectAll().execute()).toEqual([])
})

test('unknown topics, those of other roles and values that are neither on nor off are refused', async () => {
  const { admin, customer, prefer } = await shop()
  const replies = [
    await prefer(customer, { topic: 'passwords', mail: false }),
    await prefer(admin, { topic: 'product_arrived', bell: false }),
    await prefer(customer, { topic: 'quotes', bell: 'no' }),
  ]
  expect(replies.map(reply => [reply.status, reply.json().errors[0].field])).toEqual([
    [400, 'topic'],
    [400, 'topic'],
    [400, 'bell'],
  ])
  // A channel that the topic does not have for the role is ignored.
  const reply = await prefer(admin, { topic: 'quotes', mail: true })
  expect(reply.json()).toContainEqual({ topic: 'quotes', bell: true, mail: null, push: true })
})

test('mails about the account itself are sent whatever is turned off', async () => {
  const { world, customer, prefer } = await shop()
  for (const topic of ['order_received', 'order_status', 'order_revised', 'order_reminder', 'standing_order', 'quotes'])
    await prefer(customer, { topic, mail: false })
  const { email } = (await world.get('/auth/profile', customer)).json()
  await world.post('/auth/forgot-password', undefined, { email })
  expect(await world.mails()).toHaveLength(1)
})
