import { expect, test } from 'vitest'
import { customersServedOn } from '../standing-orders/lists.ts'
import { requireSuccess } from '../testing/callers.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'
import { sendCutoffReminders } from './cutoff-reminders.ts'

// The clock of a test begins on Tuesday, 10 March 2026, at 10:00 in Istanbul.

const MINUTE = 60_000
const WEEK = 7 * 24 * 60 * MINUTE

test('a customer who usually orders on a weekday and has not ordered is reminded of its cut-off once', async () => {
  const world = await makeWorld()
  const product_id = await world.product({ on_hand: 1000 })
  const [usual, ordered, seldom, elsewhere] = [
    await world.customer({ company_name: 'Her Salı' }),
    await world.customer({ company_name: 'Bugün Verdi' }),
    await world.customer({ company_name: 'Arada Bir' }),
    await world.customer({ company_name: 'Rotasız' }),
  ]
  const order = async (...customers: TestUser[]) => {
    for (const customer of customers)
      requireSuccess(await world.post('/orders', customer, { items: [{ product_id, quantity: 1 }] }))
  }
  await order(seldom)
  for (let week = 0; week < 4; week += 1) {
    await order(usual, ordered, elsewhere)
    world.pass(WEEK)
  }
  await putOnRoute(world, [usual, ordered, seldom])
  await world.put('/notifications/preferences', usual, { topic: 'order_reminder', mail: true })
  await order(ordered)
  await world.mails()

  world.pass(3 * 60 * MINUTE)
  await sendReminders(world)
  expect(await reminders(world, usual)).toEqual([])
  // 14:05: less than two hours before the cut-off.
  world.pass(65 * MINUTE)
  await Promise.all([sendReminders(world), sendReminders(world)])
  await sendReminders(world)
  expect(await reminders(world, usual)).toMatchObject([
    {
      title: 'Son sipariş saati: 07.04.2026 Salı 16:00',
      body: "08.04.2026 Çarşamba teslimatı için 16:00'ya kadar sipariş verebilirsiniz.",
      link: '/lists',
    },
  ])
  for (const other of [ordered, seldom, elsewhere]) expect(await reminders(world, other)).toEqual([])
  const mails = await world.mails()
  expect(mails.map(({ to, subject }) => [to.name, subject])).toEqual([
    ['Her Salı', 'Son sipariş saati: 07.04.2026 Salı 16:00'],
  ])
})

/** A customer who has just been reminded of a cut-off, and whose mail about it is queued. */
async function withQueuedReminder() {
  const world = await makeWorld()
  const product_id = await world.product({ on_hand: 1000 })
  const customer = await world.customer()
  for (let week = 0; week < 4; week += 1) {
    requireSuccess(await world.post('/orders', customer, { items: [{ product_id, quantity: 1 }] }))
    world.pass(WEEK)
  }
  await putOnRoute(world, [customer])
  await world.put('/notifications/preferences', customer, { topic: 'order_reminder', mail: true })
  await world.mails()
  world.pass(5 * 60 * MINUTE)
  await sendReminders(world)
  return { world, customer, product_id }
}

test('after the cut-off no reminder is sent, not even a mail that is queued already', async () => {
  const { world, customer } = await withQueuedReminder()
  expect(await reminders(world, customer)).toHaveLength(1)
  world.pass(2 * 60 * MINUTE)
  await sendReminders(world)
  expect(await reminders(world, customer)).toHaveLength(1)
  expect(await world.mails()).toEqual([])
})

type Late = Awaited<ReturnType<typeof withQueuedReminder>>

test.each<[string, (late: Late) => ReturnType<World['put']>]>([
  [
    'has ordered',
    ({ world, customer, product_id }) =>
      world.post('/orders', customer, { items: [{ product_id, quantity: 1 }], delivery_date: '2026-04-09' }),
  ],
  [
    'has become passive',
    async ({ world, customer }) =>
      world.put(`/admin/customers/${customer.id}`, await world.admin(), { is_active: false }),
  ],
])('a queued reminder is not mailed to a customer who %s', async (_, happen) => {
  const { world, customer, product_id } = await withQueuedReminder()
  const queued = await world.db.selectFrom('mails').select('kind').where('sent_at', 'is', null).execute()
  expect(queued).toEqual([{ kind: 'last call' }])
  requireSuccess(await happen({ world, customer, product_id }))
  const subjects = (await world.mails()).map(({ subject }) => subject)
  expect(subjects.filter(subject => subject.startsWith('Son sipariş saati'))).toEqual([])
})

test.each([
  ['00:00', 90, '07.04.2026 Salı 24:00'],
  ['01:00', 150, '08.04.2026 Çarşamba 01:00'],
])('customers who order late are reminded before midnight of a cut-off at %s', async (cutoff_time, passed, last) => {
  const world = await makeWorld()
  const product_id = await world.product({ on_hand: 1000 })
  const [late, ordered] = [await world.customer(), await world.customer()]
  const order = async (customer: TestUser) =>
    requireSuccess(await world.post('/orders', customer, { items: [{ product_id, quantity: 1 }] }))
  // Tuesday at 21:00.
  world.pass(11 * 60 * MINUTE)
  for (let week = 0; week < 4; week += 1) {
    for (const customer of [late, ordered]) await order(customer)
    world.pass(WEEK)
  }
  await putOnRoute(world, [late, ordered], { cutoff_time, days_before: 0 })
  // For another day than that of the cut-off, so that only its time counts.
  const other = { items: [{ product_id, quantity: 1 }], delivery_date: '2026-04-09' }
  requireSuccess(await world.post('/orders', ordered, other))
  await sendReminders(world)
  expect(await reminders(world, late)).toEqual([])
  world.pass(passed * MINUTE)
  for (const minutes of [0, 45, 20]) {
    world.pass(minutes * MINUTE)
    await sendReminders(world)
    expect(await reminders(world, ordered)).toEqual([])
    expect(await reminders(world, late)).toMatchObject([
      { title: `Son sipariş saati: ${last}`, body: expect.stringContaining(` ${last.slice(-5)}'e kadar sipariş`) },
    ])
  }
})

test('no customer is reminded of a day that is full or for which a standing order makes an order', async () => {
  const world = await makeWorld()
  const product_id = await world.product({ on_hand: 1000 })
  const [standing, other] = [await world.customer(), await world.customer()]
  const items = [{ product_id, quantity: 1 }]
  for (let week = 0; week < 4; week += 1) {
    for (const customer of [standing, other]) requireSuccess(await world.post('/orders', customer, { items }))
    world.pass(WEEK)
  }
  const route = await putOnRoute(world, [standing, other])
  const body = { name: 'Çarşamba', items, weekdays: [3] }
  requireSuccess(await world.post('/standing-orders', standing, body))
  world.pass(245 * MINUTE)
  const setCapacity = async (capacity: number | null) =>
    requireSuccess(await world.put(`/admin/delivery/routes/${route}`, await world.admin(), { capacity }))
  await setCapacity(1)
  const early = await world.customer()
  await putOnRoute(world, [early], { id: route })
  requireSuccess(await world.post('/orders', early, { items }))
  await sendReminders(world)
  for (const customer of [standing, other]) expect(await reminders(world, customer)).toEqual([])
  await setCapacity(null)
  await sendReminders(world)
  expect(await reminders(world, standing)).toEqual([])
  expect(await reminders(world, other)).toHaveLength(1)
})

test('a customer who has skipped the day, or paused its standing order lately, is not urged to order', async () => {
  const world = await makeWorld()
  const product_id = await world.product({ on_hand: 1000 })
  const [skipping, pausing, other] = [await world.customer(), await world.customer(), await world.customer()]
  const frequent = await world.customer()
  const customers = [skipping, pausing, frequent, other]
  const items = [{ product_id, quantity: 1 }]
  const standing = async (customer: TestUser, weekdays = [3]) =>
    requireSuccess(await world.post('/standing-orders', customer, { name: 'Çarşamba', items, weekdays })).json()
  const pause = async (customer: TestUser, weekdays?: number[]) => {
    const { id, version } = await standing(customer, weekdays)
    requireSuccess(await world.put(`/standing-orders/${id}`, customer, { version, is_paused: true }))
  }
  await pause(other)
  for (let week = 0; week < 9; week += 1) {
    // Since then it has had more due days without an order than cards show.
    if (week === 6) await pause(frequent, [1, 2, 3, 4, 5, 6])
    for (const customer of customers) requireSuccess(await world.post('/orders', customer, { items }))
    world.pass(WEEK)
  }
  await pause(pausing)
  await putOnRoute(world, customers)
  const skipped = { due_on: '2026-05-13', is_skipped: true }
  requireSuccess(await world.put(`/standing-orders/${(await standing(skipping)).id}/day`, skipping, skipped))
  world.pass(245 * MINUTE)
  await sendReminders(world)
  for (const customer of [skipping, pausing, frequent]) expect(await reminders(world, customer)).toEqual([])
  expect(await reminders(world, other)).toHaveLength(1)
})

/** Sends the reminders, as the portal does every few minutes. */
const sendReminders = (world: World) =>
  sendCutoffReminders(world.db, world.now(), (tx, customers, day, now) =>
    customersServedOn(tx, customers, day, { now, lead: 60 * MINUTE }),
  )

type RouteOptions = { id?: string; cutoff_time?: string; days_before?: number }

/** Adds the customers to a route of every weekday, by default one that takes orders until 16:00 of the previous day. */
async function putOnRoute(world: World, customers: TestUser[], { id: known, ...rules }: RouteOptions = {}) {
  const admin = await world.admin()
  const route = { name: 'Kadıköy', weekdays: [1, 2, 3, 4, 5, 6, 7], cutoff_time: '16:00', days_before: 1, ...rules }
  const id: string = known ?? requireSuccess(await world.post('/admin/delivery/routes', admin, route)).json().id
  for (const customer of customers)
    requireSuccess(await world.put(`/admin/customers/${customer.id}/delivery`, admin, { route_id: id }))
  return id
}

const reminders = async (world: World, as: TestUser) =>
  (await world.get('/notifications', as)).json().filter((one: { kind: string }) => one.kind === 'order_reminder')
