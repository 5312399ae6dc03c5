import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { requireSuccess } from '../testing/callers.ts'
import {
  content,
  createStandingOrder,
  EVERY_DAY,
  HOUR,
  MINUTE,
  makeDueOrdersNow,
  ordersOf,
  passHours,
} from '../testing/due-standing-orders.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'

// The clock of a test begins on Tuesday, 10 March 2026, at 10:00 in Istanbul.

const ROUTE = { name: 'Kadıköy', weekdays: [2, 4], cutoff_time: '16:30', days_before: 1 }

/** A customer on a route, with a standing order. */
async function setUp(route: object, rhythm: object) {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const { id: route_id } = requireSuccess(
    await world.post('/admin/delivery/routes', admin, { ...ROUTE, ...route }),
  ).json()
  requireSuccess(await world.put(`/admin/customers/${customer.id}/delivery`, admin, { route_id }))
  const product_id = await world.product({ on_hand: 1000 })
  const { id } = await createStandingOrder(world, customer, content(product_id, { closed_days: 'skip', ...rhythm }))
  return { world, customer, route_id, id }
}

const failuresOf = async (world: World, as: TestUser) =>
  (await world.get('/notifications', as))
    .json()
    .filter((bell: { title: string }) => /verilemedi/.test(bell.title))
    .map((bell: { title: string }) => bell.title)

const dates = async (world: World, as: TestUser) =>
  (await ordersOf(world, as)).map((order: { delivery_date: string | null }) => order.delivery_date)

test('days of the past that a changed route opens are not reported as missed', async () => {
  const { world, customer, route_id, id } = await setUp({}, { weekdays: [1, 2, 3, 4, 5] })
  await passHours(world, 24 * 10)
  expect(await dates(world, customer)).toEqual(['2026-03-19', '2026-03-17', '2026-03-12'])
  // Wednesdays, of which two have passed.
  const admin = await world.admin()
  requireSuccess(await world.put(`/admin/delivery/routes/${route_id}`, admin, { weekdays: [2, 3, 4] }))
  const { coming } = (await world.get(`/standing-orders/${id}`, customer)).json()
  expect(coming[0].due_on >= '2026-03-20').toBe(true)
  await passHours(world, 24 * 5)
  expect(await failuresOf(world, customer)).toEqual([])
  expect(await dates(world, customer)).toEqual(['2026-03-25', '2026-03-24', '2026-03-19', '2026-03-17', '2026-03-12'])
})

test('a customer who loses the route gets no order for a day that has begun', async () => {
  const { world, customer, route_id } = await setUp({}, { weekdays: [1, 2, 3, 4, 5] })
  await passHours(world, 24 * 3)
  expect(await dates(world, customer)).toEqual(['2026-03-12'])
  requireSuccess(await world.request('DELETE', `/admin/delivery/routes/${route_id}`, await world.admin()))
  await passHours(world, 24)
  expect(await ordersOf(world, customer)).toHaveLength(1)
  expect(await failuresOf(world, customer)).toEqual([])
  // Without a route, Monday’s order is made on Monday morning.
  await passHours(world, 48)
  expect(await ordersOf(world, customer)).toHaveLength(2)
})

test('an earlier cut-off is noticed in time, also if orders are made a few minutes before theirs', async () => {
  const { world, customer, route_id } = await setUp({ weekdays: EVERY_DAY, cutoff_time: '16:00', days_before: 0 }, {})
  const lead = 10 * MINUTE
  await makeDueOrdersNow(world, lead)
  world.pass(3 * MINUTE)
  const route = `/admin/delivery/routes/${route_id}`
  requireSuccess(await world.put(route, await world.admin(), { cutoff_time: '10:30' }))
  world.pass(17 * MINUTE)
  await makeDueOrdersNow(world, lead)
  expect(await dates(world, customer)).toEqual(['2026-03-10'])
  expect(await failuresOf(world, customer)).toEqual([])
})

test('an order that was missed because the portal was down is reported and not made', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  await createStandingOrder(world, customer, content(await world.product({ on_hand: 100 }), { weekdays: [3] }))
  await makeDueOrdersNow(world)
  world.pass(34 * HOUR)
  await makeDueOrdersNow(world)
  expect(await ordersOf(world, customer)).toEqual([])
  expect(await failuresOf(world, customer)).toEqual(['Düzenli siparişiniz verilemedi: Sabah siparişi'])
})

test('an order two weeks before its day is made, however many days before that are skipped', async () => {
  const { world, customer, id } = await setUp({ weekdays: [1, 2, 3, 4, 5, 6, 7], days_before: 14 }, {})
  await sql`
    insert into standing_order_days (standing_order_id, due_on, is_skipped)
    select ${id}, date '2026-03-24' + ahead, true from generate_series(1, 10) as ahead`.execute(world.db)
  await passHours(world, 24 * 12)
  expect(await dates(world, customer)).toEqual(['2026-04-04', '2026-03-24'])
})

test('a day that is opened after its cut-off is not reported as missed', async () => {
  const { world, customer, route_id, id } = await setUp({}, { weekdays: [1, 2, 3, 4, 5] })
  await passHours(world, 9)
  // It is 19:00 on Tuesday. The cut-off of Wednesday was at 16:30.
  const admin = await world.admin()
  requireSuccess(await world.put(`/admin/delivery/routes/${route_id}`, admin, { weekdays: [2, 3, 4] }))
  const standing = async () => (await world.get(`/standing-orders/${id}`, customer)).json()
  expect((await standing()).coming[0].due_on).toBe('2026-03-12')
  await passHours(world, 24)
  expect(await failuresOf(world, customer)).toEqual([])
  expect((await standing()).past).toMatchObject([{ due_on: '2026-03-12', failure: null }])
})

test.each([
  ['after its cut-off', 33],
  ['after its order was due', 30],
])('an order that a closed day has postponed keeps its later day if that day is opened %s', async (_, hours) => {
  const { world, customer, id } = await setUp({ weekdays: [1, 2, 3, 4, 5] }, { weekdays: [4], closed_days: 'move' })
  const exceptions = '/admin/delivery/exceptions'
  const closed = { date: '2026-03-12', route_id: null, kind: 'closed' }
  const exception = requireSuccess(await world.post(exceptions, await world.admin(), closed)).json()
  // On Wednesday, the order of Thursday was due at 15:30, and its cut-off was at 16:30.
  await passHours(world, hours)
  requireSuccess(await world.request('DELETE', `${exceptions}/${exception.id}`, await world.admin()))
  const [coming] = (await world.get(`/standing-orders/${id}`, customer)).json().coming
  expect(coming).toMatchObject({ due_on: '2026-03-12', day: '2026-03-13', why: 'closed', is_changeable: true })
  const items = [{ product_id: await world.product({ on_hand: 9 }), quantity: 2 }]
  requireSuccess(await world.put(`/standing-orders/${id}/day`, customer, { due_on: '2026-03-12', items }))
  await passHours(world, 24)
  expect(await failuresOf(world, customer)).toEqual([])
  expect(await dates(world, customer)).toEqual(['2026-03-13'])
})

test.each([
  ['before', ['skip', 'open']],
  ['after', ['open', 'skip']],
] as const)('a postponed order that is skipped %s its closed day is opened late can be restored', async (_, steps) => {
  const { world, customer, id } = await setUp({ weekdays: [1, 2, 3, 4, 5] }, { weekdays: [4], closed_days: 'move' })
  const exceptions = '/admin/delivery/exceptions'
  const closed = { date: '2026-03-12', route_id: null, kind: 'closed' }
  const exception = requireSuccess(await world.post(exceptions, await world.admin(), closed)).json()
  const change = (is_skipped: boolean) =>
    world.put(`/standing-orders/${id}/day`, customer, { due_on: '2026-03-12', is_skipped })
  const take = {
    skip: () => change(true),
    open: async () => world.request('DELETE', `${exceptions}/${exception.id}`, await world.admin()),
  }
  // It is 19:00 on Wednesday: the cut-off of Thursday was at 16:30.
  await passHours(world, 33)
  for (const step of steps) {
    requireSuccess(await take[step]())
    await passHours(world, 3)
  }
  const [skipped] = (await world.get(`/standing-orders/${id}`, customer)).json().coming
  expect(skipped).toMatchObject({ due_on: '2026-03-12', why: 'skipped', unskipped_day: '2026-03-13' })
  const [restored] = requireSuccess(await change(false)).json().coming
  expect(restored).toMatchObject({ due_on: '2026-03-12', day: '2026-03-13', why: 'closed' })
  await passHours(world, 24)
  expect(await failuresOf(world, customer)).toEqual([])
  expect(await dates(world, customer)).toEqual(['2026-03-13'])
})

test('a postponed order stays on its later day if its closed day is opened right after its order was due', async () => {
  const { world, customer, id } = await setUp({ weekdays: [1, 2, 3, 4, 5] }, { weekdays: [5], closed_days: 'move' })
  const exceptions = '/admin/delivery/exceptions'
  const closed = { date: '2026-03-13', route_id: null, kind: 'closed' }
  const exception = requireSuccess(await world.post(exceptions, await world.admin(), closed)).json()
  // It is checked on Thursday at 15:10, and, less than half an hour later, at 15:30, when Friday’s order was due.
  for (const minutes of [53 * 60 + 10, 20]) {
    world.pass(minutes * MINUTE)
    await makeDueOrdersNow(world)
  }
  world.pass(MINUTE)
  requireSuccess(await world.request('DELETE', `${exceptions}/${exception.id}`, await world.admin()))
  await makeDueOrdersNow(world)
  const [coming] = (await world.get(`/standing-orders/${id}`, customer)).json().coming
  expect(coming).toMatchObject({ due_on: '2026-03-13', day: '2026-03-16', why: 'closed', is_changeable: true })
})

test('a postponed order does not stay on its later day if a new rhythm has an order for that day', async () => {
  const { world, customer, id } = await setUp({ weekdays: [1, 2, 3, 4, 5] }, { weekdays: [4], closed_days: 'move' })
  const exceptions = '/admin/delivery/exceptions'
  const closed = { date: '2026-03-12', route_id: null, kind: 'closed' }
  const exception = requireSuccess(await world.post(exceptions, await world.admin(), closed)).json()
  await passHours(world, 33)
  requireSuccess(await world.request('DELETE', `${exceptions}/${exception.id}`, await world.admin()))
  requireSuccess(await world.put(`/standing-orders/${id}`, customer, { version: 1, weekdays: [4, 5] }))
  await passHours(world, 24)
  expect(await failuresOf(world, customer)).toEqual([])
  expect(await dates(world, customer)).toEqual(['2026-03-13'])
})

test('a day that was closed after its reminder and opened after its cut-off is not reported as missed', async () => {
  const { world, customer } = await setUp({}, { weekdays: [1, 2, 3, 4, 5] })
  await passHours(world, 9)
  const reminders = (await world.get('/notifications', customer)).json()
  expect(reminders).toMatchObject([{ kind: 'order_reminder', title: '12.03.2026 siparişi: Sabah siparişi' }])
  const exceptions = '/admin/delivery/exceptions'
  const closed = { date: '2026-03-12', route_id: null, kind: 'closed' }
  const { id } = requireSuccess(await world.post(exceptions, await world.admin(), closed)).json()
  await passHours(world, 24)
  requireSuccess(await world.request('DELETE', `${exceptions}/${id}`, await world.admin()))
  await passHours(world, 24)
  expect(await ordersOf(world, customer)).toEqual([])
  expect(await failuresOf(world, customer)).toEqual([])
})

test('an order whose day is closed after its reminder gets another one before the next open day', async () => {
  const { world, customer } = await setUp({ weekdays: [1, 2, 3, 4, 5] }, { weekdays: [4], closed_days: 'move' })
  await passHours(world, 9)
  const closed = { date: '2026-03-12', route_id: null, kind: 'closed' }
  requireSuccess(await world.post('/admin/delivery/exceptions', await world.admin(), closed))
  await passHours(world, 24)
  const bells = (await world.get('/notifications', customer)).json()
  expect(bells).toMatchObject([
    { kind: 'order_reminder', title: '13.03.2026 siparişi: Sabah siparişi' },
    { kind: 'order_reminder', title: '12.03.2026 siparişi: Sabah siparişi' },
  ])
  await passHours(world, 24)
  expect(await dates(world, customer)).toEqual(['2026-03-13'])
})

/** A customer whose order for Thursday is made on Wednesday at 15:30, and whose mail about it is queued. */
async function setUpReminder() {
  const { world, customer, route_id } = await setUp({ weekdays: EVERY_DAY }, { weekdays: [4] })
  await world.put('/notifications/preferences', customer, { topic: 'order_reminder', mail: true })
  await world.mails()
  const change = async (cutoff_time: string) =>
    requireSuccess(await world.put(`/admin/delivery/routes/${route_id}`, await world.admin(), { cutoff_time }))
  await passHours(world, 9)
  return { world, customer, change }
}

test('a queued reminder names the later time to which its order has been put off', async () => {
  const { world, change } = await setUpReminder()
  await change('17:30')
  await passHours(world, 3)
  const [mail, ...more] = await world.mails()
  expect([mail?.text?.includes('11.03.2026 16:30'), more]).toEqual([true, []])
})

test('a queued reminder is not sent once its order is made, even if the cut-off is put off then', async () => {
  const { world, customer, change } = await setUpReminder()
  await passHours(world, 24)
  expect(await dates(world, customer)).toEqual(['2026-03-12'])
  await change('23:30')
  const subjects = (await world.mails()).map(({ subject }) => subject)
  expect(subjects.filter(subject => subject === '12.03.2026 siparişi: Sabah siparişi')).toEqual([])
})

test('an order whose cut-off is brought forward after its reminder gets another one with the earlier time', async () => {
  const { world, customer, change } = await setUpReminder()
  await change('14:30')
  await passHours(world, 3)
  const bodies = async () =>
    (await world.get('/notifications', customer)).json().map(({ body }: { body: string }) => body.slice(0, 16))
  expect(await bodies()).toEqual(['11.03.2026 13:30', '11.03.2026 15:30'])
  // The first one was still queued when its time no longer held.
  const [mail, ...more] = await world.mails()
  expect([mail?.text?.includes('13:30'), more]).toEqual([true, []])
  await change('16:30')
  await passHours(world, 15)
  expect(await bodies()).toHaveLength(2)
  await passHours(world, 3)
  expect(await dates(world, customer)).toEqual(['2026-03-12'])
})

test('both orders of a day to which another one was moved have a reminder', async () => {
  const { world, customer, id } = await setUp({ weekdays: EVERY_DAY }, { weekdays: [5, 6] })
  const moved = { due_on: '2026-03-13', moved_to: '2026-03-14' }
  requireSuccess(await world.put(`/standing-orders/${id}/day`, customer, moved))
  await passHours(world, 24 * 2.5)
  const links = (await world.get('/notifications', customer)).json().map(({ link }: { link: string }) => link)
  expect(links.sort()).toEqual(['2026-03-13', '2026-03-14'].map(day => `/standing-orders?day=${id}.${day}`))
})

test('an order that an earlier version has reminded of gets no second reminder', async () => {
  const { world, customer, id } = await setUp({}, { weekdays: [4] })
  await sql`
    insert into standing_order_days (standing_order_id, due_on, reminded_at)
    values (${id}, '2026-03-12', ${world.now()})`.execute(world.db)
  await passHours(world, 24)
  expect((await world.get('/notifications', customer)).json()).toEqual([])
})

test('a planned order whose cut-off is brought forward into the past is reported', async () => {
  const { world, customer, route_id } = await setUp({}, { weekdays: [2] })
  await passHours(world, 24 * 4)
  // It is Saturday. Tuesday’s order was to be made on Monday.
  requireSuccess(await world.put(`/admin/delivery/routes/${route_id}`, await world.admin(), { days_before: 4 }))
  await passHours(world, 3)
  expect(await ordersOf(world, customer)).toEqual([])
  expect(await failuresOf(world, customer)).toEqual(['Düzenli siparişiniz verilemedi: Sabah siparişi'])
})
