import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { ADMIN, startPortal } from '../e2e/portal.ts'
import { fillKeys, fillPortal } from '../server/testing/many-orders.ts'
import { clientOf } from './client.ts'
import { quantile } from './latency.ts'

/**
 * Measures what an `Idempotency-Key` adds to an order of ten lines, with 300,000 permanent keys in the table. Orders
 * with and without a key alternate, so that other load slows both.
 */

const KEYS = 300_000
const PAIRS = 400
const WARM_UP = 50
const LINES = 10
const CUSTOMER = { username: 'bilinen', password: 'gizli-sifre' }

const portal = await startPortal()
const { send, get, post, logIn } = clientOf(portal)
try {
  await fillPortal(portal.dataDir, 1000)
  await fillKeys(portal.dataDir, KEYS)
  const admin = await logIn('/admin/login', ADMIN)
  await post(admin, '/admin/customers', { ...CUSTOMER, company_name: 'Bilinen', email: 'bilinen@ornek.com.tr' })
  const customer = await logIn('/auth/login', CUSTOMER)
  const products = await get<{ id: string }[]>(customer, '/products?limit=500')

  const order = async (pair: number, headers: Record<string, string>) => {
    const lines = Array.from({ length: LINES }, (_, i) => products[(pair * LINES + i) % products.length]!)
    const items = lines.map(({ id }) => ({ product_id: id, quantity: 1 }))
    const began = performance.now()
    const init = { method: 'POST', body: JSON.stringify({ items }) }
    await (
      await send(customer, '/orders', { ...init, headers: { 'content-type': 'application/json', ...headers } })
    ).text()
    return performance.now() - began
  }
  const took = { bare: [] as number[], keyed: [] as number[] }
  for (let pair = -WARM_UP; pair < PAIRS; pair++) {
    const bare = async () => took.bare.push(await order(pair + WARM_UP, {}))
    const keyed = async () => took.keyed.push(await order(pair + WARM_UP, { 'idempotency-key': randomUUID() }))
    for (const turn of pair % 2 ? [bare, keyed] : [keyed, bare]) await turn()
  }
  const [bare, keyed] = [quantile(took.bare.slice(WARM_UP), 0.5), quantile(took.keyed.slice(WARM_UP), 0.5)]
  console.log('| What | Figure |\n|---|---|')
  console.log(`| order without a key, median of ${PAIRS} | ${bare.toFixed(1)} ms |`)
  console.log(`| order with one | ${keyed.toFixed(1)} ms |`)
  console.log(`| with ÷ without | ${(keyed / bare).toFixed(2)} |`)
} finally {
  await portal.stop()
}
