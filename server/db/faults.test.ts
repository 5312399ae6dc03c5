import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { mostSeconds, report, startOrdering } from '../testing/fault-drill.ts'
import { faultyConnection } from '../testing/faulty-connection.ts'
import { startPortalWithClock } from '../testing/portal-with-clock.ts'
import { makeWorld, type TestUser, type World } from '../testing/world.ts'

// A portal in a process of its own, whose connections to the database break and stall while four customers order. One
// portal for all drills: its start takes most of the processor time of one.

const SECONDS = 1000

type Portal = Awaited<ReturnType<typeof openPortal>>

async function openPortal() {
  const world = await makeWorld()
  const connection = await faultyConnection(world.database)
  onTestFinished(() => connection.close())
  const portal = await startPortalWithClock({
    DATABASE_URL: connection.url,
    CLOCK_AHEAD: String(world.now().getTime() - Date.now()),
  })
  onTestFinished(() => portal.kill())
  const product_id = await world.product({ on_hand: 1_000_000 })
  await manyProducts(world)
  const customers = [await world.customer(), await world.customer(), await world.customer(), await world.customer()]
  return {
    world,
    connection,
    url: portal.url,
    customer: customers[0]!,
    health: async (what: 'live' | 'ready') => (await fetch(`${portal.url}/api/health/${what}`)).status,
    /** Customers who have begun to order. */
    startDrill: async () => {
      const ordering = startOrdering(() => portal.url, customers, product_id)
      const waitForOrders = (many: number, since: number) =>
        expect
          .poll(() => ordering.acknowledgedSince(since), { timeout: 60 * SECONDS, interval: 20 })
          .toBeGreaterThanOrEqual(many)
      await waitForOrders(8, 0)
      return { ordering, waitForOrders }
    },
  }
}

/** More products than a list reads from the database in one query. */
const MANY = 1500

function manyProducts(world: World) {
  return world.products(Array.from({ length: MANY }, (_, i) => ({ name: `Ürün ${i}`, on_hand: 1 })))
}

/** Expects every order to be stored with its line and its reservation. */
async function expectWholeOrders({ db, ledgerDisagreements }: World) {
  const { rows } = await sql<{ orders: number; lines: number; reserved: number }>`
    select (select count(*) from orders) as orders, (select count(*) from order_items) as lines,
      (select sum(reserved)::bigint from stock) as reserved`.execute(db)
  expect(rows[0]).toEqual({ orders: rows[0]?.orders, lines: rows[0]?.orders, reserved: rows[0]?.orders })
  expect(await ledgerDisagreements()).toEqual([])
}

/** A client that reads a long list repeatedly, and the outcome of each request. */
function startReading(url: string, { token }: TestUser) {
  let isOver = false
  const outcomes: string[] = []
  const reading = (async () => {
    while (!isOver) {
      const read = async () => {
        const response = await fetch(`${url}/api/products`, { headers: { authorization: `Bearer ${token}` } })
        const body: unknown = await response.json()
        return `${response.status} ${Array.isArray(body) ? body.length : ''}`
      }
      outcomes.push(await read().catch(() => 'broken off'))
      await sleep(100)
    }
  })()
  return async () => {
    isOver = true
    await reading
    return outcomes
  }
}

/** Opens a stream of events; the result returns the number of those received so far. */
async function follow(url: string, { token }: TestUser) {
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  const headers = { authorization: `Bearer ${token}` }
  const { body } = await fetch(`${url}/api/events`, { headers, signal: leaving.signal })
  const received: string[] = []
  const listen = async () => {
    for await (const chunk of body ?? []) received.push(Buffer.from(chunk).toString())
  }
  void listen().catch(() => undefined)
  return () => received.join('').split('event: ').length - 1
}

test('connections that break, stall or die silently cost 503s for some seconds, and no order', {
  timeout: 300 * SECONDS,
}, async () => {
  const portal = await openPortal()
  await breakConnections(portal)
  await stallDatabase(portal, 'does not respond', 'all')
  await stallDatabase(portal, 'executes statements but does not respond', 'responses')
  await loseConnectionsSilently(portal)
})

/** Each broken connection costs at most one 503. */
async function breakConnections({ world, connection, url, customer, health, startDrill }: Portal) {
  const { ordering, waitForOrders } = await startDrill()
  const read = startReading(url, customer)
  const events = await follow(url, customer)
  let over = 0
  const isAnyRefused = () => ordering.attempts.some(({ status }) => status === 503)
  // Three times, and more often if no break hit an order that was in flight.
  for (let round = 0; round < 3 || (round < 20 && !isAnyRefused()); round++) {
    await expect.poll(ordering.isUnderWay, { interval: 1 }).toBe(true)
    const before = performance.now()
    const eventsBefore = events()
    if (round === 1) connection.cut()
    else
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(
        world.db,
      )
    // Few enough for a busy machine; the test is how soon the first order succeeds.
    await waitForOrders(8, before)
    expect(ordering.recoveredAfter(before)).toBeLessThan(mostSeconds(5))
    // The connection for events is open again: screens are notified to reload everything.
    await expect.poll(events).toBeGreaterThan(eventsBefore)
    over = before
  }
  const outcome = await ordering.finish(world.db, over)
  report('connections cut', outcome)
  const lists = new Set(await read())
  expect(lists).toContain(`200 ${MANY + 1}`)
  for (const one of lists) expect([`200 ${MANY + 1}`, '503 ', 'broken off']).toContain(one)
  expect(ordering.attempts.filter(({ problem }) => problem)).toEqual([])
  expect(isAnyRefused()).toBe(true)
  expect([await health('live'), await health('ready')]).toEqual([200, 200])
  await expectWholeOrders(world)
}

/** During a stall every request gets 503 within 15 seconds; afterwards all succeed. */
async function stallDatabase(
  { world, connection, health, startDrill }: Portal,
  name: string,
  what: 'all' | 'responses',
) {
  const { ordering, waitForOrders } = await startDrill()
  connection.stall(what)
  const stalled = performance.now()
  // Every request gets a reply, throughout the outage.
  const refused = () => ordering.attempts.filter(({ at, status }) => at > stalled && status === 503).length
  const live: number[] = []
  await expect
    .poll(
      async () => {
        live.push(await health('live'))
        return refused()
      },
      { timeout: 60 * SECONDS },
    )
    .toBeGreaterThan(8)
  expect(await health('ready')).toBe(503)
  expect(new Set(live)).toEqual(new Set([200]))
  connection.resume()
  const over = performance.now()
  await waitForOrders(8, over)
  expect(await health('ready')).toBe(200)
  const outcome = await ordering.finish(world.db, over)
  report(`the database ${name}`, outcome)
  expect(outcome.longest).toBeLessThan(mostSeconds(15))
  expect(ordering.attempts.filter(({ problem }) => problem)).toEqual([])
  await expectWholeOrders(world)
}

/** Dead connections are closed one by one, while new ones serve. */
async function loseConnectionsSilently({ world, connection, startDrill }: Portal) {
  const { ordering, waitForOrders } = await startDrill()
  const slow = sql`select pg_sleep(8)`.execute(world.db)
  connection.stall('present')
  const stalled = performance.now()
  await waitForOrders(8, stalled)
  const outcome = await ordering.finish(world.db, stalled)
  report('connections silently dead', outcome)
  // A slow statement is not aborted.
  expect((await slow).rows).toHaveLength(1)
  expect(outcome.recovered).toBeLessThan(mostSeconds(15))
  expect(outcome.longest).toBeLessThan(mostSeconds(15))
  expect(ordering.attempts.filter(({ problem }) => problem)).toEqual([])
  connection.resume()
  await expectWholeOrders(world)
}
