import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { ADMIN, startPortal } from '../e2e/portal.ts'
import { atPortal, connectToPortal } from '../server/testing/many-orders.ts'
import { fillProducts } from '../server/testing/many-products.ts'
import { clientOf, residentMegabytes } from './client.ts'
import { pause, quantile } from './latency.ts'

/**
 * A day's mix of requests at the pace of real users, for half an hour or `--minutes`: 200 customers, 10 marketers, 2
 * admins and 300 live streams. Prints the latency of each call and the memory of the portal; fails if a request failed,
 * a stream ended, an acknowledged order is missing or stored twice, ledger and stock disagree, or memory grew.
 */

const { minutes } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } }).values
const DURATION = Number(minutes) * 60_000
const PRODUCTS = 5_000
const CUSTOMERS = 200
const MARKETERS = 10
const ADMINS = 2
const STREAMS = 300
const LINES = 10
/** The mean think time between two requests of a user, in milliseconds. */
const THINKING = { customer: 3_000, marketer: 3_000, admin: 2_000 }
/** Memory is compared between the third and the last sixth of the time, when every kind of request has been made. */
const MEMORY_INTERVAL = 5_000
const MAX_GROWTH = 1.15

type Person = { id: string; token: string }
type Marketer = Person & { customers: Person[] }
type Order = { id: string; status: string }

const latencies = new Map<string, number[]>()
const failures: string[] = []
const acknowledged: string[] = []
const memory: number[] = []
const abort = new AbortController()
let openStreams = 0
let isOver = false
let products: string[] = []

const portal = await startPortal({}, { embedded: true })
const { post, logIn } = clientOf(portal)
try {
  const people = await prepare()
  const streams = people.streams.map(token => keepStreamOpen(token))
  const work = [
    ...people.customers.map(customer => repeat('customer', () => beCustomer(customer))),
    ...people.marketers.map(marketer => repeat('marketer', () => beMarketer(marketer))),
    ...people.admins.map(admin => repeat('admin', () => beAdmin(admin))),
    watchMemory(),
  ]
  await pause(DURATION)
  const streamsAtTheEnd = openStreams
  isOver = true
  await Promise.all(work)
  abort.abort()
  await Promise.all(streams)
  await report(streamsAtTheEnd)
} finally {
  isOver = true
  abort.abort()
  await portal.stop()
}

async function prepare() {
  await atPortal(portal.dataDir, async db => {
    products = await fillProducts(db, PRODUCTS)
  })
  const admin = await logIn('/admin/login', ADMIN)
  const marketers: Marketer[] = []
  for (let i = 0; i < MARKETERS; i++) {
    const account = { username: `pazarlamaci${i}`, password: 'gizli-sifre-42' }
    const { marketer } = await post<{ marketer: Person }>(admin, '/admin/marketers', {
      ...account,
      name: `Pazarlamacı ${i}`,
    })
    marketers.push({ id: marketer.id, token: await logIn('/marketer/login', account), customers: [] })
  }
  const customers: Person[] = []
  for (let i = 0; i < CUSTOMERS; i++) {
    const account = { username: `musteri${i}`, password: 'gizli-sifre-42' }
    const marketer = marketers[i % MARKETERS]!
    const created = await post<{ customer: Person }>(admin, '/admin/customers', {
      ...account,
      company_name: `Müşteri ${i}`,
      email: `${account.username}@ornek.com.tr`,
      assigned_marketer_id: marketer.id,
    })
    const customer = { id: created.customer.id, token: await logIn('/auth/login', account) }
    customers.push(customer)
    marketer.customers.push(customer)
  }
  const admins = [admin, ...(await Promise.all(Array.from({ length: ADMINS - 1 }, () => logIn('/admin/login', ADMIN))))]
  const tokens = [...customers, ...marketers].map(({ token }) => token).concat(admins)
  // Some users have two screens open.
  const streams = Array.from({ length: STREAMS }, (_, i) => tokens[i % tokens.length]!)
  return { customers, marketers, admins, streams }
}

/** Repeats a step until the time is over, each time after a random think time of the role. */
async function repeat(role: keyof typeof THINKING, step: () => Promise<void>) {
  await pause(Math.random() * THINKING[role])
  while (!isOver) {
    await step().catch((error: unknown) => failures.push(String(error)))
    await pause(-Math.log(1 - Math.random()) * THINKING[role])
  }
}

async function beCustomer({ token }: Person) {
  const [product] = someProducts(1)
  await oneOf([
    [30, () => get(token, 'catalogue page', `/products?limit=24${chance(0.3) ? '&category=Peynir' : ''}`)],
    [25, () => get(token, 'search', `/products?limit=24&search=${pick(['peynir', 'zey', 'salca', 'no 12', 'tursu'])}`)],
    [15, () => get(token, 'one product', `/products/${product}`)],
    [10, () => get(token, 'order history', '/orders?limit=20')],
    [8, () => get(token, 'unread notifications', '/notifications/unread')],
    [10, () => placeOrder(token, 'order of 10 lines', '/orders', {})],
    [2, () => get(token, "customer's statistics", '/orders/stats')],
  ])
}

async function beMarketer({ token, customers }: Marketer) {
  const customer_id = pick(customers).id
  await oneOf([
    [30, () => get(token, 'catalogue page', '/products?limit=24')],
    [20, () => get(token, 'search', '/products?limit=24&search=zeytin')],
    [20, () => placeOrder(token, "marketer's order", '/marketer/orders/create-for-customer', { customer_id })],
    [15, () => get(token, "marketer's orders", '/marketer/orders?limit=20')],
    [10, () => get(token, "marketer's customers", '/marketer/customers?limit=50')],
    [5, () => get(token, "marketer's statistics", '/marketer/stats')],
  ])
}

async function beAdmin(token: string) {
  await oneOf([
    [35, () => get(token, "admin's orders", '/admin/orders?limit=20')],
    [25, () => setStatuses(token)],
    [10, () => get(token, "admin's products", '/admin/products?limit=50&search=kahve')],
    [8, () => changePrice(token)],
    [10, () => get(token, "admin's statistics", '/admin/stats')],
    [8, () => get(token, 'sales of 30 days', '/admin/reports/sales')],
    [2, () => get(token, 'orders as a workbook', '/admin/reports/orders-excel')],
    [1, () => get(token, 'inventory as a workbook', '/admin/products/export-excel')],
    [1, () => get(token, 'catalogue as a PDF', '/catalog/pdf')],
  ])
}

async function placeOrder(token: string, name: string, path: string, more: object) {
  const items = someProducts(LINES).map(product_id => ({ product_id, quantity: 1 }))
  const { id } = await send<Order>(token, name, 'POST', path, { items, ...more })
  acknowledged.push(id)
}

/** Sets the next status of the oldest pending orders, as an admin who works through the list. */
async function setStatuses(token: string) {
  const orders = await get<Order[]>(token, 'orders by status', '/admin/orders?limit=5&status=beklemede')
  for (const { id } of orders)
    await send(token, 'status of an order', 'PUT', `/admin/orders/${id}/status`, { status: 'hazirlaniyor' })
}

async function changePrice(token: string) {
  const [product] = someProducts(1)
  await send(token, 'price of a product', 'PUT', `/admin/products/${product}`, {
    price: 10 + Math.floor(Math.random() * 90),
  })
}

/** Keeps a live stream open until the end. */
async function keepStreamOpen(token: string) {
  try {
    const headers = { authorization: `Bearer ${token}` }
    const { status, body } = await fetch(`${portal.url}/api/events`, { headers, signal: abort.signal })
    if (status !== 200 || !body) throw new Error(`a live stream got ${status}`)
    openStreams++
    for await (const _ of body) if (isOver) break
    openStreams--
    if (!isOver) failures.push('a live stream ended')
  } catch (error) {
    if (!isOver) failures.push(String(error))
  }
}

async function watchMemory() {
  while (!isOver) {
    memory.push(residentMegabytes(portal))
    await pause(MEMORY_INTERVAL)
  }
}

function get<T>(token: string, name: string, path: string): Promise<T> {
  return send<T>(token, name, 'GET', path)
}

/** Sends a request, records its latency and reads the response to its end; throws if it is not a success. */
async function send<T>(token: string, name: string, method: string, path: string, body?: object): Promise<T> {
  const began = performance.now()
  const response = await fetch(`${portal.url}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const received = Buffer.from(await response.arrayBuffer())
  if (!response.ok) throw new Error(`${name}: ${response.status} ${received.toString('utf8', 0, 300)}`)
  const noted = latencies.get(name)
  if (noted) noted.push(performance.now() - began)
  else latencies.set(name, [performance.now() - began])
  const isJson = response.headers.get('content-type')?.includes('json')
  return JSON.parse(isJson ? received.toString() : 'null')
}

async function report(streamsAtTheEnd: number) {
  console.log(`| ${minutes} minutes | Times | p50, ms | p99, ms | Longest, ms |\n|---|---|---|---|---|`)
  for (const [name, times] of [...latencies].sort(([, a], [, b]) => b.length - a.length)) {
    const cells = [quantile(times, 0.5), quantile(times, 0.99), quantile(times, 1)].map(ms => ms.toFixed(1))
    console.log(`| ${name} | ${times.length} | ${cells.join(' | ')} |`)
  }
  const slice = (from: number, to: number) => quantile(memory.slice(memory.length * from, memory.length * to), 0.5)
  const [early, late] = [slice(1 / 3, 1 / 2), slice(5 / 6, 1)]
  const { missing, disagreements } = await check()
  const checks: [string, boolean][] = [
    [`${failures.length} failed requests and streams`, failures.length === 0],
    [`${streamsAtTheEnd} of ${STREAMS} streams open at the end`, streamsAtTheEnd === STREAMS],
    [`${acknowledged.length} orders acknowledged, ${missing} of them missing`, missing === 0],
    [`${disagreements} products whose stock disagrees with the ledger`, disagreements === 0],
    [`memory ${memory[0]} MB at the start, ${early} MB, ${late} MB at the end`, late <= early * MAX_GROWTH],
  ]
  console.log()
  for (const [sentence, holds] of checks) console.log(`${holds ? 'OK  ' : 'FAIL'} ${sentence}`)
  for (const failure of new Set(failures.slice(0, 20))) console.log(`     ${failure}`)
  if (!checks.every(([, holds]) => holds)) process.exitCode = 1
}

async function check() {
  const client = await connectToPortal(portal.dataDir)
  try {
    const orders = await client.query<{ id: string }>('select id from orders')
    const ids = new Set(orders.rows.map(({ id }) => id))
    const stock = await client.query(`
      select from stock join (
        select product_id, sum(on_hand_change) as on_hand, sum(reserved_change) as reserved
        from stock_ledger group by product_id
      ) as ledger using (product_id)
      where stock.on_hand <> ledger.on_hand or stock.reserved <> ledger.reserved`)
    const missing = acknowledged.filter(id => !ids.has(id)).length
    const surplus = ids.size - new Set(acknowledged).size
    if (surplus) failures.push(`${surplus} orders are there that were never acknowledged`)
    return { missing, disagreements: stock.rowCount ?? 0 }
  } finally {
    await client.end()
  }
}

/** Runs one of the actions, chosen at random by weight. */
async function oneOf(choices: [weight: number, action: () => Promise<unknown>][]) {
  let left = Math.random() * choices.reduce((total, [weight]) => total + weight, 0)
  const [, action] = choices.find(([weight]) => (left -= weight) < 0) ?? choices[0]!
  await action()
}

function someProducts(count: number): string[] {
  const chosen = new Set<string>()
  while (chosen.size < count) chosen.add(pick(products))
  return [...chosen]
}

function pick<T>(from: readonly T[]): T {
  return from[Math.floor(Math.random() * from.length)]!
}

function chance(share: number) {
  return Math.random() < share
}
