import { parseArgs } from 'node:util'
import { ADMIN, startPortal } from '../e2e/portal.ts'
import { atPortal } from '../server/testing/many-orders.ts'
import { fillProducts } from '../server/testing/many-products.ts'
import { clientOf, residentMegabytes } from './client.ts'
import { getRequest, postRequest, runScript } from './load.ts'
import type { OverloadLoad, OverloadResult } from './overload-clients.ts'

/**
 * Measures how a portal performs under more clients than it can serve: the best rate of successful requests with few
 * clients, and the rate, the latency and the refusals with five and fifty times as many. The exit code is 1 if the rate
 * with five times as many patient clients, which wait as Retry-After says, is below 80 % of the best rate.
 */

const PRODUCTS = 5_000
const CUSTOMERS = 32
const FEW = [8, 16, 32]
const FACTORS = [5, 50]
const LINES = 10
const SECONDS = { best: 5, overload: 12 }

const { only } = parseArgs({ options: { only: { type: 'string', default: '' } } }).values

const portal = await startPortal({}, { embedded: true })
try {
  const { post, logIn } = clientOf(portal)
  const admin = await logIn('/admin/login', ADMIN)
  let ids: string[] = []
  await atPortal(portal.dataDir, async db => {
    ids = await fillProducts(db, PRODUCTS)
  })
  const tokens: string[] = []
  for (let i = 0; i < CUSTOMERS; i++) {
    const account = { username: `musteri${i}`, password: 'gizli-sifre' }
    await post(admin, '/admin/customers', { ...account, company_name: `M${i}`, email: `musteri${i}@ornek.com.tr` })
    tokens.push(await logIn('/auth/login', account))
  }
  const orderOf = (start: number) => ({
    items: Array.from({ length: LINES }, (_, i) => ({ product_id: ids[(start + i * 7) % ids.length], quantity: 1 })),
  })
  const tokenOf = (client: number) => tokens[client % CUSTOMERS]!
  console.log(
    '| Requests | Clients | Successful per second | Of the best | p50 / p99, ms | Refused | Other | Memory, MB |',
  )
  console.log('|---|---|---|---|---|---|---|---|')
  if ('catalogue'.includes(only))
    await measure('catalogue page of 24', client => [getRequest('/api/products?limit=24', tokenOf(client))])
  if ('order'.includes(only))
    await measure('order of 10 lines', client =>
      Array.from({ length: 20 }, (_, i) =>
        postRequest('/api/orders', tokenOf(client), orderOf(client * 911 + i * 131)),
      ),
    )
} finally {
  await portal.stop()
}

async function measure(name: string, requestsOf: (client: number) => string[]) {
  const run = async (count: number, seconds: number, isPatient: boolean) => {
    const clients = Array.from({ length: count }, (_, client) => requestsOf(client))
    const load: OverloadLoad = { port: Number(new URL(portal.url).port), seconds, isPatient, clients }
    return runScript<OverloadResult>('overload-clients.ts', load)
  }
  // A warm-up, so that the code that runs often is compiled.
  await run(FEW[0]!, SECONDS.best, true)
  let best = { goodput: 0, clients: 0 }
  for (const clients of FEW) {
    const result = await run(clients, SECONDS.best, true)
    print(name, `${clients}`, result, result.goodput)
    if (result.goodput > best.goodput) best = { goodput: result.goodput, clients }
  }
  for (const factor of FACTORS)
    for (const isPatient of [true, false]) {
      const clients = best.clients * factor
      const result = await run(clients, SECONDS.overload, isPatient)
      print(name, `${clients}, ${isPatient ? 'patient' : 'impatient'}`, result, best.goodput)
      if (factor === 5 && isPatient && result.goodput < 0.8 * best.goodput) process.exitCode = 1
    }
}

function print(name: string, clients: string, { goodput, p50, p99, refused, other }: OverloadResult, best: number) {
  const cells = [
    name,
    clients,
    goodput.toFixed(0),
    `${((goodput / best) * 100).toFixed(0)} %`,
    `${p50.toFixed(0)} / ${p99.toFixed(0)}`,
    refused,
    other,
    residentMegabytes(portal),
  ]
  console.log(`| ${cells.join(' | ')} |`)
}
