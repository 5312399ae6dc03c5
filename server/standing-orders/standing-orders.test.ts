import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { kurus } from '#contract/money.ts'
import { inTransaction } from '../db/transaction.ts'
import { startLive } from '../notifications/live.ts'
import { lockStock, move } from '../stock/ledger.ts'
import { requireSuccess } from '../testing/callers.ts'
import {
  content,
  createStandingOrder,
  HOUR,
  MINUTE,
  makeDueOrdersNow,
  ordersOf,
  passHours,
  STEP,
} from '../testing/due-standing-orders.ts'
import { cancelLockWaits, untilConnectionsWaitForLock } from '../testing/lock-waits.ts'
import { pushBrowser, startPushService } from '../testing/push-service.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'
import { makeDueOrders } from './due-orders.ts'

// The clock of a test begins on Tuesday, 10 March 2026, at 10:00 in Istanbul.

test('an order is made on each chosen weekday, at the price of the day', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const product_id = await world.product({ on_hand: 100, price: kurus(1000), vat_rate: 0 })
  const made = await createStandingOrder(world, customer, content(product_id, { weekdays: [3, 5] }))
  expect(made.coming.map((day: { day: string }) => day.day)).toEqual([
    '2026-03-11',
    '2026-03-13',
    '2026-03-18',
    // The holiday of Friday, 20 March.
    '2026-03-23',
    '2026-03-25',
    '2026-03-27',
  ])

  await passHours(world, 24)
  const [first] = await ordersOf(world, customer)
  expect(first).toMatchObject({ grand_total: 30, notes: null, items: [{ quantity: 3 }] })
  const admin = await world.admin()
  const change = await world.put(`/admin/products/${product_id}`, admin, { price: 12 })
  expect(change.status).toBe(200)
  await passHours(world, 48)
  const orders = await ordersOf(world, customer)
  expect(orders.map((order: { grand_total: number }) => order.grand_total)).toEqual([36, 30])
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('closed days of the week of a holiday move to the next open day, or make no order', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const product_id = await world.product({ on_hand: 100 })
  // Ramazan Bayramı is from Friday, 20 to Sunday, 22 March.
  const moved = await createStandingOrder(world, customer, content(product_id, { weekdays: [5] }))
  expect(moved.coming[1]).toMatchObject({ due_on: '2026-03-20', day: '2026-03-23', why: 'closed' })
  const skipped = await createStandingOrder(
    world,
    customer,
    content(product_id, { name: 'Cuma', weekdays: [5], closed_days: 'skip' }),
  )
  expect(skipped.coming[1]).toMatchObject({ due_on: '2026-03-20', day: null, why: 'closed' })
})

test('goods that the stock does not cover are ordered in part or left out, and the customer is notified of that', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const [few, none, enough] = await world.products([
    { name: 'Kaşar', on_hand: 2 },
    { name: 'Tulum', on_hand: 0 },
    { name: 'Lor', on_hand: 50 },
  ])
  const items = [few, none, enough].map(product_id => ({ product_id, quantity: 3 }))
  await createStandingOrder(world, customer, { name: 'Az', items, weekdays: [3] })
  await createStandingOrder(world, customer, { name: 'Hiç', items, weekdays: [4], shortages: 'leave_out' })
  await world.mails()
  await passHours(world, 24)
  const [reduced] = await ordersOf(world, customer)
  expect(
    reduced.items.map((item: { product_name: string; quantity: number }) => [item.product_name, item.quantity]),
  ).toEqual([
    ['Kaşar', 2],
    ['Lor', 3],
  ])
  const mail = (await world.mails()).find(({ subject }) => subject.includes('alındı'))
  expect(mail?.text).toContain('“Az” adlı düzenli siparişiniz')
  expect(mail?.text).toContain(
    '- Kaşar: 3 yerine 2 ADET (stokta bu kadar var)\n- Tulum: 3 ADET verilemedi (stokta yok)',
  )
  const bells = (await world.get('/notifications', customer)).json()
  expect(bells.filter((bell: { kind: string }) => bell.kind === 'standing_order')).toMatchObject([
    { title: 'Düzenli siparişiniz verildi: Az', link: `/orders/${reduced.id}` },
  ])

  await passHours(world, 24)
  const [left] = await ordersOf(world, customer)
  expect(left.items.map((item: { product_name: string }) => item.product_name)).toEqual(['Lor'])
  const [standing] = (await world.get('/standing-orders?limit=10', customer)).json()
  expect(standing.past[0]).toMatchObject({
    order_id: reduced.id,
    shortages: [
      { product_name: 'Kaşar', wanted: 3, ordered: 2, why: 'insufficient_stock' },
      { product_name: 'Tulum', wanted: 3, ordered: 0, why: 'out_of_stock' },
    ],
  })
})

test('the customer’s notification of a made order names its total and the delivery fee', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const product_id = await world.product({ on_hand: 100, price: kurus(10_00), vat_rate: 0 })
  await createStandingOrder(world, customer, content(product_id, { weekdays: [3, 5] }))
  const bodies = async () =>
    (await world.get('/notifications', customer))
      .json()
      .filter(({ kind }: { kind: string }) => kind === 'standing_order')
      .map(({ body }: { body: string }) => body.split('\n')[0])
  await passHours(world, 24)
  expect(await bodies()).toEqual(['Genel toplam ₺30,00'])
  requireSuccess(await world.put('/admin/delivery', await world.admin(), { minimum: 100, fee: 25 }))
  await passHours(world, 48)
  expect(await bodies()).toEqual(['Genel toplam ₺55,00, teslimat ücreti ₺25,00 dahil', 'Genel toplam ₺30,00'])
})

test('goods that are out of stock are ordered only if they are expected in time for the day of the order', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  // The order for the 12th is made on the 11th.
  const route = { name: 'Kadıköy', weekdays: [4], cutoff_time: '17:00', days_before: 1 }
  const { id: route_id } = (await world.post('/admin/delivery/routes', admin, route)).json()
  await world.put(`/admin/customers/${customer.id}/delivery`, admin, { route_id })
  const products = await world.products([
    { name: 'Lor', on_hand: 50 },
    { name: 'Geç', on_hand: 0, expected_stock_date: '2026-03-31' },
    { name: 'Gecikmiş', on_hand: 0, expected_stock_date: '2026-03-10' },
    { name: 'Zamanında', on_hand: 0, expected_stock_date: '2026-03-12' },
  ])
  const items = products.map(product_id => ({ product_id, quantity: 3 }))
  for (const shortages of ['reduce', 'leave_out'])
    await createStandingOrder(world, customer, { name: shortages, shortages, weekdays: [4], items })
  await passHours(world, 48)
  const orders = await ordersOf(world, customer)
  expect(orders).toHaveLength(2)
  for (const order of orders)
    expect(order.items.map((item: { product_name: string }) => item.product_name)).toEqual(['Lor', 'Zamanında'])
  const mails = (await world.mails()).filter(({ subject }) => subject.includes('alındı'))
  expect(mails).toHaveLength(2)
  for (const { text } of mails) expect(text).toContain('- Geç: 3 ADET verilemedi (stokta yok)')
  for (const { past } of (await world.get('/standing-orders', customer)).json())
    expect(past[0].shortages).toMatchObject([
      { product_name: 'Geç', ordered: 0, why: 'out_of_stock' },
      { product_name: 'Gecikmiş', ordered: 0, why: 'out_of_stock' },
    ])
})

test('mails of orders that standing orders make follow the setting for standing orders, not that for new orders', async () => {
  const world = await makeWorld()
  const [without, withThem] = [await world.customer(), await world.customer()]
  const prefer = async (as: TestUser, change: object) =>
    expect((await world.put('/notifications/preferences', as, change)).status).toBe(200)
  await prefer(without, { topic: 'standing_order', mail: false, bell: false })
  await prefer(withThem, { topic: 'order_received', mail: false })
  const [enough = '', none = ''] = await world.products([{ on_hand: 100 }, { name: 'Tulum', on_hand: 0 }])
  const items = [enough, none].map(product_id => ({ product_id, quantity: 3 }))
  for (const user of [without, withThem])
    await createStandingOrder(world, user, content(enough, { items, weekdays: [3] }))
  await world.mails()
  const addressOf = ({ username }: TestUser) => `${username}@ornek.com.tr`
  const mailed = async () =>
    (await world.mails()).map(({ to, text }) => [to.address, text?.includes('Tulum: 3 ADET verilemedi (stokta yok)')])
  await passHours(world, 24)
  for (const user of [without, withThem]) expect(await ordersOf(world, user)).toHaveLength(1)
  expect(await mailed()).toEqual([[addressOf(withThem), true]])
  for (const user of [without, withThem])
    await world.post('/orders', user, { items: [{ product_id: enough, quantity: 1 }] })
  expect(await mailed()).toEqual([[addressOf(without), false]])
})

test('open screens are refreshed when an order is made, and when none could be', async () => {
  const world = await makeWorld()
  const [admin, marketer] = [await world.admin(), await world.marketer()]
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  const [enough = '', none = ''] = await world.products([{ on_hand: 100 }, { on_hand: 0 }])
  await createStandingOrder(world, customer, content(enough, { weekdays: [3] }))
  await createStandingOrder(world, customer, content(none, { weekdays: [4] }))
  const live = startLive(world.database)
  onTestFinished(() => live.close())
  const refreshed = new Set<string>()
  for (const { actor } of [customer, marketer, admin])
    await live.subscribe(actor, topic => topic === 'standing-orders' && refreshed.add(actor.role))
  for (let day = 0; day < 2; day += 1) {
    await passHours(world, 24)
    await expect.poll(() => [...refreshed].sort()).toEqual(['admin', 'customer', 'marketer'])
    refreshed.clear()
  }
})

test('the standing orders of a customer are in Turkish order, page by page', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const product_id = await world.product()
  for (const name of ['Zeytin', 'şeker', 'Çay', 'Ilık', 'Ceviz', 'İncir', 'Su'])
    await createStandingOrder(world, customer, content(product_id, { name }))
  const names: string[] = []
  for (let next: string | undefined = '/standing-orders?limit=2'; next; ) {
    const page = await world.get(next, customer)
    names.push(...page.json().map((one: { name: string }) => one.name))
    next = /<\/api(.*)>/.exec(String(page.headers.link))?.[1]
  }
  expect(names).toEqual(['Ceviz', 'Çay', 'Ilık', 'İncir', 'Su', 'şeker', 'Zeytin'])
})

test('an order that cannot be made is reported by bell and mail, once, and the next one is made', async () => {
  const world = await makeWorld()
  const [admin, marketer] = [await world.admin(), await world.marketer()]
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  const product_id = await world.product({ on_hand: 0 })
  await createStandingOrder(world, customer, content(product_id))
  await world.mails()
  await passHours(world, 21)
  expect(await ordersOf(world, customer)).toEqual([])
  const failures = async (as: TestUser) =>
    (await world.get('/notifications', as))
      .json()
      .filter((bell: { kind: string }) => bell.kind === 'standing_order')
      .map((bell: { title: string }) => bell.title)
  expect(await failures(customer)).toEqual(['Düzenli siparişiniz verilemedi: Sabah siparişi'])
  expect(await failures(marketer)).toEqual(['Lezzet Lokantası: düzenli sipariş verilemedi (Sabah siparişi)'])
  const mails = await world.mails()
  const failed = mails.filter(({ subject }) => subject === 'Düzenli siparişiniz verilemedi: Sabah siparişi')
  expect(failed).toHaveLength(1)
  expect(failed[0]?.text).toContain('11.03.2026 günü için verilemedi: Ürünlerin hiçbiri stokta yok.')
  expect(failed[0]?.text).toContain('İsterseniz siparişinizi kendiniz verebilirsiniz.')
  const bells = (await world.get('/notifications', customer)).json()
  expect(bells).toContainEqual(expect.objectContaining({ kind: 'standing_order', link: '/standing-orders' }))

  await inTransaction(world.db.invalidating([]), async tx => {
    await lockStock(tx, [product_id])
    await move(tx, [{ product_id, on_hand: 50 }], {
      reason: 'receipt',
      arrivals: new Set(),
      actor: admin.actor,
      now: world.now(),
    })
  })
  await passHours(world, 24)
  expect(await ordersOf(world, customer)).toHaveLength(1)
})

test('an order of which nothing can be delivered is reported with the reason of each line', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const [ended, few, none] = [
    await world.product({ name: 'Ezine (Fırsat)', unit: 'KG', on_hand: 50 }),
    await world.product({ name: 'Lor', unit: 'KG', on_hand: 4 }),
    await world.product({ name: 'Tulum', unit: 'KG', on_hand: 0 }),
  ]
  const items = [ended, few, none].map(product_id => ({ product_id, quantity: 10 }))
  await createStandingOrder(world, customer, content(ended, { items, shortages: 'leave_out', weekdays: [3] }))
  await world.put(`/admin/products/${ended}`, admin, { is_active: false })
  await world.mails()
  await passHours(world, 24)
  const reasons = [
    'Ezine (Fırsat): 10 KG verilemedi (satışta değil)',
    'Lor: 10 KG verilemedi (stok yetmiyor)',
    'Tulum: 10 KG verilemedi (stokta yok)',
  ].join('; ')
  const [standing] = (await world.get('/standing-orders', customer)).json()
  expect(standing.past).toMatchObject([{ order_id: null, failure: reasons }])
  const mail = (await world.mails()).find(({ subject }) => subject.startsWith('Düzenli siparişiniz verilemedi'))
  expect(mail?.text).toContain(`günü için verilemedi: ${reasons}.`)
})

test('an order that cannot be made for a customer without an active marketer is reported to the admins', async () => {
  const world = await makeWorld()
  const [admin, other, marketer] = [await world.admin(), await world.admin(), await world.marketer()]
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  await createStandingOrder(world, customer, content(await world.product({ on_hand: 0 }), { weekdays: [3, 4, 5] }))
  const bells = world.db.selectFrom('notifications').where('title', 'like', 'Lezzet Lokantası: düzenli%').selectAll()
  const reported = async () => {
    const all = await bells.orderBy('created_at').execute()
    return [admin, other, marketer].map(({ id }) => all.filter(bell => bell.account_id === id).map(bell => bell.link))
  }
  const ofMarketer = [expect.stringContaining('/marketer/dashboard')]
  const ofAdmins = '/admin/dashboard?tab=orders&view=standing'
  await passHours(world, 24)
  expect(await reported()).toEqual([[], [], ofMarketer])
  await world.put(`/admin/marketers/${marketer.id}`, await world.admin(), { is_active: false })
  await passHours(world, 24)
  expect(await reported()).toEqual([[ofAdmins], [ofAdmins], ofMarketer])
  await world.put(`/admin/customers/${customer.id}`, await world.admin(), { assigned_marketer_id: null })
  await passHours(world, 24)
  expect(await reported()).toEqual([[ofAdmins, ofAdmins], [ofAdmins, ofAdmins], ofMarketer])
})

test('a passive customer’s order is not made, with a reason that is right for each of its readers', async () => {
  const world = await makeWorld()
  const [admin, marketer] = [await world.admin(), await world.marketer()]
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  await createStandingOrder(world, customer, content(await world.product({ on_hand: 9 })))
  await world.put(`/admin/customers/${customer.id}`, admin, { is_active: false })
  await passHours(world, 24)
  const failure = 'Müşteri hesabı pasif durumda; sipariş verilemez'
  for (const reader of [customer, marketer, await world.admin()]) {
    const [standing] = (await world.get('/standing-orders', reader)).json()
    expect(standing.past).toMatchObject([{ order_id: null, failure }])
  }
  for (const reader of [customer, marketer])
    expect((await world.get('/notifications', reader)).json()).toMatchObject([{ body: `11.03.2026: ${failure}` }])
  const mail = (await world.mails()).find(({ text }) => text?.includes(`${failure}.`))
  expect(mail?.text).not.toContain('kendiniz verebilirsiniz')
  const kinds = async () =>
    (await world.get('/notifications', customer)).json().map((one: { kind: string }) => one.kind)
  expect(await kinds()).toEqual(['standing_order'])

  // Thursday's order will be made if the customer stays active.
  await world.put(`/admin/customers/${customer.id}`, await world.admin(), { is_active: true })
  await passHours(world, STEP)
  expect(await kinds()).toEqual(['order_reminder', 'standing_order'])
})

test('the order of a day that was postponed by weeks is made', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const product_id = await world.product({ on_hand: 100 })
  const rhythm = { weekdays: [4], ends_on: '2026-03-13' }
  const { id } = await createStandingOrder(world, customer, content(product_id, rhythm))
  const change = { due_on: '2026-03-12', moved_to: '2026-03-31' }
  expect((await world.put(`/standing-orders/${id}/day`, customer, change)).status).toBe(200)
  await passHours(world, 24 * 21)
  expect(await ordersOf(world, customer)).toHaveLength(1)
})

test('however many days were changed, each order is made once', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const product_id = await world.product({ on_hand: 100 })
  const { id } = await createStandingOrder(world, customer, content(product_id))
  await sql`
    insert into standing_order_days (standing_order_id, due_on, is_skipped)
    select ${id}, date '2026-04-01' + ahead, true from generate_series(1, 100) as ahead`.execute(world.db)
  await passHours(world, 24)
  expect(await ordersOf(world, customer)).toHaveLength(1)
})

test('the customer is reminded once, a day before, with the ways to change the order', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  await world.put('/notifications/preferences', customer, { topic: 'order_reminder', mail: true })
  const { id } = await createStandingOrder(
    world,
    customer,
    content(await world.product({ on_hand: 100 }), { weekdays: [5] }),
  )
  await world.mails()
  await passHours(world, 48)
  const bells = (await world.get('/notifications', customer)).json()
  expect(bells).toMatchObject([
    {
      kind: 'order_reminder',
      title: '13.03.2026 siparişi: Sabah siparişi',
      link: `/standing-orders?day=${id}.2026-03-13`,
    },
  ])
  const [mail, ...more] = await world.mails()
  expect(more).toEqual([])
  expect(mail?.text).toContain(`Değiştir:\nhttp://localhost/standing-orders?day=${id}.2026-03-13\n`)
  expect(mail?.text).toContain(`Bu seferlik atla:\nhttp://localhost/standing-orders?skip=${id}.2026-03-13\n`)
})

type Reminded = { world: World; customer: TestUser; id: string; version: number }
const FRIDAY = '2026-03-13'

test.each<[string, (reminded: Reminded) => unknown]>([
  ['the order was due', ({ world }) => world.pass(20 * HOUR)],
  [
    'the day was skipped',
    ({ world, customer, id }) =>
      world.put(`/standing-orders/${id}/day`, customer, { due_on: FRIDAY, is_skipped: true }),
  ],
  [
    'the day was moved',
    ({ world, customer, id }) =>
      world.put(`/standing-orders/${id}/day`, customer, { due_on: FRIDAY, moved_to: '2026-03-14' }),
  ],
  [
    'the standing order was paused',
    ({ world, customer, id, version }) => world.put(`/standing-orders/${id}`, customer, { version, is_paused: true }),
  ],
  [
    'the standing order was deleted',
    ({ world, customer, id }) => world.request('DELETE', `/standing-orders/${id}`, customer),
  ],
  [
    'the customer became passive',
    async ({ world, customer }) =>
      world.put(`/admin/customers/${customer.id}`, await world.admin(), { is_active: false }),
  ],
])('a reminder that is still queued is not mailed after %s', async (_, happen) => {
  const world = await makeWorld()
  const customer = await world.customer()
  await world.put('/notifications/preferences', customer, { topic: 'order_reminder', mail: true })
  const made = content(await world.product({ on_hand: 100 }), { weekdays: [5] })
  const { id, version } = await createStandingOrder(world, customer, made)
  await world.mails()
  await passHours(world, 48)
  const queued = await world.db.selectFrom('mails').select('kind').where('sent_at', 'is', null).execute()
  expect(queued).toEqual([{ kind: 'standing order reminder' }])
  await happen({ world, customer, id, version })
  expect(await world.mails()).toEqual([])
})

test('a reminder is not pushed any more once the order is made', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const service = await startPushService()
  onTestFinished(() => service.stop())
  requireSuccess(await world.post('/notifications/push', customer, pushBrowser(service, '/phone').subscription))
  await createStandingOrder(world, customer, content(await world.product({ on_hand: 100 }), { weekdays: [5] }))
  // The portal was down when the reminder was due.
  world.pass(60 * HOUR)
  await makeDueOrdersNow(world)
  expect(await world.db.selectFrom('pushes').select('expires_at').execute()).toEqual([
    { expires_at: '2026-03-13T03:00:00.000Z' },
  ])
})

test('all standing orders that are due are checked, even if many of them need nothing', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const product_id = await world.product({ on_hand: 10 })
  await createStandingOrder(world, customer, content(product_id, { starts_on: '2026-06-01' }))
  await sql`
    insert into standing_orders
    select (jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid()))).*
    from standing_orders as one, generate_series(1, 250)`.execute(world.db)
  await sql`update standing_orders set check_at = ${world.now().toISOString()}`.execute(world.db)
  await makeDueOrdersNow(world)
  const late = await world.db
    .selectFrom('standing_orders')
    .select('id')
    .where('check_at', '<=', world.now().toISOString())
    .execute()
  expect(late).toEqual([])
})

test('several processes make each order once', async () => {
  const world = await makeWorld()
  const product_id = await world.product({ on_hand: 10_000 })
  const customers = []
  for (let i = 0; i < 5; i += 1) customers.push(await world.customer())
  for (const customer of customers) await createStandingOrder(world, customer, content(product_id))
  for (let passed = 0; passed < 48; passed += STEP) {
    world.pass(STEP * HOUR)
    await Promise.all([makeDueOrdersNow(world), makeDueOrdersNow(world), makeDueOrdersNow(world)])
  }
  for (const customer of customers) expect(await ordersOf(world, customer)).toHaveLength(2)
  expect(await world.ledgerDisagreements()).toEqual([])
})

test('a portal that stops leaves the orders that it has not begun for later', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  await createStandingOrder(world, customer, content(await world.product({ on_hand: 100 })))
  await makeDueOrdersNow(world)
  world.pass(21 * HOUR)
  const stopping = new AbortController()
  const options = { now: world.now(), lead: HOUR, maxOpenValue: undefined }
  const stopped = makeDueOrders(world.db, options, error => expect.unreachable(String(error)), stopping.signal)
  stopping.abort()
  await stopped
  expect(await ordersOf(world, customer)).toEqual([])
  await makeDueOrdersNow(world)
  expect(await ordersOf(world, customer)).toHaveLength(1)
})

test('an order that fails a few minutes before its cut-off is tried again before it', async () => {
  const world = await makeWorld()
  const customer = await world.customer()
  const product_id = await world.product({ on_hand: 100 })
  await createStandingOrder(world, customer, content(product_id, { weekdays: [3] }))
  const lead = 5 * MINUTE
  await makeDueOrdersNow(world, lead)
  // Ten seconds after the order was due, at 6:55.
  world.pass(21 * HOUR - lead + 10_000)
  const errors: unknown[] = []
  await inTransaction(world.db, async tx => {
    await lockStock(tx, [product_id])
    const options = { now: world.now(), lead, maxOpenValue: undefined }
    const making = makeDueOrders(world.db, options, error => void errors.push(error))
    await untilConnectionsWaitForLock(world, 1)
    await cancelLockWaits(world, 'stock')
    await making
  })
  expect([errors.length, await ordersOf(world, customer)]).toEqual([1, []])
  world.pass(90_000)
  await makeDueOrdersNow(world, lead)
  expect(await ordersOf(world, customer)).toHaveLength(1)
})

test('the shortage of a deleted product that was chosen for one day shows it as deleted', async () => {
  const world = await makeWorld()
  const [admin, customer] = [await world.admin(), await world.customer()]
  const [kept, deleted] = [await world.product({ on_hand: 100 }), await world.product({ on_hand: 100 })]
  const { id } = await createStandingOrder(world, customer, content(kept))
  const items = [kept, deleted].map(product_id => ({ product_id, quantity: 4 }))
  expect((await world.put(`/standing-orders/${id}/day`, customer, { due_on: '2026-03-11', items })).status).toBe(200)
  expect((await world.request('DELETE', `/admin/products/${deleted}`, admin)).status).toBe(200)
  await passHours(world, 24)
  const { shortages } = await world.db
    .selectFrom('standing_order_days')
    .select('shortages')
    .where('due_on', '=', '2026-03-11')
    .executeTakeFirstOrThrow()
  expect(shortages).toMatchObject([{ product_name: 'Silinmiş ürün', unit: 'ADET', wanted: 4, ordered: 0 }])
})
