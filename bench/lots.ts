import assert from 'node:assert/strict'
import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import type { Recall } from '#contract/recalls.ts'
import { ADMIN, startPortal } from '../e2e/portal.ts'
import { fillLots, type SoldLot } from '../server/testing/many-lots.ts'
import { atPortal, fillOrders } from '../server/testing/many-orders.ts'
import { fillProducts } from '../server/testing/many-products.ts'
import { clientOf } from './client.ts'
import { quantile } from './latency.ts'

/**
 * Measures a recall of a lot that 500 orders of 120 customers got, and the preparation of an order of 30 lines that get
 * seven lots each, compared with an order whose products have no lots. There are 100,000 orders and 20,000 lots, with
 * `large` 1,000,000 and 200,000.
 */

const isLarge = process.argv.includes('large')
const ORDERS = isLarge ? 1_000_000 : 100_000
const PRODUCTS = isLarge ? 50_000 : 5_000
const LOTS = isLarge ? 200_000 : 20_000
const LINES = 30
const ROUNDS = 40
const WARM_UP = 10
const CUSTOMER = { username: 'bilinen', password: 'gizli-sifre' }

const portal = await startPortal({}, { embedded: true })
const { send, get, post, logIn } = clientOf(portal)
const put = (token: string, path: string, body: object) =>
  send(token, path, { method: 'PUT', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
const table: [what: string, figure: string][] = []
try {
  let sold: SoldLot | undefined
  const products: { withLots: string[]; without: string[] } = { withLots: [], without: [] }
  await atPortal(portal.dataDir, async db => {
    const all = await fillProducts(db, PRODUCTS)
    products.withLots = all.splice(0, LINES)
    products.without = all.splice(0, LINES)
    await fillOrders(db, ORDERS)
    sold = await fillLots(db, LOTS, all)
    await sql`
      insert into lots (id, product_id, code, expires_on, expiry_kind, received_at, on_hand)
      select gen_random_uuid(), id, 'L' || n, current_date + 100 - n, 'skt', now(), 4
      from unnest(${products.withLots}::uuid[]) as id, generate_series(1, 7) as n`.execute(db)
    await sql`update stock set in_lots = 28 where product_id = any(${products.withLots}::uuid[])`.execute(db)
    await sql`update products set lot_tracking = 'required' where id = any(${products.withLots}::uuid[])`.execute(db)
  })
  if (!sold) throw new Error('there is no lot to recall')
  const admin = await logIn('/admin/login', ADMIN)

  const times: number[] = []
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    const began = performance.now()
    const recall: Recall = await get<Recall>(admin, `/admin/recalls?lot_id=${sold.lot_id}`)
    times.push(performance.now() - began)
    if (round > -WARM_UP) continue
    assert.deepEqual(new Set(recall.orders.map(one => one.order_id)), new Set(sold.orders))
    assert.equal(recall.customers.length, sold.customers)
    assert.equal(
      recall.customers.reduce((sum, { quantity }) => sum + quantity, 0),
      sold.quantity,
    )
  }
  const beside = `beside ${ORDERS.toLocaleString('en')} orders and ${LOTS.toLocaleString('en')} lots`
  table.push([
    `recall of a lot in ${sold.orders.length} orders of ${sold.customers} customers, ${beside}`,
    textOf(times),
  ])

  await post(admin, '/admin/customers', { ...CUSTOMER, company_name: 'Bilinen', email: 'bilinen@ornek.com.tr' })
  const customer = await logIn('/auth/login', CUSTOMER)
  const place = async (ids: string[]) => {
    const items = ids.map(product_id => ({ product_id, quantity: 26 }))
    return (await post<{ id: string }>(customer, '/orders', { items })).id
  }
  const orders = { withLots: await place(products.withLots), without: await place(products.without) }
  const took = { withLots: [] as number[], without: [] as number[] }
  const prepare = async (kind: keyof typeof orders) => {
    const path = `/admin/orders/${orders[kind]}/status`
    const began = performance.now()
    await (await put(admin, path, { status: 'hazirlaniyor' })).text()
    took[kind].push(performance.now() - began)
    await (await put(admin, path, { status: 'beklemede' })).text()
  }
  for (let round = -WARM_UP; round < ROUNDS; round++)
    for (const kind of round % 2 ? (['withLots', 'without'] as const) : (['without', 'withLots'] as const))
      await prepare(kind)
  table.push([`'Hazırlanıyor' for an order of ${LINES} lines of seven lots each`, textOf(took.withLots)])
  table.push([`the same of products without lots`, textOf(took.without)])
  const added = quantile(took.withLots.slice(WARM_UP), 0.5) - quantile(took.without.slice(WARM_UP), 0.5)
  table.push(['what the proposal of the lots adds, difference of the medians', `${added.toFixed(1)} ms`])
} finally {
  await portal.stop()
}
console.log('| What | Figure |\n|---|---|')
for (const [what, figure] of table) console.log(`| ${what} | ${figure} |`)

function textOf(all: number[]) {
  const times = all.slice(WARM_UP)
  return `median ${quantile(times, 0.5).toFixed(1)} ms, longest ${Math.max(...times).toFixed(1)} ms (${times.length} times)`
}
