import { once } from 'node:events'
import { createServer } from 'node:net'
import { parseArgs } from 'node:util'
import { ADMIN, type Portal, startPortal } from '../e2e/portal.ts'
import { atPortal } from '../server/testing/many-orders.ts'
import { fillProducts } from '../server/testing/many-products.ts'
import { clientOf } from './client.ts'
import { quantile } from './latency.ts'
import { getRequest, postRequest, runLoad } from './load.ts'
import { databaseCpuSeconds, portalCpuSeconds } from './processor-time.ts'

/**
 * Compares a portal of one process with one of two workers, each with its own database. Rounds alternate; the table
 * shows medians, and for the ratio the median of the ratios of the rounds. `Upper bound` is the largest possible ratio,
 * if two processors did nothing but what portal, load generator and database did in the rounds with one process.
 */

const PRODUCTS = 5_000
const CUSTOMERS = 32
const LINES = 10
const ROUNDS = 7
const SECONDS = 3
/** Longer than elsewhere: each worker gets half of the requests, so its code that runs often is compiled later. */
const WARM_UP = 15
const CORES = 2

type Side = { portal: Portal; tokens: string[]; ids: string[] }
type Round = Record<'rate' | 'p99' | 'portalCpu' | 'databaseCpu' | 'loadCpu', number>

// Accepts connections and never responds, so that no mails are sent during the rounds: two workers would send more.
const mailServer = createServer(() => undefined).listen(0, '127.0.0.1')
await once(mailServer, 'listening')
const mailAddress = mailServer.address()
const SMTP_URL = `smtp://127.0.0.1:${typeof mailAddress === 'object' ? mailAddress?.port : ''}`

const { only } = parseArgs({ options: { only: { type: 'string', default: '' } } }).values

const sides = await Promise.all(['1', '2'].map(prepare))
try {
  const connectionsOf: Record<string, (side: Side) => string[][]> = {
    'catalogue page of 24': ({ tokens }) => tokens.map(token => [getRequest('/api/products?limit=24', token)]),
    'order history, 20': ({ tokens }) => tokens.map(token => [getRequest('/api/orders?limit=20', token)]),
    [`order of ${LINES} lines`]: ({ tokens, ids }) =>
      tokens.map((token, i) =>
        Array.from({ length: 50 }, (_, j) => postRequest('/api/orders', token, orderOf(ids, i * 911 + j * 131))),
      ),
  }
  console.log(
    `| ${CUSTOMERS} customers | Workers | Per second | p99, ms | CPU ms: portal + PostgreSQL + load | Ratio | Upper bound |`,
  )
  console.log('|---|---|---|---|---|---|---|')
  for (const [name, connections] of Object.entries(connectionsOf))
    if (name.includes(only)) await compare(name, connections)
} finally {
  await Promise.all(sides.map(({ portal }) => portal.stop()))
  mailServer.close()
}

async function prepare(workers: string): Promise<Side> {
  const portal = await startPortal({ WORKERS: workers, SMTP_URL }, { embedded: true })
  const { post, logIn } = clientOf(portal)
  let ids: string[] = []
  await atPortal(portal.dataDir, async db => {
    ids = await fillProducts(db, PRODUCTS)
  })
  const admin = await logIn('/admin/login', ADMIN)
  const tokens = await Promise.all(
    Array.from({ length: CUSTOMERS }, async (_, i) => {
      const account = { username: `musteri${i}`, password: 'gizli-sifre' }
      const email = `${account.username}@ornek.com.tr`
      await post(admin, '/admin/customers', { ...account, company_name: `Müşteri ${i}`, email })
      const token = await logIn('/auth/login', account)
      for (let j = 0; j < 20; j++) await post(token, '/orders', orderOf(ids, j * 31))
      return token
    }),
  )
  return { portal, tokens, ids }
}

function orderOf(ids: string[], start: number) {
  const items = Array.from({ length: LINES }, (_, i) => ({
    product_id: ids[(start + i * 7) % ids.length],
    quantity: 1,
  }))
  return { items, notes: 'Arka kapıdan teslim' }
}

async function compare(name: string, connections: (side: Side) => string[][]) {
  const rounds: [one: Round, two: Round][] = []
  for (const side of sides) await measure(side, connections(side), WARM_UP)
  for (let round = 0; round < ROUNDS; round++) {
    const [one, two] = [
      await measure(sides[0]!, connections(sides[0]!)),
      await measure(sides[1]!, connections(sides[1]!)),
    ]
    rounds.push([one, two])
  }
  const median = (of: (round: [Round, Round]) => number) => quantile(rounds.map(of), 0.5)
  for (const [i, workers] of ['1', '2'].entries()) {
    const figure = (key: keyof Round) => median(pair => pair[i]![key])
    const all = figure('portalCpu') + figure('databaseCpu') + figure('loadCpu')
    const cells = [
      name,
      workers,
      figure('rate').toFixed(0),
      figure('p99').toFixed(1),
      `${figure('portalCpu').toFixed(2)} + ${figure('databaseCpu').toFixed(2)} + ${figure('loadCpu').toFixed(2)}`,
      i ? median(([one, two]) => two.rate / one.rate).toFixed(2) : '',
      i ? '' : `${((CORES * figure('portalCpu')) / all).toFixed(2)}`,
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
}

async function measure({ portal }: Side, connections: string[][], seconds = SECONDS): Promise<Round> {
  const before = { portal: portalCpuSeconds(portal), database: databaseCpuSeconds(portal) }
  const { rate, p99, count, cpu } = await runLoad({
    port: Number(new URL(portal.url).port),
    seconds,
    connections,
  })
  const perRequest = (total: number) => (total / count) * 1000
  return {
    rate,
    p99,
    portalCpu: perRequest(portalCpuSeconds(portal) - before.portal),
    databaseCpu: perRequest(databaseCpuSeconds(portal) - before.database),
    loadCpu: perRequest(cpu),
  }
}
