import { expect, test } from 'vitest'
import { kurus } from '#contract/money.ts'
import { requireSuccess } from '../testing/callers.ts'
import { readPdf } from '../testing/pdf.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'

// The clock of a world begins on Tuesday, 10 March 2026, at 10:00 in Istanbul.
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
const EVERY_DAY = { name: 'Kadıköy', weekdays: [1, 2, 3, 4, 5, 6, 7], cutoff_time: '16:00', days_before: 1 }

async function setUp(route: object = {}) {
  const world = await makeWorld()
  const [admin, marketer] = [await world.admin(), await world.marketer()]
  const customer = await world.customer({ assigned_marketer_id: marketer.id })
  const product_id = await world.product({ price: kurus(10_000), vat_rate: 10, on_hand: 100_000 })
  const { id: route_id } = requireSuccess(
    await world.post('/admin/delivery/routes', admin, { ...EVERY_DAY, ...route }),
  ).json()
  await assign(world, admin, customer, route_id)
  return { world, admin, marketer, customer, product_id, route_id }
}

const assign = async (world: World, admin: TestUser, { id }: TestUser, route_id: string | null) =>
  requireSuccess(await world.put(`/admin/customers/${id}/delivery`, admin, { route_id }))

type Setup = Awaited<ReturnType<typeof setUp>>

const order = ({ world, customer, product_id }: Setup, fields: object = {}, quantity = 1) =>
  world.post('/orders', customer, { items: [{ product_id, quantity }], ...fields })

const outcome = (reply: Awaited<ReturnType<typeof order>>) => {
  const { code, delivery_date, detail } = reply.json()
  return code ? { status: reply.status, code, detail } : { status: reply.status, delivery_date }
}

test('200 orders in the second before the cut-off are accepted, and 200 in the second after it are refused', async () => {
  const setup = await setUp()
  const { world, admin, product_id, route_id } = setup
  const customers = [setup.customer]
  for (let i = 1; i < 20; i++) {
    customers.push(await world.customer())
    await assign(world, admin, customers[i]!, route_id)
  }
  const everyone = async () => {
    const replies = []
    for (let i = 0; i < 200; i += 20) {
      replies.push(
        ...(await Promise.all(
          customers.map(customer =>
            world.post('/orders', customer, { items: [{ product_id, quantity: 1 }], delivery_date: '2026-03-11' }),
          ),
        )),
      )
      world.pass(50)
    }
    return replies
  }
  world.pass(6 * HOUR - 1000)
  expect((await everyone()).map(reply => reply.status)).toEqual(Array(200).fill(201))
  world.pass(500)
  const late = await everyone()
  expect(late.map(reply => reply.json().code)).toEqual(Array(200).fill('cutoff_passed'))
  expect(late[0]!.json()).toMatchObject({
    detail: '11.03.2026 Çarşamba teslimatı için son sipariş saati geçti; bir sonraki teslimat günü 12.03.2026 Perşembe',
    errors: [{ field: 'delivery_date' }],
  })
  const { total } = await world.db
    .selectFrom('orders')
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  expect(total).toBe(200)
})

test('around midnight Istanbul’s time applies, whatever the time zone of the process and its daylight saving', async () => {
  const zone = process.env.TZ
  const setup = await setUp({ cutoff_time: '00:00', days_before: 0 })
  try {
    // New York puts its clocks forward on 8 March, Berlin on 29 March 2026.
    for (const [TZ, wait] of [
      ['America/New_York', 0],
      ['Europe/Berlin', 18 * DAY],
      ['Pacific/Kiritimati', 0],
    ] as const) {
      process.env.TZ = TZ
      setup.world.pass(wait)
      const day = setup.world.now().toISOString().slice(0, 10)
      const next = new Date(Date.parse(day) + DAY).toISOString().slice(0, 10)
      const afterNext = new Date(Date.parse(day) + 2 * DAY).toISOString().slice(0, 10)
      setup.world.pass(14 * HOUR - 1)
      expect([TZ, outcome(await order(setup))]).toEqual([TZ, { status: 201, delivery_date: next }])
      setup.world.pass(1)
      expect([TZ, outcome(await order(setup))]).toEqual([TZ, { status: 201, delivery_date: afterNext }])
      setup.world.pass(10 * HOUR)
    }
  } finally {
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  }
})

test('there is no delivery on holidays and closed days, but on extra days, and customers are offered possible days', async () => {
  const setup = await setUp({ weekdays: [4, 5] })
  const { world, admin, customer, route_id } = setup
  const days = async () => {
    const { days } = (await world.get('/delivery/days', customer)).json()
    return days.map((day: { date: string }) => day.date).slice(0, 3)
  }
  // Friday, 20 March is the holiday Ramazan Bayramı; Thursday is its eve (arife), a half day.
  expect(await days()).toEqual(['2026-03-12', '2026-03-13', '2026-03-19'])
  expect(outcome(await order(setup, { delivery_date: '2026-03-20' }))).toMatchObject({
    code: 'delivery_day_unavailable',
    detail: '20.03.2026 Cuma günü teslimat yapılamıyor; bir sonraki teslimat günü 12.03.2026 Perşembe',
  })
  const exception = (date: string, kind: string, of: string | null) =>
    world.post('/admin/delivery/exceptions', admin, { date, kind, route_id: of })
  requireSuccess(await exception('2026-03-12', 'closed', null))
  requireSuccess(await exception('2026-03-11', 'extra', route_id))
  const [entry] = (await world.get('/admin/audit?entity=delivery_exception', admin)).json()
  expect(entry.after).toEqual({ date: '2026-03-11', kind: 'extra', note: '', delivery_route: 'Kadıköy' })
  expect(await days()).toEqual(['2026-03-11', '2026-03-13', '2026-03-19'])
  expect(outcome(await order(setup, { delivery_date: '2026-03-11' })).status).toBe(201)
  requireSuccess(await world.put('/admin/delivery', admin, { closed_on_half_days: true }))
  expect(await days()).toEqual(['2026-03-11', '2026-03-13', '2026-03-26'])
})

test('a day takes as many concurrent orders as its capacity; the others get the next day or are refused', async () => {
  const setup = await setUp({ capacity: 5 })
  const placed = await Promise.all(Array.from({ length: 12 }, () => order(setup)))
  const days = placed.map(reply => reply.json().delivery_date).sort()
  expect(days).toEqual([...Array(5).fill('2026-03-11'), ...Array(5).fill('2026-03-12'), ...Array(2).fill('2026-03-13')])
  const chosen = await Promise.all(Array.from({ length: 8 }, () => order(setup, { delivery_date: '2026-03-13' })))
  expect(chosen.filter(reply => reply.status === 201)).toHaveLength(3)
  expect(chosen.find(reply => reply.status !== 201)!.json()).toMatchObject({
    code: 'delivery_day_full',
    detail: '13.03.2026 Cuma teslimatı dolu; bir sonraki uygun gün 14.03.2026 Cumartesi',
  })
  const first = placed.find(reply => reply.json().delivery_date === '2026-03-11')!.json()
  requireSuccess(await setup.world.post(`/orders/${first.id}/cancel`, setup.customer, {}))
  expect(outcome(await order(setup)).delivery_date).toBe('2026-03-11')
})

test('the minimum is that of the customer, the route or all; a smaller order is refused or costs the fee', async () => {
  const setup = await setUp()
  const { world, admin, customer, route_id } = setup
  requireSuccess(await world.put('/admin/delivery', admin, { minimum: 200 }))
  expect(outcome(await order(setup))).toMatchObject({
    code: 'minimum_not_reached',
    detail: 'Sipariş tutarı en az ₺200,00 olmalıdır; ₺90,00 tutarında ürün daha ekleyin',
  })
  expect((await order(setup, {}, 2)).status).toBe(201)
  requireSuccess(await world.put(`/admin/delivery/routes/${route_id}`, admin, { minimum: 300, fee: 25.5 }))
  expect((await order(setup, {}, 2)).json()).toMatchObject({
    subtotal: 200,
    total_vat: 20,
    delivery_fee: 25.5,
    grand_total: 245.5,
    total_amount: 245.5,
  })
  expect((await order(setup, { expected_total: 220 }, 2)).json().code).toBe('price_changed')
  // An older client sends no prices, so that either may have changed.
  const items = [{ product_id: setup.product_id, quantity: 2, price: 100, vat_rate: 10 }]
  expect((await order(setup, { expected_total: 220, items: [{ ...items[0], price: 99 }] })).json()).toMatchObject({
    code: 'price_changed',
    errors: [{ field: 'items.0' }],
  })
  expect(outcome(await order(setup, { expected_total: 220, items }))).toMatchObject({
    code: 'price_changed',
    detail: 'Teslimat ücreti ₺25,50; lütfen kontrol edip yeniden onaylayın',
  })
  expect((await order(setup, { expected_total: 245.5 }, 2)).status).toBe(201)
  expect((await order(setup, {}, 3)).json()).toMatchObject({ delivery_fee: 0, grand_total: 330 })
  requireSuccess(await world.put(`/admin/customers/${customer.id}/delivery`, admin, { minimum: 0 }))
  expect(outcome(await order(setup, { expected_total: 245.5, items })).detail).toMatch(
    /^Artık teslimat ücreti yok; lütfen /,
  )
  expect((await order(setup)).json()).toMatchObject({ delivery_fee: 0, grand_total: 110 })
  expect((await world.get('/orders/stats', customer)).json().total_amount).toBe(220 + 245.5 * 2 + 330 + 110)
})

test('marketers order by the same rules; an admin can take a late order, which the audit trail records', async () => {
  const setup = await setUp()
  const { world, admin, marketer, customer, product_id } = setup
  const body = { items: [{ product_id, quantity: 1 }], customer_id: customer.id, delivery_date: '2026-03-11' }
  const place = (by: TestUser, fields = {}) =>
    world.post('/marketer/orders/create-for-customer', by, { ...body, ...fields })
  expect((await place(marketer)).json().delivery_date).toBe('2026-03-11')
  world.pass(6 * HOUR)
  expect((await place(marketer)).json().code).toBe('cutoff_passed')
  expect((await place(admin)).json().code).toBe('cutoff_passed')
  expect((await place(marketer, { overrides_delivery: true })).json().code).toBe('forbidden')
  const late = requireSuccess(await place(admin, { overrides_delivery: true })).json()
  expect(late).toMatchObject({ delivery_date: '2026-03-11', delivery_route: 'Kadıköy' })
  const [entry] = (await world.get(`/admin/audit?entity=order&entity_id=${late.id}`, admin)).json()
  expect(entry.after).toMatchObject({ delivery_date: '2026-03-11', overridden: ['cutoff_passed'] })
  const days = (await world.get(`/marketer/customers/${customer.id}/delivery-days`, marketer)).json()
  expect(days).toMatchObject({ has_route: true, now: '2026-03-10T13:00:00.000Z' })
  expect(days.days[0]).toEqual({ date: '2026-03-12', cutoff: '2026-03-11T13:00:00.000Z', is_full: false })
})

test('an admin’s order overrides only the rules that it names, and the audit trail records them', async () => {
  const setup = await setUp({ capacity: 1, minimum: 1000 })
  const { world, admin, marketer, customer, product_id } = setup
  const place = (fields: object, by = admin) =>
    world.post('/marketer/orders/create-for-customer', by, {
      items: [{ product_id, quantity: 1 }],
      customer_id: customer.id,
      ...fields,
    })
  const codeOf = async (fields: object) => (await place(fields)).json().code
  const overriddenOf = async ({ id }: { id: string }) =>
    (await world.get(`/admin/audit?entity=order&entity_id=${id}`, admin)).json()[0].after.overridden
  const day = { delivery_date: '2026-03-11' }
  const small = { overrides_delivery: ['minimum_not_reached'] }
  expect((await place({ ...day, ...small }, marketer)).json().code).toBe('forbidden')
  expect((await place({ ...day, overrides_delivery: ['closed'] })).status).toBe(400)
  expect(await overriddenOf(requireSuccess(await place({ ...day, ...small })).json())).toEqual(['minimum_not_reached'])
  // The day has become full, and then its cut-off passes, while only the minimum has been confirmed.
  expect(await codeOf({ ...day, ...small })).toBe('delivery_day_full')
  expect(await codeOf({ ...day, overrides_delivery: ['delivery_day_full'] })).toBe('minimum_not_reached')
  const full = { ...day, overrides_delivery: ['delivery_day_full', 'minimum_not_reached'] }
  expect(await overriddenOf(requireSuccess(await place(full)).json())).toEqual(full.overrides_delivery)
  world.pass(6 * HOUR)
  expect(await codeOf(full)).toBe('cutoff_passed')
  expect(await overriddenOf(requireSuccess(await place({ ...day, overrides_delivery: true })).json())).toEqual([
    'cutoff_passed',
    'delivery_day_full',
    'minimum_not_reached',
  ])
})

test('a cancelled order that is taken up keeps its day, with a warning if that is full or over', async () => {
  const setup = await setUp({ capacity: 1 })
  const { world, admin } = setup
  const day = { delivery_date: '2026-03-12' }
  const { id } = requireSuccess(await order(setup, day)).json()
  const setStatus = async (status: string) =>
    requireSuccess(await world.put(`/admin/orders/${id}/status`, admin, { status })).json().delivery_warning
  const overridden = async () =>
    (await world.get(`/admin/audit?entity=order&entity_id=${id}`, admin)).json()[0].after.overridden
  await setStatus('iptal')
  expect([await setStatus('beklemede'), await overridden()]).toEqual([undefined, undefined])
  await setStatus('iptal')
  requireSuccess(await order(setup, day))
  expect([await setStatus('beklemede'), await overridden()]).toEqual([
    '12.03.2026 Perşembe: teslimat dolu',
    ['delivery_day_full'],
  ])
  // Orders that are delivered anyway only change their status.
  expect([await setStatus('hazirlaniyor'), await overridden()]).toEqual([undefined, undefined])
  await setStatus('iptal')
  await world.mails()
  await world.db.updateTable('orders').set({ delivery_date: '2026-03-09' }).where('id', '=', id).execute()
  expect([await setStatus('beklemede'), await overridden()]).toEqual([
    '09.03.2026 Pazartesi: günü geçti',
    ['cutoff_passed'],
  ])
  const mail = (await world.mails()).find(({ subject }) => subject.startsWith('Siparişinizin durumu'))
  expect(mail?.text).toContain(id.slice(0, 8))
  expect(mail?.text).not.toContain('Teslimat günü')
  // One that has been delivered needs no place any more.
  await setStatus('iptal')
  expect([await setStatus('tamamlandi'), await overridden()]).toEqual([undefined, undefined])
})

test('a status change that is repeated after a lost reply gets the same reply again, with its warning', async () => {
  const setup = await setUp({ capacity: 1 })
  const { world, admin } = setup
  const day = { delivery_date: '2026-03-12' }
  const { id } = requireSuccess(await order(setup, day)).json()
  const setStatus = (status: string, key: string) =>
    world.request('PUT', `/admin/orders/${id}/status`, admin, { status }, { 'idempotency-key': key })
  await setStatus('iptal', 'first')
  requireSuccess(await order(setup, day))
  const [lost, repeated] = [await setStatus('beklemede', 'second'), await setStatus('beklemede', 'second')]
  expect(lost.json()).toMatchObject({ delivery_warning: '12.03.2026 Perşembe: teslimat dolu', order: { id } })
  expect([repeated.status, repeated.json()]).toEqual([200, lost.json()])
  const other = await setStatus('iptal', 'second')
  expect([other.status, other.json().code]).toEqual([409, 'idempotency_key_reused'])
})

test('a day that is late or closed and also full takes an order only of an admin who overrides both', async () => {
  const setup = await setUp({ capacity: 1 })
  const { world, admin, customer, product_id } = setup
  const [late, closed] = ['2026-03-11', '2026-03-12']
  for (const delivery_date of [late, closed]) requireSuccess(await order(setup, { delivery_date }))
  world.pass(6 * HOUR)
  requireSuccess(
    await world.post('/admin/delivery/exceptions', admin, { date: closed, kind: 'closed', route_id: null }),
  )
  const reply = (await world.get(`/marketer/customers/${customer.id}/delivery-days`, admin)).json()
  expect([reply.days[0].date, reply.full_days]).toEqual(['2026-03-13', [late, closed]])
  const items = [{ product_id, quantity: 1 }]
  const place = (fields: object) =>
    world.post('/marketer/orders/create-for-customer', admin, { items, customer_id: customer.id, ...fields })
  const moved = requireSuccess(await order(setup)).json()
  const priced = [{ product_id, quantity: 1, price: 100 }]
  const move = (fields: object) => world.put(`/marketer/orders/${moved.id}`, admin, { items: priced, ...fields })
  const known = ['cutoff_passed', 'delivery_day_unavailable']
  const overriddenOf = async (id: string) =>
    (await world.get(`/admin/audit?entity=order&entity_id=${id}`, admin)).json()[0].after.overridden
  for (const [day, rule] of [
    [late, 'cutoff_passed'],
    [closed, 'delivery_day_unavailable'],
  ] as const) {
    const unconfirmed = { delivery_date: day, overrides_delivery: known }
    const confirmed = { delivery_date: day, overrides_delivery: [...known, 'delivery_day_full'] }
    for (const attempt of [place, move]) expect((await attempt(unconfirmed)).json().code).toBe('delivery_day_full')
    const { id } = requireSuccess(await place(confirmed)).json()
    expect(await overriddenOf(id)).toEqual([rule, 'delivery_day_full'])
    requireSuccess(await move(confirmed))
    expect(await overriddenOf(moved.id)).toEqual([rule, 'delivery_day_full'])
  }
})

test('of several admins who take late orders for the last place of a day at once, one gets it', async () => {
  const setup = await setUp({ capacity: 2 })
  const { world, admin, customer, product_id } = setup
  requireSuccess(await order(setup, { delivery_date: '2026-03-11' }))
  world.pass(6 * HOUR)
  const place = () =>
    world.post('/marketer/orders/create-for-customer', admin, {
      items: [{ product_id, quantity: 1 }],
      customer_id: customer.id,
      delivery_date: '2026-03-11',
      overrides_delivery: ['cutoff_passed', 'delivery_day_unavailable'],
    })
  const placed = await Promise.all([place(), place(), place()])
  expect(placed.map(reply => reply.json().code ?? reply.status).sort()).toEqual([
    201,
    'delivery_day_full',
    'delivery_day_full',
  ])
})

test('without a free day, an admin’s order is placed without a day only if it overrides that, which is recorded', async () => {
  const setup = await setUp({ weekdays: [5], minimum: 1000 })
  const { world, admin, customer, product_id } = setup
  const fridays = Array.from({ length: 9 }, (_, week) => new Date(Date.UTC(2026, 2, 13 + 7 * week)))
  for (const friday of fridays) {
    const date = friday.toISOString().slice(0, 10)
    requireSuccess(await world.post('/admin/delivery/exceptions', admin, { date, kind: 'closed', route_id: null }))
  }
  const place = (overrides_delivery: unknown) =>
    world.post('/marketer/orders/create-for-customer', admin, {
      items: [{ product_id, quantity: 1 }],
      customer_id: customer.id,
      overrides_delivery,
    })
  expect((await place(['minimum_not_reached'])).json().code).toBe('delivery_day_unavailable')
  for (const overrides of [['delivery_day_unavailable', 'minimum_not_reached'], true]) {
    const placed = requireSuccess(await place(overrides)).json()
    expect(placed.delivery_date).toBeNull()
    const [entry] = (await world.get(`/admin/audit?entity=order&entity_id=${placed.id}`, admin)).json()
    expect(entry.after.overridden).toEqual(['delivery_day_unavailable', 'minimum_not_reached'])
  }
})

test('an admin gets every day that takes orders, and other users get the next ten', async () => {
  const setup = await setUp({ weekdays: [1, 2, 3, 4, 5], capacity: 1 })
  const { world, admin, marketer, customer, product_id } = setup
  type Day = { date: string; is_full: boolean }
  const daysFor = async (by: TestUser): Promise<Day[]> =>
    (await world.get(`/marketer/customers/${customer.id}/delivery-days`, by)).json().days
  const place = (by: TestUser, delivery_date: string) =>
    world.post('/marketer/orders/create-for-customer', by, {
      items: [{ product_id, quantity: 1 }],
      customer_id: customer.id,
      delivery_date,
    })
  const all = await daysFor(admin)
  expect(await daysFor(marketer)).toEqual(all.slice(0, 10))
  expect((await world.get('/delivery/days', customer)).json().days).toEqual(all.slice(0, 10))
  // A Monday three weeks ahead, the next Saturday, a holiday, the last day that takes orders, and the one after it.
  const chosen = ['2026-03-30', '2026-03-14', '2026-03-20', '2026-05-08', '2026-05-11']
  const listed = chosen.map(date => all.some(day => day.date === date))
  const accepted = []
  for (const date of chosen) accepted.push((await place(admin, date)).status === 201)
  expect([listed, accepted]).toEqual([accepted, [true, false, false, true, false]])
  const filled = (await daysFor(admin)).filter(day => day.is_full)
  expect(filled.map(day => day.date)).toEqual(['2026-03-30', '2026-05-08'])
  expect((await place(admin, '2026-03-30')).json().code).toBe('delivery_day_full')
})

test('if the next ten days are full, a customer is also offered the first that is not', async () => {
  const setup = await setUp({ weekdays: [1, 2, 3, 4, 5], capacity: 1 })
  const { world, admin, customer, product_id } = setup
  const daysFor = async (path: string, by: TestUser): Promise<{ date: string; is_full: boolean }[]> =>
    (await world.get(path, by)).json().days
  const all = await daysFor(`/marketer/customers/${customer.id}/delivery-days`, admin)
  const place = () => world.post('/orders', customer, { items: [{ product_id, quantity: 1 }] })
  for (const { date } of all.slice(0, 11)) expect(requireSuccess(await place()).json().delivery_date).toBe(date)
  const offered = await daysFor('/delivery/days', customer)
  expect(offered.map(day => day.date)).toEqual([...all.slice(0, 10), all[11]].map(day => day?.date))
  expect(offered.map(day => day.is_full)).toEqual([...Array.from({ length: 10 }, () => true), false])
  expect(requireSuccess(await place()).json().delivery_date).toBe(offered.at(-1)?.date)
})

test('an order repeated after the cut-off gets the first reply; one that arrives for the first time is refused', async () => {
  const setup = await setUp()
  const { world, customer, product_id } = setup
  const body = { items: [{ product_id, quantity: 1 }], delivery_date: '2026-03-11' }
  const send = (key: string) =>
    world.app.inject({
      method: 'POST',
      url: '/api/orders',
      headers: { authorization: `Bearer ${customer.token}`, 'idempotency-key': key },
      payload: body,
    })
  const first = await send('first')
  world.pass(6 * HOUR + MINUTE)
  const repeated = await send('first')
  expect([first.statusCode, repeated.statusCode, repeated.json()]).toEqual([201, 201, first.json()])
  expect((await send('late')).json().code).toBe('cutoff_passed')
})

test('a revision keeps the day or moves to a possible one; after the cut-off only admins can revise', async () => {
  const setup = await setUp()
  const { world, marketer, customer, product_id } = setup
  const { id } = requireSuccess(await order(setup)).json()
  const items = (quantity: number) => [{ product_id, quantity }]
  const moved = await world.put(`/orders/${id}`, customer, { items: items(1), delivery_date: '2026-03-12' })
  expect(moved.json()).toMatchObject({ delivery_date: '2026-03-12', revision_count: 1 })
  const [revision] = (await world.get(`/orders/${id}/revisions`, customer)).json()
  expect(revision).toMatchObject({ delivery_date_before: '2026-03-11', delivery_date_after: '2026-03-12', lines: [] })
  world.pass(DAY + 6 * HOUR)
  const own = await world.put(`/orders/${id}`, customer, { items: items(2) })
  expect(own.json()).toMatchObject({ code: 'cutoff_passed' })
  expect(own.json().detail).toBe(
    '12.03.2026 Perşembe teslimatı için son sipariş saati geçti; bu siparişi artık yalnız yönetici değiştirebilir',
  )
  const priced = items(2).map(item => ({ ...item, price: 100 }))
  const marketers = await world.put(`/marketer/orders/${id}`, marketer, { items: priced })
  expect(marketers.json().code).toBe('cutoff_passed')
  const admins = await world.put(`/marketer/orders/${id}`, await world.admin(), { items: priced })
  expect(admins.json()).toMatchObject({ delivery_date: '2026-03-12', grand_total: 220 })
})

test('a revision that keeps the day has the minimum and fee of the order’s route, which `order_id` gives', async () => {
  const setup = await setUp({ minimum: 1000, fee: 50 })
  const { world, admin, marketer, customer, product_id } = setup
  const { id } = requireSuccess(await order(setup, {}, 11)).json()
  const other = requireSuccess(
    await world.post('/admin/delivery/routes', admin, { ...EVERY_DAY, name: 'Üsküdar' }),
  ).json()
  await assign(world, admin, customer, other.id)
  const paths = [
    ['/delivery/days', customer],
    [`/marketer/customers/${customer.id}/delivery-days`, marketer],
  ] as const
  for (const [path, user] of paths) {
    expect((await world.get(path, user)).json()).toMatchObject({ has_route: true, minimum: null, fee: null })
    const ofOrder = (await world.get(`${path}?order_id=${id}`, user)).json()
    expect(ofOrder).toMatchObject({ has_route: true, minimum: 1000, fee: 50 })
  }
  const revise = (fields: object) =>
    world.put(`/orders/${id}`, customer, { items: [{ product_id, quantity: 8 }], ...fields })
  expect((await revise({ expected_total: 880 })).json().code).toBe('price_changed')
  expect(requireSuccess(await revise({ expected_total: 930 })).json()).toMatchObject({
    delivery_fee: 50,
    grand_total: 930,
  })
  // On another day the customer's present route delivers.
  const moved = requireSuccess(await revise({ delivery_date: '2026-03-12', expected_total: 880 })).json()
  expect(moved).toMatchObject({ delivery_route: 'Üsküdar', delivery_fee: 0 })
  expect((await world.get(`/delivery/days?order_id=${id}`, customer)).json().minimum).toBeNull()
  const strangers = await world.get(`/delivery/days?order_id=${id}`, await world.customer())
  expect([strangers.status, strangers.json().code]).toEqual([404, 'order_not_found'])
})

test('an order keeps its delivery fee in revisions after the fee has been removed from the route', async () => {
  const setup = await setUp({ minimum: 1000, fee: 75 })
  const { world, admin, marketer, customer, product_id, route_id } = setup
  const { id } = requireSuccess(await order(setup, {}, 5)).json()
  requireSuccess(await world.put(`/admin/delivery/routes/${route_id}`, admin, { fee: null }))
  const revise = (quantity: number, fields: object = {}) =>
    world.put(`/orders/${id}`, customer, { items: [{ product_id, quantity }], ...fields })
  expect(requireSuccess(await revise(4, { expected_total: 515 })).json()).toMatchObject({ delivery_fee: 75 })
  expect(requireSuccess(await revise(6, { expected_total: 735 })).json()).toMatchObject({ delivery_fee: 75 })
  const noted = { items: [{ product_id, quantity: 6, price: 100 }], notes: 'Arka kapı' }
  expect(requireSuccess(await world.put(`/marketer/orders/${id}`, marketer, noted)).json()).toMatchObject({
    delivery_fee: 75,
    grand_total: 735,
  })
  expect(requireSuccess(await revise(10)).json()).toMatchObject({ delivery_fee: 0, grand_total: 1100 })
  // Without a fee to pay, a smaller order is refused.
  expect((await revise(9)).json().code).toBe('minimum_not_reached')
})

test.each([
  ['a fee', { minimum: 1000, fee: 50 }, true],
  ['a minimum', { minimum: 1000 }, true],
  ['the fee of all customers', { minimum: 1000, fee: 50 }, false],
])('an order from an accepted quote does not get %s when it is revised', async (_, terms, hasRoute) => {
  const setup = await setUp(hasRoute ? terms : {})
  const { world, admin, marketer, customer, product_id } = setup
  if (!hasRoute) {
    await assign(world, admin, customer, null)
    requireSuccess(await world.put('/admin/delivery', admin, terms))
  }
  const wanted = { product_name: 'Zeytin', unit: 'KG', quantity: 8, price: 90 }
  const { id: quote } = requireSuccess(await world.post('/custom-orders', customer, { items: [wanted] })).json()
  const answer = { items: [{ product_id, quantity: 8, price: 90 }], valid_until: '2026-03-20' }
  requireSuccess(await world.put(`/admin/custom-orders/${quote}/answer`, admin, answer))
  const { order: accepted } = requireSuccess(await world.post(`/custom-orders/${quote}/accept`, customer, {})).json()
  expect(accepted).toMatchObject({ delivery_fee: 0, grand_total: 792 })
  const path = `/orders/${accepted.id}`
  const revise = (fields: object) => world.put(path, customer, { items: [{ product_id, quantity: 7 }], ...fields })
  expect(requireSuccess(await revise({ expected_total: 693 })).json()).toMatchObject({
    delivery_fee: 0,
    grand_total: 693,
  })
  if (hasRoute) {
    const moved = { delivery_date: '2026-03-12', expected_total: 693 }
    expect(requireSuccess(await revise(moved)).json()).toMatchObject({ delivery_date: '2026-03-12', delivery_fee: 0 })
  }
  const fewer = { items: [{ product_id, quantity: 5, price: 90 }] }
  expect(requireSuccess(await world.put(`/marketer${path}`, marketer, fewer)).json()).toMatchObject({ delivery_fee: 0 })
  const days = async (query: string) => (await world.get(`/delivery/days${query}`, customer)).json()
  expect(await days(`?order_id=${accepted.id}`)).toMatchObject({ minimum: null, fee: null, is_from_quote: true })
  expect(await days('')).toMatchObject({ minimum: 1000 })
  expect(await days('')).not.toHaveProperty('is_from_quote')
})

test('marketers can move an order to a possible day, admins to any; mail, revision and audit trail show it', async () => {
  const setup = await setUp({ capacity: 1 })
  const { world, admin, marketer, customer, product_id } = setup
  const { id } = requireSuccess(await order(setup)).json()
  requireSuccess(await order(setup, { delivery_date: '2026-03-12' }))
  const revise = (by: TestUser, fields: object) =>
    world.put(`/marketer/orders/${id}`, by, { items: [{ product_id, quantity: 1, price: 100 }], ...fields })
  expect((await revise(marketer, { delivery_date: '2026-03-12' })).json().code).toBe('delivery_day_full')
  expect((await revise(marketer, { delivery_date: '2026-03-12', overrides_delivery: true })).status).toBe(403)
  await world.mails()
  requireSuccess(await revise(marketer, { delivery_date: '2026-03-13' }))
  const [mail] = await world.mails()
  expect(mail?.text).toContain('Teslimat günü: 11.03.2026 Çarşamba → 13.03.2026 Cuma')
  world.pass(6 * HOUR + MINUTE)
  const late = { delivery_date: '2026-03-11' }
  expect((await revise(admin, late)).json().code).toBe('cutoff_passed')
  const ofFullDay = { ...late, overrides_delivery: ['delivery_day_full'] }
  expect((await revise(admin, ofFullDay)).json().code).toBe('cutoff_passed')
  const moved = requireSuccess(await revise(admin, { ...late, overrides_delivery: true })).json()
  expect(moved).toMatchObject({ ...late, delivery_route: 'Kadıköy' })
  const [entry] = (await world.get(`/admin/audit?entity=order&entity_id=${id}`, admin)).json()
  expect(entry).toMatchObject({
    before: { delivery_date: '2026-03-13' },
    after: { ...late, overridden: ['cutoff_passed'] },
  })
  const [revision] = (await world.get(`/orders/${id}/revisions`, customer)).json()
  expect(revision).toMatchObject({ delivery_date_before: '2026-03-13', delivery_date_after: '2026-03-11' })
})

test('without a route an order has no delivery day, and none can be chosen', async () => {
  const setup = await setUp()
  const { world, admin, customer } = setup
  await assign(world, admin, customer, null)
  expect((await order(setup)).json()).toMatchObject({ delivery_date: null, delivery_route: null, delivery_fee: 0 })
  expect((await order(setup, { delivery_date: '2026-03-11' })).json().code).toBe('delivery_day_unavailable')
  expect((await world.get('/delivery/days', customer)).json()).toMatchObject({
    has_route: false,
    days: [],
    minimum: null,
  })
})

test('orders can be filtered by day and route, and the papers of a route are in loading order', async () => {
  const setup = await setUp()
  const { world, admin, customer, product_id, route_id } = setup
  const second = await world.customer({ company_name: 'Öteki Büfe' })
  const path = `/admin/delivery/routes/${route_id}/customers`
  const { version } = (await world.get('/admin/delivery', admin)).json().routes[0]
  const listed = await world.put(path, admin, { customer_ids: [second.id, customer.id], version })
  expect(listed.json().map((one: { company_name: string }) => one.company_name)).toEqual([
    'Öteki Büfe',
    'Lezzet Lokantası',
  ])
  // Repeated, for instance after a lost reply.
  const again = await world.put(path, admin, { customer_ids: [second.id, customer.id], version })
  expect(again.json()).toEqual(listed.json())
  expect((await world.put(path, admin, { customer_ids: [], version })).json().code).toBe('delivery_changed')
  const mine = requireSuccess(await order(setup)).json()
  const theirs = requireSuccess(await world.post('/orders', second, { items: [{ product_id, quantity: 2 }] })).json()
  requireSuccess(await order(setup, { delivery_date: '2026-03-12' }))
  const query = `delivery_date=2026-03-11&route_id=${route_id}`
  const found = (await world.get(`/admin/orders?${query}`, admin)).json()
  expect(found.map((one: { id: string }) => one.id).sort()).toEqual([mine.id, theirs.id].sort())
  expect((await world.get(`/admin/order-totals?${query}`, admin)).json()).toMatchObject({ orders: 2, amount: 330 })
  for (const paper of ['route-sheet', 'route-pick-lists']) {
    const reply = await world.app.inject({
      url: `/api/admin/order-papers/${paper}?${query}`,
      headers: { authorization: `Bearer ${admin.token}` },
    })
    expect(reply.statusCode).toBe(200)
    const text = (await readPdf(reply.rawPayload)).pages.map(page => page.text).join('\n')
    expect(text).toMatch(/Öteki Büfe[^]*Lezzet Lokantası/)
    expect(text).toContain('11.03.2026 Çarşamba')
  }
  const mail = (await world.mails()).find(({ subject }) => subject.includes(mine.id.slice(0, 8)))
  expect(mail?.text).toContain('Teslimat günü: 11.03.2026 Çarşamba')
  requireSuccess(await world.request('DELETE', `/admin/delivery/routes/${route_id}`, admin))
  expect((await world.get(`/orders/${mine.id}`, customer)).json()).toMatchObject({
    delivery_date: '2026-03-11',
    delivery_route: 'Kadıköy',
  })
})

test('a deleted route is listed while it has orders to deliver, so that its papers can be printed', async () => {
  const setup = await setUp()
  const { world, admin, route_id } = setup
  const rules = async () => (await world.get('/admin/delivery', admin)).json()
  expect(await rules()).not.toHaveProperty('upcoming_orders')
  requireSuccess(await world.put(`/admin/delivery/routes/${route_id}`, admin, { name: 'Moda' }))
  for (const delivery_date of ['2026-03-11', '2026-03-11', '2026-03-13'])
    requireSuccess(await order(setup, { delivery_date }))
  const cancelled = requireSuccess(await order(setup, { delivery_date: '2026-03-13' })).json()
  requireSuccess(await world.post(`/orders/${cancelled.id}/cancel`, setup.customer, {}))
  const upcoming = [{ route_id, route_name: 'Moda', orders: 3 }]
  expect(await rules()).toMatchObject({ routes: [{ id: route_id }], upcoming_orders: upcoming })
  requireSuccess(await world.request('DELETE', `/admin/delivery/routes/${route_id}`, admin))
  expect(await rules()).toMatchObject({ routes: [], upcoming_orders: upcoming })

  const days = async () => (await world.get('/admin/delivery/calendar?from=2026-03-11&days=3', admin)).json()
  const ofDeleted = { route_id, delivers: false, cutoff: null, capacity: null }
  expect((await days()).map((day: { routes: unknown }) => day.routes)).toEqual([
    [{ ...ofDeleted, orders: 2 }],
    [{ ...ofDeleted, orders: 0 }],
    [{ ...ofDeleted, orders: 1 }],
  ])
  const sheet = `/admin/order-papers/route-sheet?delivery_date=2026-03-11&route_id=${route_id}`
  expect((await world.get(sheet, admin)).status).toBe(200)
  world.pass(4 * DAY)
  expect(await rules()).not.toHaveProperty('upcoming_orders')
})
