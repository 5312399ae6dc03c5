import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { urlOf } from '../testing/databases.ts'
import { drawsFrom } from '../testing/draws.ts'
import { type PortalWithClock, startPortalWithClock } from '../testing/portal-with-clock.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'

// Three admins and two customers work concurrently on the lots of four products, while their portal is killed.

/** Numbers that suit the test suite; `npm run endure` sets higher ones. */
const STEPS = Number(process.env.LOT_CRASH_STEPS ?? 200)
const KILLS = Number(process.env.LOT_KILLS ?? 1)

const TODAY = '2026-03-10'
const EXPIRIES = ['2026-03-09', TODAY, '2026-04-01', '2026-05-01', null]
const STATUSES = ['beklemede', 'hazirlaniyor', 'hazirlaniyor', 'tamamlandi', 'iptal']

test('concurrent users and killed processes leave lots, picks and stock in agreement', {
  timeout: 120_000 + STEPS * 100 + KILLS * 30_000,
}, async () => {
  const world = await makeWorld()
  const products = await world.products(
    (['Ana Depo', 'Gecici Depo'] as const).flatMap(warehouse =>
      [0, 1].map(n => ({ name: `Ürün ${n}`, warehouse, lot_tracking: 'asked' as const, on_hand: 10 })),
    ),
  )
  const admins = [await world.admin(), await world.admin(), await world.admin()]
  const customers = [await world.customer(), await world.customer()]
  let portal = await start(world)
  const replies = new Map<number, number>()
  let steps = 0
  const send = async ({ token }: TestUser, method: string, path: string, body?: object) => {
    steps += 1
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const response = await fetch(`${portal.url}/api${path}`, init).catch(() => undefined)
    const text = await response?.text().catch(() => undefined)
    // Killed: whether the request had an effect is not known.
    if (!response || text === undefined) return sleep(50)
    expect([200, 201, 400, 404, 409, 503], `${method} ${path}: ${text}`).toContain(response.status)
    replies.set(response.status, (replies.get(response.status) ?? 0) + 1)
  }

  const actors = [...admins.map(adminActions), ...customers.map(customerActions)]
  const working = actors.map(async (actions, seed) => {
    const random = drawsFrom(seed + 1)
    while (steps < STEPS) await actions[random(actions.length)]?.(random)
  })
  for (let kill = 1; kill <= KILLS; kill += 1) {
    while (steps < (kill * STEPS) / (KILLS + 1)) await sleep(5)
    await portal.kill()
    portal = await start(world)
  }
  await Promise.all(working)

  expect(replies.get(200)).toBeGreaterThan(STEPS / 10)
  expect(await world.ledgerDisagreements()).toEqual([])
  const { rows } = await sql`
    select code from order_lots join lots on lots.id = lot_id
    where (expires_on < ${TODAY} and reason is null) or (taken is null and blocked_at is not null)`.execute(world.db)
  expect(rows).toEqual([])

  type Action = (random: (below: number) => number) => Promise<unknown>

  function customerActions(customer: TestUser): Action[] {
    const items = (random: (below: number) => number) =>
      products.filter(() => random(2)).map(product_id => ({ product_id, quantity: 1 + random(9) }))
    return [
      random => send(customer, 'POST', '/orders', { items: items(random) }),
      async random => {
        const order = await someOrder(random, customer)
        if (order) await send(customer, 'PUT', `/orders/${order}`, { items: items(random) })
      },
    ]
  }

  function adminActions(admin: TestUser): Action[] {
    const put = (path: string, body: object) => send(admin, 'PUT', path, body)
    const post = (path: string, body?: object) => send(admin, 'POST', path, body)
    const product = (random: (below: number) => number) => products[random(products.length)]!
    const setStatus: Action = async random => {
      const order = await someOrder(random)
      if (order) await put(`/admin/orders/${order}/status`, { status: STATUSES[random(STATUSES.length)] })
    }
    return [
      random =>
        post('/admin/stock/receipts', {
          items: products.map(product_id => {
            const [code, expires_on] = [`L${random(6)}`, EXPIRIES[random(EXPIRIES.length)]]
            const lot = { code, expires_on, expiry_kind: code === 'L5' && expires_on ? 'tett' : null }
            return { product_id, quantity: 1 + random(9), ...(random(4) > 0 && { lot }) }
          }),
        }),
      setStatus,
      setStatus,
      setStatus,
      async random => {
        const lot = await someLot(random)
        if (!lot) return
        const body = { reason: 'Deneme' }
        const change = ['block', 'release', 'write-off'][random(3)]
        await post(`/admin/lots/${lot}/${change}`, change === 'write-off' ? { ...body, quantity: 1 + random(4) } : body)
      },
      async random => {
        const [order, lot] = [await someOrder(random), await someLot(random)]
        if (!order || !lot) return
        const lots = [{ lot_id: lot, quantity: 1 + random(4) }]
        await put(`/admin/orders/${order}/lots`, { product_id: product(random), lots, reason: 'Elden seçildi' })
      },
      random => put(`/admin/products/${product(random)}`, { stock_quantity: random(40) }),
      random => post('/admin/stock/transfers', { items: [{ product_id: product(random), quantity: 1 + random(5) }] }),
      async random => {
        const { rows } = await sql<{ id: string }>`select id from stock_counts order by random() limit 1`.execute(
          world.db,
        )
        const [count] = rows
        if (!count || random(4) === 0) return post('/admin/stock/counts', { count_date: TODAY })
        const entry = { product_id: product(random), counted_quantity: random(25) }
        await post(`/admin/stock/counts/${count.id}/products`, entry)
        if (random(2)) await post(`/admin/stock/counts/${count.id}/finalize`)
      },
    ]
  }

  async function someOrder(random: (below: number) => number, pendingOf?: TestUser) {
    let orders = world.db.selectFrom('orders').select('id').orderBy('created_at', 'desc').limit(12)
    if (pendingOf) orders = orders.where('customer_id', '=', pendingOf.id).where('status', '=', 'beklemede')
    const found = await orders.execute()
    return found[random(found.length)]?.id
  }

  async function someLot(random: (below: number) => number) {
    const found = await world.db.selectFrom('lots').select('id').execute()
    return found[random(found.length)]?.id
  }
})

async function start(world: World): Promise<PortalWithClock> {
  const started = await startPortalWithClock({
    CLOCK_AHEAD: String(world.now().getTime() - Date.now()),
    DATABASE_URL: urlOf(world.database),
  })
  onTestFinished(() => started.kill())
  return started
}
