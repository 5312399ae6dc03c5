import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { ADMIN, type Portal, startPortal } from '../e2e/portal.ts'
import { clientOf, cpuSeconds } from './client.ts'
import { quantile } from './latency.ts'
import { databaseCpuSeconds } from './processor-time.ts'

/**
 * Measures what lots cost an order of ten lines: orders of products without and with lots in a portal that has lots,
 * compared with the same orders in a portal that has none. The cases take turns, so that other load and the growth of
 * the tables affect all of them. `--beside <dist>` runs the portal without lots from another build, such as one from
 * before lots were introduced.
 */

const PRODUCTS = 200
const LOTS_EACH = 5
const LINES = 10
const ROUNDS = 12
const WARM_UP = 4
const ORDERS = 100
const CUSTOMER = { username: 'bilinen', password: 'gizli-sifre' }
const PRODUCT = { brand: 'Ege', category: 'Peynir', price: 100, vat_rate: 10, stock_quantity: 1_000_000 }
const FIGURES = ['elapsed', 'portalCpu', 'databaseCpu'] as const

const { values } = parseArgs({ options: { beside: { type: 'string' } } })
const plain = await startPortal({}, { embedded: true, ...(values.beside && { dist: values.beside }) })
const lotted = await startPortal({}, { embedded: true })
try {
  const [first, second] = await filled(plain, {})
  const [without, withLots] = await filled(lotted, { lots: LOTS_EACH })
  const beside = `beside ${PRODUCTS * LOTS_EACH} lots, products`
  const cases = [
    { name: 'no lot in the portal', ...first },
    // Its difference from the case above is the variance of the measurement. It also makes both portals place equally
    // many orders.
    { name: 'the same with other products', ...second },
    { name: `${beside} without lots`, ...without },
    { name: `${beside} with lots`, ...withLots },
  ].map(one => ({ ...one, elapsed: [] as number[], portalCpu: [] as number[], databaseCpu: [] as number[] }))
  for (let round = -WARM_UP; round < ROUNDS; round++)
    for (const one of round % 2 ? cases : cases.toReversed()) {
      const measured = await placeOrders(one)
      if (round < 0) continue
      for (const figure of FIGURES) one[figure].push(measured[figure])
    }
  const [reference, ...others] = cases
  if (!reference) throw new Error('nothing was measured')
  console.log(
    `| Order of ${LINES} lines | Elapsed, ms | CPU ms: portal + PostgreSQL | Of the first row: elapsed, CPU |`,
  )
  console.log('|---|---|---|---|')
  for (const one of [reference, ...others]) {
    const [elapsed, portalCpu, databaseCpu] = FIGURES.map(figure => quantile(one[figure], 0.5))
    const ratios = FIGURES.map(figure => quantile(one[figure], 0.5) / quantile(reference[figure], 0.5)).map(all =>
      all.toFixed(2),
    )
    const own = `${elapsed?.toFixed(2)} | ${portalCpu?.toFixed(2)} + ${databaseCpu?.toFixed(2)}`
    console.log(`| ${one.name} | ${own} | ${one === reference ? '' : `${ratios[0]}, ${ratios[1]} + ${ratios[2]}`} |`)
  }
  console.log(`\nMedians of ${ROUNDS} rounds of ${ORDERS} orders each, one after the other.`)
} finally {
  await plain.stop()
  await lotted.stop()
}

/**
 * Creates a customer and two sets of products, each product of the second with `lots` lots. Without `lots`, it
 * sends only requests that builds from before lots accept.
 */
async function filled(portal: Portal, { lots }: { lots?: number }) {
  const { post, logIn } = clientOf(portal)
  const admin = await logIn('/admin/login', ADMIN)
  const make = async (name: string, fields: object = {}) => {
    const ids: string[] = []
    for (let n = 0; n < PRODUCTS; n++) {
      const product = { ...PRODUCT, name: `${name} ${n}`, ...fields }
      ids.push((await post<{ product: { id: string } }>(admin, '/admin/products', product)).product.id)
    }
    return ids
  }
  await post(admin, '/admin/customers', { ...CUSTOMER, company_name: 'Bilinen', email: 'bilinen@ornek.com.tr' })
  const customer = await logIn('/auth/login', CUSTOMER)
  const ids = await make('Mal')
  const others = await make('Partili mal', lots ? { lot_tracking: 'asked' } : {})
  for (let lot = 1; lot <= (lots ?? 0); lot++) {
    const label = { code: `L${lot}`, expires_on: `2099-0${lot}-01`, expiry_kind: 'skt' }
    const items = others.map(product_id => ({ product_id, quantity: 1_000_000, lot: label }))
    await post(admin, '/admin/stock/receipts', { supplier: 'Tedarikçi', items })
  }
  return [
    { portal, customer, ids },
    { portal, customer, ids: others },
  ] as const
}

/** Places orders, one after the other, and returns the median of their times and the processor time of each. */
async function placeOrders({ portal, customer, ids }: { portal: Portal; customer: string; ids: string[] }) {
  const { post } = clientOf(portal)
  const before = { portal: cpuSeconds(portal), database: databaseCpuSeconds(portal) }
  const times: number[] = []
  for (let n = 0; n < ORDERS; n++) {
    const items = Array.from({ length: LINES }, (_, i) => ({
      product_id: ids[(n * LINES + i) % ids.length],
      quantity: 1,
    }))
    const began = performance.now()
    await post(customer, '/orders', { items })
    times.push(performance.now() - began)
  }
  return {
    elapsed: quantile(times, 0.5),
    portalCpu: ((cpuSeconds(portal) - before.portal) / ORDERS) * 1000,
    databaseCpu: ((databaseCpuSeconds(portal) - before.database) / ORDERS) * 1000,
  }
}
