import { expect, test } from 'vitest'
import { kurus } from '#contract/money.ts'
import type { Notification } from '#contract/notifications.ts'
import { deleteCustomer, lockForDeletion } from '../customers/deletion.ts'
import { inTransaction } from '../db/transaction.ts'
import { untilConnectionsWaitForLock } from '../testing/lock-waits.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'
import { deleteOldNotifications, notify } from './notifications.ts'

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
      body: 'Yeni tutar: ₺297,00\nBeyaz Peynir: miktar 2 → 3 ADET, fiyat ₺100,00 → ₺90,00\nSipariş notu değişti',
    }),
  ])
  const other = await order()
  await world.post(`/orders/${other.id}/cancel`, customer)
  expect(await unread(world, customer)).toBe(2)
})

test('a customer is notified of orders that others place in its name, not of its own', async () => {
  const { world, admin, marketer, customer, product_id, order } = await shop()
  await order()
  const items = [{ product_id, quantity: 2 }]
  const placed: string[] = []
  for (const actor of [marketer, admin]) {
    world.pass(1000)
    const reply = await world.post('/marketer/orders/create-for-customer', actor, { customer_id: customer.id, items })
    placed.unshift(reply.json().id)
  }
  const entry = (id: string | undefined, name: string) => ({
    id: expect.any(String),
    created_at: expect.any(String),
    kind: 'order_received',
    title: `${name} sizin adınıza sipariş verdi`,
    body: `${id?.slice(0, 8)} numaralı sipariş: 1 kalem, ₺220,00`,
    link: `/orders/${id}`,
    read_at: null,
  })
  expect(await notificationsOf(world, customer)).toEqual([entry(placed[0], 'Toptan'), entry(placed[1], 'Ayşe Şen')])
})

test('all active admins are notified of new orders by any role, and only of those', async () => {
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
  const until = (await notificationsOf(world, customer))[0]!.created_at
  world.pass(1)
  await world.put(`/admin/orders/${(await order()).id}/status`, admin, { status: 'iptal' })
  // Notifications after the newest one that was seen stay unread.
  expect((await world.post('/notifications/read', customer, { until })).json()).toEqual({ count: 1 })
  for (let i = 0; i < 2; i++) {
    world.pass(1)
    await world.put(`/admin/orders/${(await order()).id}/status`, admin, { status: 'iptal' })
  }
  // Three are unread: the oldest is marked by its time, and the newest by its id.
  const [last, , oldest] = await notificationsOf(world, customer)
  const listed = { ids: [last?.id], until: oldest?.created_at }
  expect((await world.post('/notifications/read', customer, listed)).json()).toEqual({ count: 1 })
  expect((await notificationsOf(world, customer)).map(one => one.read_at !== null).slice(0, 3)).toEqual([
    true,
    false,
    true,
  ])
  expect((await world.post('/notifications/read', customer)).json()).toEqual({ count: 0 })
  const wrong = await world.post('/notifications/read', customer, { ids: ['x'] })
  expect([wrong.status, wrong.json().detail]).toEqual([400, 'Geçersiz kimlik'])
})

test('a customer that is deleted meanwhile is left out, and the others are notified', async () => {
  const { world, admin, customer } = await shop()
  const other = await world.customer()
  const event = { kind: 'recall', title: 'Geri çağırma: Ezine', body: '', link: '/orders' } as const
  const { notifying } = await inTransaction(world.db.invalidating([]), async tx => {
    await lockForDeletion(tx, admin.actor, customer.id)
    await deleteCustomer(tx, { actor: admin.actor, now: world.now() }, customer.id, { ids: [], total: kurus(0) })
    const recipients = [customer, other].map(({ id }) => ({ ...event, account_id: id }))
    const waiting = inTransaction(world.db, next => notify(next, recipients, world.now()))
    await untilConnectionsWaitForLock(world, 1)
    return { notifying: waiting }
  })
  await notifying
  expect((await notificationsOf(world, other)).map(({ title }) => title)).toEqual([event.title])
})

test('a customer waiting for a product is notified once when it arrives, by any kind of movement', async () => {
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

test('read notifications are deleted after ninety days, unread ones after a year, and those of new orders to admins after a week', async () => {
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
  world.pass((365 - 90) * 24 * 60 * 60 * 1000 - 1)
  expect(await remainingIds()).toEqual([waiting?.id])
  world.pass(1)
  expect(await remainingIds()).toEqual([])
})
