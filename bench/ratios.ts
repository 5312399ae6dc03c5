import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ADMIN, startPortal } from '../e2e/portal.ts'
import { atPortal, connectToPortal, fillKeys, fillOrders, settle } from '../server/testing/many-orders.ts'
import { fillProducts } from '../server/testing/many-products.ts'
import { clientOf, cpuSeconds, residentMegabytes } from './client.ts'
import type { LoadResult } from './http-load.ts'
import { quantile } from './latency.ts'
import { getRequest, postRequest, runLoad, runScript, startBareServer } from './load.ts'
import { databaseCpuSeconds } from './processor-time.ts'
import { wholeCatalogue } from './whole-catalogue.ts'

/**
 * Measures the requests of a working day and, in the same run, the limit of this machine: a bare `node:http` server
 * that sends the same bytes from memory, and for orders the bare SQL of an order. Rounds of the portal and of the limit
 * alternate; the table shows the medians. The argument is `large`, none, or `small`, which only shows that it still
 * runs.
 */

const SIZES = {
  small: { products: 100, orders: 100, rounds: 1, seconds: 0.1 },
  normal: { products: 5_000, orders: 20_000, rounds: 5, seconds: 2 },
  large: { products: 50_000, orders: 1_000_000, rounds: 5, seconds: 2 },
}
const CUSTOMERS = 8
const LINES = 10

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' } },
})
const size = isSize(positionals[0]) ? positionals[0] : 'normal'
const { products, orders, rounds, seconds } = SIZES[size]
const isSmall = size === 'small'

type Limit = { measure: () => Promise<number>; close: () => void }
const NO_LIMIT: Limit = { measure: async () => Number.NaN, close: () => undefined }
type Scenario = { name: string; connections: () => string[][] | Promise<string[][]>; limit: () => Promise<Limit> }
type Round = LoadResult & { ratio: number; limit: number; portalCpu: number; databaseCpu: number }

// With the log of a portal in production.
const portal = await startPortal({ LOG_LEVEL: 'info' }, { embedded: true })
try {
  const { reads, ordering, whole } = await prepare()
  const lines = [
    '| Scenario | Per second | p50 / p99, ms | CPU ms: portal + PostgreSQL | Limit per second | Of the limit | Load generator |',
    '|---|---|---|---|---|---|---|',
  ]
  const add = async (scenario: Scenario) => {
    if (!scenario.name.includes(values.only)) return
    // In the short form one limit of each kind is enough, as starting one takes a second.
    const isCompared = !isSmall || scenario === reads[0] || scenario === ordering
    const limit = isCompared ? scenario.limit : async () => NO_LIMIT
    lines.push(await measure({ ...scenario, limit }))
    console.error(lines.at(-1))
  }
  if (size === 'large') await add({ ...ordering, name: `${ordering.name}, no other orders or keys` })
  await fill()
  for (const scenario of [...reads, ordering]) await add(scenario)
  console.log(lines.join('\n'))
  console.log(`\n${await whole()}`)
  console.log(`\nMemory of the portal afterwards, without PostgreSQL: ${residentMegabytes(portal)} MB`)
} finally {
  await portal.stop()
}

/** Inserts the orders of years and their idempotency keys. */
async function fill() {
  await atPortal(portal.dataDir, db => fillOrders(db, orders))
  await fillKeys(portal.dataDir, orders)
  await atPortal(portal.dataDir, settle)
}

type Scenarios = { reads: Scenario[]; ordering: Scenario; whole: () => Promise<string> }

/** Creates products, customers and the orders of one of them, and returns the scenarios. */
async function prepare(): Promise<Scenarios> {
  const { post, logIn } = clientOf(portal)
  const admin = await logIn('/admin/login', ADMIN)
  let ids: string[] = []
  await atPortal(portal.dataDir, async db => void (ids = await fillProducts(db, products)))
  const customers = await Promise.all(
    Array.from({ length: CUSTOMERS }, async (_, i) => {
      const account = { username: `musteri${i}`, password: 'gizli-sifre' }
      const email = `${account.username}@ornek.com.tr`
      await post(admin, '/admin/customers', { ...account, company_name: `Müşteri ${i}`, email })
      return logIn('/auth/login', account)
    }),
  )
  const customer = customers[0]!
  const orderOf = (start: number) => ({
    items: Array.from({ length: LINES }, (_, i) => ({ product_id: ids[(start + i * 7) % ids.length], quantity: 1 })),
    notes: 'Arka kapıdan teslim',
  })
  for (let i = 0; i < 20; i++) await post(customer, '/orders', orderOf(i * 31))
  // Otherwise the mails of these orders would be sent while the first requests are measured.
  await waitForMails()

  const twoYearsAgo = new Date(Date.now() - 729 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  const read = (name: string, path: string, token = customer) =>
    (isSmall ? [16] : [1, 16]).map(count => ({
      name: `${name}; ${count} connection${count > 1 ? 's' : ''}`,
      connections: () => Array.from({ length: count }, () => [getRequest(`/api${path}`, token)]),
      limit: async () => startBareServer(await bodyOf(path, token), { connections: count, seconds }),
    }))
  const unchanged = {
    name: 'whole catalogue, unchanged (304); 16 connections',
    connections: async () => {
      const { headers } = await clientOf(portal).send(customer, '/products')
      const known = `If-None-Match: ${headers.get('etag')}\r\n`
      return Array.from({ length: 16 }, () => [getRequest('/api/products', customer, known)])
    },
    limit: async () => startBareServer(Buffer.alloc(0), { connections: 16, seconds }),
  }
  const reads = [
    ...read('catalogue page of 24', '/products?limit=24'),
    ...read('search `peynir`, 24', '/products?limit=24&search=peynir'),
    ...read('search `pe`, 24', '/products?limit=24&search=pe'),
    ...read('search `no` (finds all), 24', '/products?limit=24&search=no'),
    ...read('one product', `/products/${ids[0]}`),
    unchanged,
    ...read('order history, 20', '/orders?limit=20'),
    ...read("admin's orders, 20", '/admin/orders?limit=20', admin),
    ...read("admin's statistics", '/admin/stats', admin),
    ...read('sales of 30 days', '/admin/reports/sales', admin),
    ...read('sales of two years', `/admin/reports/sales?from=${twoYearsAgo}`, admin),
  ]
  const ordering = {
    name: `order of ${LINES} lines; ${CUSTOMERS} customers`,
    connections: () =>
      customers.map((token, i) =>
        Array.from({ length: 50 }, (_, j) => postRequest('/api/orders', token, orderOf(i * 911 + j * 131))),
      ),
    limit: async () => ({ measure: bareOrderRate, close: () => undefined }),
  }
  return { reads, ordering, whole: () => wholeCatalogue(portal, { admin, customer }, ids[0]!) }
}

async function bodyOf(path: string, token: string): Promise<Buffer> {
  return Buffer.from(await (await clientOf(portal).send(token, path)).arrayBuffer())
}

async function bareOrderRate() {
  const argument = { dataDir: portal.dataDir, clients: CUSTOMERS, lines: LINES, seconds }
  return (await runScript<{ rate: number }>('bare-orders.ts', argument)).rate
}

async function measure({ name, connections, limit: startLimit }: Scenario): Promise<string> {
  const load = { port: Number(new URL(portal.url).port), seconds, connections: await connections() }
  const limit = await startLimit()
  if (!isSmall) await runLoad(load)
  const measured: Round[] = []
  for (let round = 0; round < rounds; round++) {
    const before = { portal: cpuSeconds(portal), database: databaseCpuSeconds(portal) }
    const result = await runLoad(load)
    // The mails of orders are sent after the round: their processor time counts, but must not slow the limit's round.
    await waitForMails()
    const portalCpu = ((cpuSeconds(portal) - before.portal) / result.count) * 1000
    const databaseCpu = ((databaseCpuSeconds(portal) - before.database) / result.count) * 1000
    const rate = await limit.measure()
    measured.push({ ...result, limit: rate, ratio: result.rate / rate, portalCpu, databaseCpu })
  }
  limit.close()
  const median = (figure: keyof Round) =>
    quantile(
      measured.map(round => round[figure]),
      0.5,
    )
  const figures = [
    median('rate').toFixed(0),
    `${median('p50').toFixed(1)} / ${median('p99').toFixed(1)}`,
    `${median('portalCpu').toFixed(2)} + ${median('databaseCpu').toFixed(2)}`,
    ...(limit === NO_LIMIT ? ['–', '–'] : [median('limit').toFixed(0), `${(median('ratio') * 100).toFixed(1)} %`]),
    `${((median('cpu') / seconds) * 100).toFixed(0)} % of a core`,
  ]
  return `| ${name} | ${figures.join(' | ')} |`
}

async function waitForMails() {
  const client = await connectToPortal(portal.dataDir)
  const queued = 'select from mails where sent_at is null and gave_up_at is null limit 1'
  while ((await client.query(queued)).rowCount) await sleep(50)
  await client.end()
}

function isSize(name: string | undefined): name is keyof typeof SIZES {
  return name !== undefined && name in SIZES
}
