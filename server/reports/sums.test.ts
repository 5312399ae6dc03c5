import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { kurus } from '#contract/money.ts'
import { ORDER_STATUSES, type OrderStatus, REVENUE_STATUSES } from '#contract/order-status.ts'
import { MAX_REPORT_DAYS } from '#contract/reports.ts'
import { daysLater, istanbulDay, startOfIstanbulDay } from '#contract/turkish.ts'
import { connect } from '../db/connect.ts'
import { inTransaction } from '../db/transaction.ts'
import {
  plainCustomers,
  plainPopular,
  plainRevenue,
  plainSales,
  plainTopProducts,
  wrongSums,
} from '../testing/sums-from-orders.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'
import { addChanges, deleteEmptySums, recomputeSums } from './sums.ts'

/** A number of orders that suits the test suite; `npm run endure` sets a higher one. */
const ORDERS = Number(process.env.SUM_ORDERS ?? 90)
/** In milliseconds; an order is placed in about every third event. */
const TIMEOUT = 60_000 + ORDERS * 1500
const CHECKS = 5
const HOUR = 60 * 60 * 1000
const CATEGORIES = ['Peynir', 'Zeytin', 'Sos']
const UNITS = ['ADET', 'PAKET']

/** Whole numbers below a limit, the same in every run (mulberry32). */
function dice(seed: number) {
  let state = seed
  return (limit: number) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * limit)
  }
}

const DONE = { status: 200 }

type Business = Awaited<ReturnType<typeof makeBusiness>>

/** Two marketers, six customers and ten products, and the random events of their business. */
async function makeBusiness(world: World, seed: number) {
  const roll = dice(seed)
  const pick = <T>(from: readonly T[]) => from[roll(from.length)]!
  const users = {
    admin: await world.admin(),
    marketers: [await world.marketer('Ali'), await world.marketer('Veli')],
    customers: [] as TestUser[],
  }
  const newCustomer = async () => {
    const assigned_marketer_id = pick([null, ...users.marketers])?.id ?? null
    users.customers.push(await world.customer({ company_name: `Firma ${roll(1e6)}`, assigned_marketer_id }))
  }
  for (let i = 0; i < 6; i++) await newCustomer()
  const products = await world.products(
    Array.from({ length: 10 }, (_, i) => ({
      name: `Mal ${i}`,
      category: CATEGORIES[i % 3]!,
      price: kurus(333 + 101 * i),
      vat_rate: [0, 5, 10, 16][i % 4]!,
      on_hand: 10_000_000,
    })),
  )
  const linesOf = () =>
    products.filter(() => roll(3) === 0).map(product_id => ({ product_id, quantity: 1 + roll(9), price: 1 + roll(50) }))
  // In the order in which they were placed, since their ids differ in every run.
  const placed: { id: string; customer: TestUser }[] = []
  const place = async () => {
    const customer = pick(users.customers)
    const response = await world.post('/orders', customer, { items: linesOf() })
    if (response.status === 201) placed.push({ id: response.json().id, customer })
    return response
  }
  const anOrder = () => (placed.length > 0 ? pick(placed) : undefined)
  const marketerOf = async (customer: TestUser) => {
    const row = world.db.selectFrom('customers').select('assigned_marketer_id').where('id', '=', customer.id)
    const found = await row.executeTakeFirst()
    return users.marketers.find(({ id }) => id === found?.assigned_marketer_id)
  }
  /** The kinds of events, with their relative frequency and the request of one; a few are refused. */
  const events: Record<string, [weight: number, event: () => Promise<{ status: number } | undefined>]> = {
    place: [40, place],
    cancel: [
      10,
      async () => {
        const order = anOrder()
        return order && world.post(`/orders/${order.id}/cancel`, order.customer)
      },
    ],
    changeStatus: [
      20,
      async () => {
        const order = anOrder()
        return order && world.put(`/admin/orders/${order.id}/status`, users.admin, { status: pick(ORDER_STATUSES) })
      },
    ],
    revise: [
      20,
      async () => {
        const order = anOrder()
        const marketer = order && (await marketerOf(order.customer))
        return marketer && world.put(`/marketer/orders/${order.id}`, marketer, { items: linesOf() })
      },
    ],
    deleteCustomer: [
      3,
      async () => {
        const [gone] = users.customers.splice(roll(users.customers.length), 1)
        await newCustomer()
        return world.request('DELETE', `/admin/customers/${gone!.id}`, users.admin)
      },
    ],
    reassign: [
      3,
      () => {
        const assigned_marketer_id = pick([null, ...users.marketers])?.id ?? null
        return world.put(`/admin/customers/${pick(users.customers).id}`, users.admin, { assigned_marketer_id })
      },
    ],
    categorize: [4, () => world.put(`/admin/products/${pick(products)}`, users.admin, { category: pick(CATEGORIES) })],
    changeUnit: [4, () => world.put(`/admin/products/${pick(products)}`, users.admin, { unit: pick(UNITS) })],
    addChanges: [6, () => addChanges(world.db).then(() => DONE)],
    wait: [
      4,
      async () => {
        world.pass(roll(200) * HOUR)
        for (const user of [users.admin, ...users.marketers, ...users.customers]) await logInAgain(world, user)
        return DONE
      },
    ],
  }
  const all = Object.entries(events).flatMap(([kind, [weight, event]]) =>
    Array.from({ length: weight }, () => ({ kind, event })),
  )
  const happened = new Set<string>()
  const step = async () => {
    const { kind, event } = pick(all)
    const reply = await event()
    if (reply && reply.status < 300) happened.add(kind)
  }
  /** Lets random events happen until this number of orders has been placed, about one by three events. */
  const runUntilPlaced = async (orders: number) => {
    for (let most = 20 * orders; placed.length < orders && most > 0; most--) await step()
    expect(placed.length).toBeGreaterThanOrEqual(orders)
  }
  const hasSeenAll = () => happened.size === Object.keys(events).length
  return { users, runUntilPlaced, hasSeenAll, firstDay: istanbulDay(world.now()), roll }
}

async function logInAgain(world: World, user: TestUser) {
  const path = { customer: '/auth/login', marketer: '/marketer/login', admin: '/admin/login' }[user.actor.role]
  user.token = (await world.post(path, undefined, user)).json().token
}

/** Replies are compared in kuruş. */
const inKurus = (lira: number) => Math.round(lira * 100)

async function expectPlainReports(world: World, { users: { admin, marketers, customers }, firstDay, roll }: Business) {
  const { db } = world
  const read = async (path: string, user = admin) => (await world.get(path, user)).json()
  const today = istanbulDay(world.now())
  const everything = await plainRevenue(db, new Date(0), world.now())

  const stats = await read('/admin/stats')
  const { count } = await db
    .selectFrom('orders')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect([stats.total_orders, inKurus(stats.total_revenue)]).toEqual([count, everything.revenue])
  const popular = stats.popular_products.map(({ name, quantity }: { name: string; quantity: number }) => ({
    name,
    quantity,
  }))
  expect(popular).toEqual(await plainPopular(db))

  const { total, this_month } = await read('/admin/reports/revenue')
  expect({ orders: total.orders, revenue: inKurus(total.revenue) }).toEqual(everything)
  const month = await plainRevenue(db, new Date(`${today.slice(0, 7)}-01T00:00:00+03:00`), world.now())
  expect({ orders: this_month.orders, revenue: inKurus(this_month.revenue) }).toEqual(month)

  const length = (Date.parse(today) - Date.parse(firstDay)) / (24 * HOUR)
  const some = Array.from({ length: 4 }, () =>
    [roll(length + 1), roll(length + 1)].map(days => daysLater(firstDay, days)),
  )
  for (const period of [[firstDay, today], ...some]) {
    const [earliest, to] = period.toSorted() as [string, string]
    // Ten thousand orders are placed in more years than a report may cover.
    const [, from] = [earliest, daysLater(to, 1 - MAX_REPORT_DAYS)].toSorted() as [string, string]
    const report = await read(`/admin/reports/sales?from=${from}&to=${to}`)
    const plain = await plainSales(db, from, to)
    const shown = JSON.parse(JSON.stringify(report), (key, value) => (key === 'revenue' ? inKurus(value) : value))
    const filled = (rows: { orders: number }[]) => rows.filter(({ orders }) => orders > 0)
    const { by_status, by_day, from: _, to: _1, total: whole, before, ...rest } = shown
    expect(whole).toEqual(await plainRevenueOf(db, from, to))
    const days = (Date.parse(to) - Date.parse(from)) / (24 * HOUR) + 1
    const first = daysLater(from, -days)
    const until = to === today ? new Date(world.now().getTime() - days * 24 * HOUR) : null
    const ago = until
      ? await plainRevenue(db, startOfIstanbulDay(first), until)
      : await plainRevenueOf(db, first, daysLater(from, -1))
    const last = until ? istanbulDay(until) : daysLater(from, -1)
    expect(before).toEqual({ from: first, to: last, until: until?.toISOString() ?? null, ...ago })
    const top = await read(`/admin/reports/products?from=${from}&to=${to}`)
    for (const by of ['quantity', 'revenue'] as const)
      expect(top[`by_${by}`].map(inKurusOfProduct)).toEqual(await plainTopProducts(db, from, to, by))
    expect({ ...rest, by_day: filled(by_day) }).toEqual({ ...plain, by_status: undefined })
    expect(new Set(filled(by_status))).toEqual(new Set(plain.by_status))
  }

  type Listed = { id: string; total_orders: number; last_order_at: string; total_spent: number; open_amount: number }
  const sumsOf = ({ id, total_orders, last_order_at, ...amounts }: Listed) => {
    const [total_spent, open_amount] = [amounts.total_spent, amounts.open_amount].map(inKurus)
    return { id, total_orders, last_order_at, total_spent, open_amount }
  }
  const listed: Listed[] = []
  for (const marketer of marketers) listed.push(...(await read('/marketer/customers', marketer)).map(sumsOf))
  const own = (await plainCustomers(db)) as Listed[]
  expect(listed.toSorted(byId)).toEqual(own.filter(({ id }) => listed.some(shown => shown.id === id)).toSorted(byId))
  const all: Listed[] = await read('/admin/customers')
  expect(
    all.map(({ id, total_orders, total_spent }) => ({ id, total_orders, total_spent: inKurus(total_spent) })),
  ).toEqual(own.map(({ id, total_orders, total_spent }) => ({ id, total_orders, total_spent })))
  for (const customer of customers) {
    const { total_orders, total_amount } = await read('/orders/stats', customer)
    const { total_orders: orders, total_spent } = own.find(({ id }) => id === customer.id)!
    expect([total_orders, inKurus(total_amount)]).toEqual([orders, total_spent])
  }
  for (const marketer of marketers) {
    const { totalOrders, totalRevenue } = await read('/marketer/stats', marketer)
    const { orders, revenue } = await db
      .selectFrom('orders')
      .innerJoin('customers', 'customers.id', 'customer_id')
      .where('assigned_marketer_id', '=', marketer.id)
      .select(sql<number>`count(*)`.as('orders'))
      .select(sql<number>`coalesce(sum(grand_total) filter (where status = any(${REVENUE_STATUSES})), 0)`.as('revenue'))
      .executeTakeFirstOrThrow()
    expect([totalOrders, inKurus(totalRevenue)]).toEqual([orders, revenue])
  }
}

type Top = { product_id: string; name: string; unit: string | null; quantity: number; revenue: number }
const inKurusOfProduct = ({ product_id, name, unit, quantity, revenue }: Top) => ({
  product_id,
  name,
  unit,
  quantity,
  revenue: inKurus(revenue),
})

/** Orders and revenue of Istanbul days, both included. */
const plainRevenueOf = (db: World['db'], from: string, to: string) =>
  plainRevenue(db, startOfIstanbulDay(from), new Date(startOfIstanbulDay(daysLater(to, 1)).getTime() - 1))

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)

test('reports, statistics and customers’ sums are those of the orders after random events', {
  timeout: TIMEOUT,
}, async () => {
  const world = await makeWorld()
  const business = await makeBusiness(world, 20)
  for (let check = 1; check <= CHECKS; check++) {
    await business.runUntilPlaced((ORDERS * check) / CHECKS)
    expect(await wrongSums(world.db)).toEqual([])
    await expectPlainReports(world, business)
  }
  expect(business.hasSeenAll()).toBe(true)
  await addChanges(world.db)
  const left = sql<{ count: number }>`
    select (select count(*) from order_changes) + (select count(*) from line_changes)
      + (select count(*) from moved_products) as count`
  expect((await left.execute(world.db)).rows).toEqual([{ count: 0 }])
  await deleteEmptySums(world.db)
  expect(await wrongSums(world.db)).toEqual([])
  await expectPlainReports(world, business)

  // Wrong sums are corrected by computing all of them again.
  await sql`update daily_sales set orders = orders + 1`.execute(world.db)
  await sql`delete from customer_sales`.execute(world.db)
  expect(await wrongSums(world.db)).not.toEqual([])
  await inTransaction(world.db, recomputeSums)
  expect(await wrongSums(world.db)).toEqual([])
})

test('every snapshot is exact while orders change, two processes add changes and one computes all sums again', {
  timeout: TIMEOUT,
}, async () => {
  const world = await makeWorld({ connections: 16 })
  const businesses = [1, 2, 3].map(seed => makeBusiness(world, seed))
  const others = [1, 2].map(() => connect(world.database, { connections: 2 }))
  onTestFinished(async () => void (await Promise.all(others.map(db => db.destroy()))))
  const running = await Promise.all(businesses)
  let isOver = false
  const untilOver = async (work: () => Promise<unknown>) => {
    while (!isOver) await work()
  }
  const watching = Promise.all([
    ...others.map(db => untilOver(() => addChanges(db))),
    untilOver(() => inTransaction(others[0]!, recomputeSums)),
    untilOver(async () => expect(await wrongSums(world.db)).toEqual([])),
  ])
  await Promise.all(running.map(({ runUntilPlaced }) => runUntilPlaced(ORDERS / 5)))
  isOver = true
  await watching
  expect(await wrongSums(world.db)).toEqual([])
})

test('the database counts the same statuses as revenue as the contract', async () => {
  const { db } = await makeWorld()
  const { rows } = await sql<{ status: OrderStatus }>`
    select status from unnest(${ORDER_STATUSES}::text[]) as status where counts_as_revenue(status)`.execute(db)
  expect(rows.map(({ status }) => status)).toEqual(REVENUE_STATUSES)
})
