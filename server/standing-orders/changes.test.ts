import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { MAX_CHANGED_DAYS } from '#contract/standing-orders.ts'
import { daysLater } from '#contract/turkish.ts'
import {
  content,
  createStandingOrder,
  HOUR,
  makeDueOrdersNow,
  ordersOf,
  passHours,
} from '../testing/due-standing-orders.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'

// The clock of a test begins on Tuesday, 10 March 2026, at 10:00 in Istanbul.

test('one day is skipped or changed without touching the others', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const [product_id, other] = [await world.product({ on_hand: 100 }), await world.product({ on_hand: 100 })]
  const { id } = await createStandingOrder(world, customer, content(product_id))
  const change = (due_on: string, body: object) =>
    world.put(`/standing-orders/${id}/day`, customer, { due_on, ...body })
  expect((await change('2026-03-11', { is_skipped: true })).json().coming[0]).toMatchObject({
    due_on: '2026-03-11',
    day: null,
    why: 'skipped',
  })
  const items = [{ product_id: other, quantity: 7 }]
  expect((await change('2026-03-12', { items })).json().coming[1].items).toMatchObject([{ quantity: 7 }])
  expect((await change('2026-03-13', { moved_to: '2026-03-14' })).status).toBe(200)
  await passHours(world, 24 * 5)
  const orders = await ordersOf(world, customer)
  const made = orders.map((order: { created_at: string; items: { product_id: string; quantity: number }[] }) => [
    order.created_at.slice(0, 10),
    order.items.map(item => item.quantity),
  ])
  expect(made).toEqual([
    ['2026-03-15', [3]],
    ['2026-03-14', [3]],
    ['2026-03-14', [3]],
    ['2026-03-12', [7]],
  ])
  expect((await change('2026-03-12', { is_skipped: true })).json()).toMatchObject({ code: 'standing_day_over' })
})

test('the order of a closed day can be changed and skipped until it is made', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const product_id = await world.product({ on_hand: 100 })
  // Friday, 20 March is a holiday, so the order is made for Monday.
  const { id } = await createStandingOrder(
    world,
    customer,
    content(product_id, { weekdays: [5], starts_on: '2026-03-16' }),
  )
  world.pass(12 * 24 * HOUR)
  await makeDueOrdersNow(world)
  const bells = (await world.get('/notifications', customer)).json()
  expect(bells).toMatchObject([{ kind: 'order_reminder', link: `/standing-orders?day=${id}.2026-03-20` }])
  const change = (body: object) => world.put(`/standing-orders/${id}/day`, customer, { due_on: '2026-03-20', ...body })
  expect((await change({ items: [{ product_id, quantity: 8 }] })).status).toBe(200)
  expect((await change({ moved_to: '2026-03-24' })).json().coming[0]).toMatchObject({ day: '2026-03-24', why: 'moved' })
  // Its due day has passed, but it can be restored until the order for the 24th would be made.
  const skipped = { due_on: '2026-03-20', why: 'skipped', is_changeable: true }
  expect((await change({ is_skipped: true })).json().coming[0]).toMatchObject(skipped)
  expect((await change({ is_skipped: false })).json().coming[0]).toMatchObject({ due_on: '2026-03-20', why: 'moved' })
  world.pass(24 * HOUR)
  expect((await change({ moved_to: null })).json()).toMatchObject({ code: 'standing_day_over' })
  await passHours(world, 24)
  expect(await ordersOf(world, customer)).toMatchObject([{ items: [{ quantity: 8 }] }])
})

test('a moved day that is skipped still names the day for which its order is made if it is restored', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  // Friday, 20 March is a holiday.
  const rhythm = { weekdays: [2, 5], starts_on: '2026-03-17', ends_on: '2026-03-20', closed_days: 'skip' }
  const { id } = await createStandingOrder(world, customer, content(await world.product({ on_hand: 100 }), rhythm))
  const change = async (body: object) =>
    (await world.put(`/standing-orders/${id}/day`, customer, { due_on: '2026-03-17', ...body })).json().coming
  const moved = await change({ moved_to: '2026-03-19' })
  expect(moved).toMatchObject([
    { why: 'moved', day: '2026-03-19', unskipped_day: '2026-03-19' },
    { why: 'closed', day: null, unskipped_day: null },
  ])
  const [skipped] = await change({ is_skipped: true })
  expect(skipped).toMatchObject({ why: 'skipped', day: null, unskipped_day: '2026-03-19' })
  const [restored] = await change({ is_skipped: false, moved_to: null })
  expect(restored).toMatchObject({ why: null, day: '2026-03-17', unskipped_day: '2026-03-17' })
})

test('a moved day can be moved back to its own date, unless that is closed', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  // Friday, 20 March is a holiday, so its order is made for Monday.
  const rhythm = { weekdays: [3, 5], starts_on: '2026-03-18', ends_on: '2026-03-20' }
  const { id } = await createStandingOrder(world, customer, content(await world.product({ on_hand: 100 }), rhythm))
  const change = async (due_on: string, moved_to: string) =>
    (await world.put(`/standing-orders/${id}/day`, customer, { due_on, moved_to })).json()
  expect((await change('2026-03-18', '2026-03-19')).coming[0]).toMatchObject({ day: '2026-03-19', why: 'moved' })
  expect((await change('2026-03-18', '2026-03-18')).coming[0]).toMatchObject({ day: '2026-03-18', why: null })
  expect(await change('2026-03-20', '2026-03-20')).toMatchObject({ code: 'standing_day_closed' })
  expect((await change('2026-03-20', '2026-03-24')).coming[1]).toMatchObject({ day: '2026-03-24', why: 'moved' })
})

test('a day is said to be changeable exactly as long as it can be changed, be it skipped, closed or neither', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const product_id = await world.product({ on_hand: 100 })
  // Orders are made three days before their day, at 15:00.
  const route = { name: 'Kadıköy', weekdays: [1, 2, 3, 4, 5], cutoff_time: '16:00', days_before: 3 }
  const { id: route_id } = (await world.post('/admin/delivery/routes', admin, route)).json()
  await world.put(`/admin/customers/${customer.id}/delivery`, admin, { route_id })
  // Friday, 20 March is a holiday.
  const rhythm = { weekdays: [3, 4, 5], starts_on: '2026-03-18', closed_days: 'skip' }
  const { id } = await createStandingOrder(world, customer, content(product_id, rhythm))
  const change = (due_on: string, body: object) =>
    world.put(`/standing-orders/${id}/day`, customer, { due_on, ...body })
  await change('2026-03-18', { is_skipped: true })
  world.pass(5 * 24 * HOUR)
  type Coming = { due_on: string; why: string | null; is_changeable: boolean }
  const outcomes = async () => {
    const { coming } = (await world.get(`/standing-orders/${id}`, customer)).json()
    const days = (coming as Coming[]).filter(({ due_on }) => due_on <= '2026-03-20')
    const said = days.map(({ due_on, why, is_changeable }) => [due_on, why, is_changeable])
    const tried = []
    for (const { due_on, why } of days) {
      const { status } = await change(due_on, why === 'skipped' ? { is_skipped: false } : { items: null })
      if (why === 'skipped' && status === 200) await change(due_on, { is_skipped: true })
      tried.push([due_on, why, status === 200])
    }
    expect(said).toEqual(tried)
    return said
  }
  expect(await outcomes()).toEqual([
    ['2026-03-18', 'skipped', true],
    ['2026-03-19', null, true],
    ['2026-03-20', 'closed', true],
  ])
  world.pass(5 * HOUR)
  expect(await outcomes()).toEqual([
    ['2026-03-18', 'skipped', false],
    ['2026-03-19', null, true],
    ['2026-03-20', 'closed', true],
  ])
  world.pass(48 * HOUR)
  expect(await outcomes()).toEqual([
    ['2026-03-18', 'skipped', false],
    ['2026-03-19', null, false],
    ['2026-03-20', 'closed', false],
  ])
})

test('only days as far ahead as due days are shown can be changed, and a limited number at the same time', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const product_id = await world.product({ on_hand: 100 })
  const { id } = await createStandingOrder(world, customer, content(product_id))
  const change = (due_on: string, body: object) =>
    world.put(`/standing-orders/${id}/day`, customer, { due_on, ...body })
  const stored = () => world.db.selectFrom('standing_order_days').select(['due_on', 'is_skipped']).execute()
  const before = (await world.get(`/standing-orders/${id}`, customer)).json()
  const refused = await change('2027-04-15', { is_skipped: true })
  expect([refused.status, refused.json()]).toEqual([
    409,
    { code: 'standing_day_too_far', detail: 'Şimdilik en geç 14.04.2027 gününün siparişi değiştirilebilir' },
  ])
  expect((await world.get(`/standing-orders/${id}`, customer)).json()).toEqual(before)
  expect(await stored()).toEqual([])
  for (let ahead = 1; ahead < MAX_CHANGED_DAYS; ahead += 1)
    expect((await change(daysLater('2026-03-10', ahead), { is_skipped: true })).status).toBe(200)
  expect((await change('2027-04-14', { items: [{ product_id, quantity: 1 }] })).status).toBe(200)
  const tooMany = await change('2027-04-13', { is_skipped: true })
  expect([tooMany.status, tooMany.json().code]).toEqual([409, 'too_many_changed_days'])
  expect(await stored()).toHaveLength(MAX_CHANGED_DAYS)
  // The changed ones can still be changed, and once one is restored or over, another.
  expect((await change('2026-03-20', { is_skipped: false })).status).toBe(200)
  expect(await stored()).toHaveLength(MAX_CHANGED_DAYS - 1)
  // A reminder of a day is no change.
  await sql`insert into standing_order_days (standing_order_id, due_on, reminded_at)
    values (${id}, '2027-04-12', ${world.now()})`.execute(world.db)
  expect((await change('2027-04-11', { is_skipped: true })).status).toBe(200)
  expect((await change('2026-03-20', { is_skipped: true })).json().code).toBe('too_many_changed_days')
  expect((await change('2027-04-11', { is_skipped: false })).status).toBe(200)
  expect((await change('2026-03-20', { is_skipped: true })).status).toBe(200)
  world.pass(48 * HOUR)
  expect((await change('2027-04-13', { is_skipped: true })).status).toBe(200)
})

test('a day of a standing order that begins years ahead can be changed as soon as it is shown', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const rhythm = { weekdays: [1], every_weeks: 12, starts_on: '2030-01-07' }
  const { id, coming, version } = await createStandingOrder(world, customer, content(await world.product(), rhythm))
  const last = coming.at(-1)
  expect([last.due_on > '2030-11', last.is_changeable]).toEqual([true, true])
  const change = (is_skipped: boolean) =>
    world.put(`/standing-orders/${id}/day`, customer, { due_on: last.due_on, is_skipped })
  expect((await change(true)).status).toBe(200)
  // It can be restored, but not changed again, once the standing order begins so early that it is no longer shown.
  const earlier = { version, starts_on: '2026-05-04' }
  expect((await world.put(`/standing-orders/${id}`, customer, earlier)).status).toBe(200)
  expect((await change(false)).status).toBe(200)
  expect((await change(true)).json().code).toBe('standing_day_too_far')
})

test('a day can be changed although one of its products is no longer on sale, which the order then lacks', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const admin = await world.admin()
  const [sold, own, ofTheDay] = [await world.product({ on_hand: 100 }), await world.product(), await world.product()]
  const both = [sold, own].map(product_id => ({ product_id, quantity: 3 }))
  const { id } = await createStandingOrder(world, customer, content(sold, { items: both }))
  const change = (...lines: [string, number][]) => {
    const items = lines.map(([product_id, quantity]) => ({ product_id, quantity }))
    return world.put(`/standing-orders/${id}/day`, customer, { due_on: '2026-03-11', items })
  }
  expect((await change([sold, 3], [own, 3], [ofTheDay, 1])).status).toBe(200)
  for (const product_id of [own, ofTheDay])
    await world.put(`/admin/products/${product_id}`, admin, { is_active: false })
  expect((await change([sold, 5], [own, 3], [ofTheDay, 1])).status).toBe(200)
  const other = await world.product({ is_active: false })
  expect((await change([sold, 5], [other, 1])).json().code).toBe('product_unavailable')
  await passHours(world, 24)
  const [order] = await ordersOf(world, customer)
  expect(order.items).toMatchObject([{ product_id: sold, quantity: 5 }])
  const { past } = (await world.get(`/standing-orders/${id}`, customer)).json()
  expect(past[0].shortages).toMatchObject([{ why: 'product_unavailable' }, { why: 'product_unavailable' }])
})

test('no orders are made during a pause, and after it none for the days that have passed', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const { id, version } = await createStandingOrder(world, customer, content(await world.product({ on_hand: 100 })))
  const paused = await world.put(`/standing-orders/${id}`, customer, { version, is_paused: true })
  expect(paused.json()).toMatchObject({ is_paused: true, coming: [], version: version + 1 })
  await passHours(world, 72)
  await world.put(`/standing-orders/${id}`, customer, { version: version + 1, is_paused: false })
  await makeDueOrdersNow(world)
  expect(await ordersOf(world, customer)).toEqual([])
  await passHours(world, 24)
  expect(await ordersOf(world, customer)).toHaveLength(1)
})

test('a change that repeats the present rhythm keeps an order that is due but not made yet', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const made = content(await world.product({ on_hand: 100 }), { ends_on: '2026-03-11' })
  const { id, version } = await createStandingOrder(world, customer, made)
  const rhythm = { weekdays: [7, 6, 5, 4, 3, 2, 1], every_weeks: 1, starts_on: '2026-03-10', ends_on: '2026-03-11' }
  world.pass(20.5 * HOUR)
  const renamed = await world.put(`/standing-orders/${id}`, customer, { version, name: 'Yeni ad', ...rhythm })
  expect(renamed.status).toBe(200)
  await makeDueOrdersNow(world)
  expect(await ordersOf(world, customer)).toHaveLength(1)
  // Its last day is over, which is no reason against another name.
  world.pass(24 * HOUR)
  const again = await world.put(`/standing-orders/${id}`, customer, { version: version + 1, name: 'Eski', ...rhythm })
  expect(again.status).toBe(200)
})

test('an order that is due but not made yet is made if the new rhythm has its day, and no other one before', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const product_id = await world.product({ on_hand: 100 })
  const made = (name: string, more: object) =>
    createStandingOrder(world, customer, content(product_id, { name, weekdays: [3], ...more }))
  const [longer, other, more] = [
    await made('Uzayan', { ends_on: '2026-03-11' }),
    await made('Başka gün', {}),
    await made('Başka başlangıç', { starts_on: '2026-03-18' }),
  ]
  // The orders for Wednesday are due at six in the morning.
  world.pass(20.5 * HOUR)
  const change = async ({ id, version }: { id: string; version: number }, body: object) =>
    expect((await world.put(`/standing-orders/${id}`, customer, { version, ...body })).status).toBe(200)
  await change(longer, { ends_on: '2026-03-18' })
  await change(other, { weekdays: [5] })
  await change(more, { starts_on: '2026-03-10' })
  await makeDueOrdersNow(world)
  const [order, ...others] = await ordersOf(world, customer)
  expect(others).toEqual([])
  expect((await world.get(`/standing-orders/${longer.id}`, customer)).json()).toMatchObject({
    coming: [{ due_on: '2026-03-18' }],
    past: [{ due_on: '2026-03-11', order_id: order.id }],
  })
})

test('a day that was moved stays if the rhythm changes, until it is skipped or the standing order ends before', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const made = content(await world.product({ on_hand: 100 }), { weekdays: [5] })
  const { id, version } = await createStandingOrder(world, customer, made)
  const moveTo = async (moved_to: string) =>
    (await world.put(`/standing-orders/${id}/day`, customer, { due_on: '2026-03-13', moved_to })).json().coming[0]
  const change = async (body: object) => (await world.put(`/standing-orders/${id}`, customer, body)).json().coming
  await moveTo('2026-03-14')
  const moved = { due_on: '2026-03-13', day: '2026-03-14', why: 'moved', is_changeable: true }
  const following = { due_on: '2026-03-18', day: '2026-03-18', why: null }
  expect((await change({ version, weekdays: [3], starts_on: '2026-03-12' })).slice(0, 2)).toMatchObject([
    moved,
    following,
  ])
  const skip = async (is_skipped: boolean) =>
    (await world.put(`/standing-orders/${id}/day`, customer, { due_on: '2026-03-13', is_skipped })).json().coming[0]
  expect(await skip(true)).toMatchObject({ due_on: '2026-03-13', why: 'skipped', unskipped_day: '2026-03-14' })
  expect(await skip(false)).toMatchObject(moved)
  // To its own date it is moved, too, as it is no due day any more.
  expect(await moveTo('2026-03-13')).toMatchObject({ day: '2026-03-13' })
  expect(await moveTo('2026-03-14')).toMatchObject(moved)
  const ended = await change({ version: version + 1, ends_on: '2026-03-12', weekdays: [4] })
  expect(ended).toMatchObject([{ due_on: '2026-03-12' }])
  // An order that is due on its day anyway is made once.
  const saturdays = await change({ version: version + 2, ends_on: null, weekdays: [6] })
  expect(saturdays.slice(0, 2)).toMatchObject([{ due_on: '2026-03-14', why: null }, { due_on: '2026-03-21' }])
  await change({ version: version + 3, weekdays: [3] })
  // Nor can it be moved to such a day.
  const onto = { due_on: '2026-03-13', moved_to: '2026-03-18' }
  const refused = await world.put(`/standing-orders/${id}/day`, customer, onto)
  expect([refused.status, refused.json().code]).toEqual([409, 'standing_day_closed'])
  await passHours(world, 5 * 24)
  expect(await ordersOf(world, customer)).toMatchObject([{ created_at: expect.stringContaining('2026-03-14') }])
})

test.each([
  ['skipped', { is_skipped: true }, ['2026-03-14']],
  ['moved away', { moved_to: '2026-03-16' }, ['2026-03-16', '2026-03-14']],
])('a moved day that the rhythm lacks has its order if the due day on its date is %s', async (_, other, expected) => {
  const world = await makeWorld()
  const customer = await world.customer()
  const made = content(await world.product({ on_hand: 100 }), { weekdays: [5] })
  const { id, version } = await createStandingOrder(world, customer, made)
  const changeDay = async (body: object) =>
    (await world.put(`/standing-orders/${id}/day`, customer, body)).json().coming
  await changeDay({ due_on: '2026-03-13', moved_to: '2026-03-14' })
  const saturdays = await world.put(`/standing-orders/${id}`, customer, { version, weekdays: [6] })
  expect(saturdays.json().coming.slice(0, 2)).toMatchObject([{ due_on: '2026-03-14' }, { due_on: '2026-03-21' }])
  const coming = await changeDay({ due_on: '2026-03-14', ...other })
  expect(coming.slice(0, 2)).toMatchObject([
    { due_on: '2026-03-13', day: '2026-03-14', why: 'moved', is_changeable: true },
    { due_on: '2026-03-14' },
  ])
  await passHours(world, 7 * 24)
  const orders = await ordersOf(world, customer)
  expect(orders.map((order: { created_at: string }) => order.created_at.slice(0, 10))).toEqual(expected)
})

test('a day that was moved to a date that is closed later moves on, or has no order, as the rule for closed days says', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const product_id = await world.product({ on_hand: 100 })
  const rhythm = { weekdays: [5] }
  const moving = await createStandingOrder(world, customer, content(product_id, rhythm))
  const skipping = await createStandingOrder(
    world,
    customer,
    content(product_id, { ...rhythm, name: 'Yedek', closed_days: 'skip' }),
  )
  const move = ({ id }: { id: string }, moved_to: string) =>
    world.put(`/standing-orders/${id}/day`, customer, { due_on: '2026-03-13', moved_to })
  for (const standing of [moving, skipping]) expect((await move(standing, '2026-03-16')).status).toBe(200)
  const closed = { date: '2026-03-16', route_id: null, kind: 'closed' }
  expect((await world.post('/admin/delivery/exceptions', admin, closed)).status).toBe(201)
  const comingOf = async ({ id }: { id: string }) =>
    (await world.get(`/standing-orders/${id}`, customer)).json().coming[0]
  const moved = { due_on: '2026-03-13', moved_to: '2026-03-16', why: 'closed' }
  expect(await comingOf(moving)).toMatchObject({ ...moved, day: '2026-03-17' })
  // It can be moved again although its due day has passed.
  world.pass(4 * 24 * HOUR)
  const none = { ...moved, day: null, is_changeable: true }
  expect(await comingOf(skipping)).toMatchObject(none)
  expect((await move(skipping, '2026-03-18')).status).toBe(200)
  expect(await comingOf(skipping)).toMatchObject({ day: '2026-03-18', why: 'moved' })
  await passHours(world, 5 * 24)
  const orders = await ordersOf(world, customer)
  expect(orders.map((order: { created_at: string }) => order.created_at.slice(0, 10))).toEqual([
    '2026-03-18',
    '2026-03-17',
  ])
})

test('a day that was moved to a date that is closed later is reported once if it has no order', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const made = content(await world.product({ on_hand: 100 }), { weekdays: [5], closed_days: 'skip' })
  const { id } = await createStandingOrder(world, customer, made)
  const moved = { due_on: '2026-03-13', moved_to: '2026-03-16' }
  expect((await world.put(`/standing-orders/${id}/day`, customer, moved)).status).toBe(200)
  const closed = { date: '2026-03-16', route_id: null, kind: 'closed' }
  expect((await world.post('/admin/delivery/exceptions', admin, closed)).status).toBe(201)
  const failures = async () =>
    (await world.get('/notifications', customer))
      .json()
      .filter(({ kind }: { kind: string }) => kind === 'standing_order')
      .map(({ title, body }: { title: string; body: string }) => [title, body])
  await passHours(world, 5 * 24)
  expect(await failures()).toEqual([])
  await passHours(world, 24)
  expect(await failures()).toEqual([
    ['Düzenli siparişiniz verilemedi: Sabah siparişi', '16.03.2026: Seçilen gün sonradan kapatıldı'],
  ])
  const { past } = (await world.get(`/standing-orders/${id}`, customer)).json()
  expect(past).toMatchObject([{ due_on: '2026-03-13', day: '2026-03-16', order_id: null }])
  expect(await ordersOf(world, customer)).toEqual([])
})

test('a marketer manages the standing orders of its own customers, and an admin all', async () => {
  const world = await makeWorld()
  const [admin, marketer, other] = [await world.admin(), await world.marketer(), await world.marketer()]
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  const product_id = await world.product({ on_hand: 100 })
  const { id, version } = await createStandingOrder(world, marketer, content(product_id, { customer_id: customer.id }))
  const list = async (as: TestUser) =>
    (await world.get('/standing-orders', as)).json().map((one: { id: string }) => one.id)
  expect(await Promise.all([customer, marketer, admin, other].map(list))).toEqual([[id], [id], [id], []])
  expect((await world.get(`/standing-orders/${id}`, other)).status).toBe(404)
  expect((await world.put(`/standing-orders/${id}`, other, { version, is_paused: true })).status).toBe(404)
  const changed = await world.put(`/standing-orders/${id}`, admin, { version, name: 'Yeni ad' })
  expect(changed.json()).toMatchObject({ name: 'Yeni ad', updated_by: 'Yönetici' })
  const overtaken = await world.put(`/standing-orders/${id}`, customer, { version, name: 'Başka' })
  expect(overtaken.json()).toMatchObject({ code: 'standing_order_changed' })
  const trail = (await world.get(`/admin/audit?entity=standing_order`, admin)).json()
  expect(trail[0].entity_name).toBe('Yeni ad')
  expect(trail.map((entry: { action: string; actor_name: string }) => [entry.action, entry.actor_name])).toEqual([
    ['updated', 'Ayşe Yönetici'],
    ['created', 'Mehmet Pazarlamacı'],
  ])
})

test('a change that is sent again after a lost reply is no conflict, and not recorded twice', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const product_id = await world.product({ on_hand: 100 })
  const { id, version } = await createStandingOrder(world, customer, content(product_id))
  const change = { version, name: ' Salı ', weekdays: [4, 2], items: [{ product_id, quantity: 9 }] }
  const first = (await world.put(`/standing-orders/${id}`, customer, change)).json()
  const again = await world.put(`/standing-orders/${id}`, customer, change)
  expect([again.status, again.json()]).toEqual([200, first])
  const other = await world.put(`/standing-orders/${id}`, customer, { ...change, items: [{ product_id, quantity: 8 }] })
  expect(other.json().code).toBe('standing_order_changed')
  expect((await world.get('/admin/audit?entity=standing_order', admin)).json()).toHaveLength(2)
})

test('the past days are those whose orders were made last, also one that was due long ago', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const { id } = await createStandingOrder(world, customer, content(await world.product()))
  await sql`
    insert into standing_order_days (standing_order_id, due_on, day, made_at)
    select ${id}::uuid, due_on, due_on, due_on from generate_series(date '2025-09-01', '2026-03-08', '1 day') as due_on
    union all select ${id}, '2025-06-01', '2026-03-10', timestamptz '2026-03-10 05:00Z'`.execute(world.db)
  const { past } = (await world.get(`/standing-orders/${id}`, customer)).json()
  const days = past.map(({ due_on }: { due_on: string }) => due_on)
  expect(days).toEqual(['2025-06-01', '2026-03-08', '2026-03-07', '2026-03-06', '2026-03-05', '2026-03-04'])
})

test('a new standing order does not begin in the past, but may begin yesterday, when its request may have been made', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const product_id = await world.product()
  const create = (starts_on: string) => world.post('/standing-orders', customer, content(product_id, { starts_on }))
  const refused = await create('2025-03-10')
  expect([refused.status, refused.json().errors]).toEqual([
    400,
    [{ field: 'starts_on', message: 'Başlangıç geçmiş bir gün olamaz' }],
  ])
  expect((await create('2026-03-09')).status).toBe(201)
})

test('invalid input is refused, and nothing is stored', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const product_id = await world.product()
  const code = async (body: object) => (await world.post('/standing-orders', customer, body)).json().code
  const empty = await world.post('/standing-orders', customer, content(product_id, { items: [] }))
  expect(empty.json().errors).toEqual([{ field: 'items', message: 'En az bir ürün ekleyin' }])
  expect(await code(content(product_id, { weekdays: [] }))).toBe('invalid_input')
  expect(await code(content(product_id, { weekdays: [8] }))).toBe('invalid_input')
  expect(await code(content(product_id, { ends_on: '2026-03-01' }))).toBe('standing_order_without_days')
  expect(await code(content('4b9cfa48-2f4b-4e6d-8e0a-8f38a6b6ad1f'))).toBe('product_unavailable')
  const passive = await world.product({ name: 'Tulum', is_active: false })
  const unavailable = await world.post('/standing-orders', customer, content(passive))
  expect(unavailable.json().errors).toEqual([{ field: 'items.0', message: 'Tulum: Bu ürün artık satışta değil' }])
  expect(await code(content(product_id, { customer_id: '4b9cfa48-2f4b-4e6d-8e0a-8f38a6b6ad1f' }))).toBe('not_found')
  expect((await world.get('/standing-orders', customer)).json()).toEqual([])
})

test('the audit trail has each change of a single day with its quantities, and a pause changes no day', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const product_id = await world.product({ name: 'Kaşar', on_hand: 100 })
  const { id, version } = await createStandingOrder(world, customer, content(product_id))
  const change = async (as: TestUser, due_on: string, body: object) =>
    expect((await world.put(`/standing-orders/${id}/day`, as, { due_on, ...body })).status).toBe(200)
  const newest = async () => (await world.get(`/admin/audit?entity=standing_order&entity_id=${id}`, admin)).json()[0]
  // Three weeks ahead, so that it is not among the days that are shown.
  const due_on = '2026-03-31'
  await change(customer, due_on, { items: [{ product_id, quantity: 6 }] })
  await change(admin, due_on, { items: [{ product_id, quantity: 60 }] })
  const day = (quantity: number) => ({ due_on, day: due_on, lines: [`${quantity} ADET Kaşar`] })
  expect(await newest()).toMatchObject({
    actor_role: 'admin',
    before: { coming: [day(6)] },
    after: { coming: [day(60)] },
  })
  // An entry has its own day only, however many others are changed.
  await change(customer, '2026-03-17', { is_skipped: true })
  await change(customer, '2026-03-18', { moved_to: '2026-03-19' })
  const moved = { due_on: '2026-03-18', day: '2026-03-19', lines: null }
  expect(await newest()).toMatchObject({ before: { coming: [] }, after: { coming: [moved] } })
  await change(customer, '2026-03-18', { moved_to: null })
  expect(await newest()).toMatchObject({ before: { coming: [moved] }, after: { coming: [] } })
  for (const [at, is_paused] of [true, false].entries()) {
    const body = { version: version + at, is_paused }
    expect((await world.put(`/standing-orders/${id}`, customer, body)).status).toBe(200)
    expect(await newest()).toMatchObject({ before: { is_paused: !is_paused }, after: { is_paused } })
    expect(Object.keys((await newest()).after)).toEqual(['is_paused'])
  }
  expect((await world.request('DELETE', `/standing-orders/${id}`, customer)).status).toBe(200)
  const { action, before } = await newest()
  expect([action, before.items, before.coming]).toEqual(['deleted', ['3 ADET Kaşar'], undefined])
})

const remindersOf = async (world: World, as: TestUser) =>
  (await world.get('/notifications', as))
    .json()
    .filter(({ kind }: { kind: string }) => kind === 'order_reminder')
    .map(({ title }: { title: string }) => title)

test('an order that is moved after its reminder gets another one before its new day, once', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  await world.put('/notifications/preferences', customer, { topic: 'order_reminder', mail: true })
  const made = content(await world.product({ on_hand: 100 }), { weekdays: [5] })
  const { id } = await createStandingOrder(world, customer, made)
  await world.mails()
  const move = (moved_to: string | null) =>
    world.put(`/standing-orders/${id}/day`, customer, { due_on: '2026-03-13', moved_to })
  await passHours(world, 48)
  expect(await remindersOf(world, customer)).toEqual(['13.03.2026 siparişi: Sabah siparişi'])
  // Another day and back: the reminder is still true.
  for (const day of ['2026-03-17', null, '2026-03-18']) {
    expect((await move(day)).status).toBe(200)
    await makeDueOrdersNow(world)
  }
  expect(await remindersOf(world, customer)).toHaveLength(1)
  // Until Tuesday at four in the morning, two hours before the reminder.
  await passHours(world, 4.75 * 24)
  expect(await remindersOf(world, customer)).toHaveLength(1)
  world.pass(3 * HOUR)
  await Promise.all([makeDueOrdersNow(world), makeDueOrdersNow(world)])
  await makeDueOrdersNow(world)
  const moved = '18.03.2026 siparişi: Sabah siparişi'
  expect(await remindersOf(world, customer)).toEqual([moved, '13.03.2026 siparişi: Sabah siparişi'])
  // The first one was still queued.
  expect((await world.mails()).map(({ subject }) => subject)).toEqual([moved])
})

test.each([
  ['customer gets none', []],
  ['marketer gets one at once', ['12.03.2026 siparişi: Sabah siparişi']],
] as const)('a day that is moved after the time of its new reminder by the %s', async (by, expected) => {
  const world = await makeWorld()
  const marketer = await world.marketer()
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  const made = content(await world.product({ on_hand: 100 }), { weekdays: [5] })
  const { id } = await createStandingOrder(world, customer, made)
  world.pass(26 * HOUR)
  const moved = { due_on: '2026-03-13', moved_to: '2026-03-12' }
  const mover = by.startsWith('customer') ? customer : marketer
  expect((await world.put(`/standing-orders/${id}/day`, mover, moved)).status).toBe(200)
  await makeDueOrdersNow(world)
  expect(await remindersOf(world, customer)).toEqual(expected)
  await passHours(world, 24)
  expect(await ordersOf(world, customer)).toHaveLength(1)
  expect(await remindersOf(world, customer)).toEqual(expected)
})
