import { performance } from 'node:perf_hooks'
import { ADMIN, startPortal } from '../e2e/portal.ts'
import { latencyDuring, latencyText, pause, quantile } from './latency.ts'

/**
 * A thousand failed logins over fifty connections: the effect on other users, and whether replies reveal that a
 * username or address exists. Prints a table for docs/figures.md.
 */

const LOGINS = 1000
const CONNECTIONS = 50
const LOGIN_PAIRS = 95
const RESET_PAIRS = 200

const table: [what: string, figure: string][] = []
// Behind a proxy, so that each connection can have a different network address.
const portal = await startPortal({ TRUST_PROXY: '1' })
try {
  const known = await newCustomer('bilinen')
  const token = (await post('/auth/login', known, '203.0.113.1')).body.token as string
  const alone = await latencyDuring(portal, token, () => pause(3000))
  table.push(["another user's own orders, no other load", latencyText(alone)])
  for (const [what, addressOf] of [
    ['from one network address', () => '198.51.100.1'],
    ['from 50 network addresses, 20 usernames each', (i: number) => `198.51.100.${100 + (i % CONNECTIONS)}`],
  ] as const) {
    const statuses = new Map<number, number>()
    const took = performance.now()
    const meanwhile = await latencyDuring(portal, token, () =>
      inParallel(LOGINS, async i => {
        const { status } = await post('/auth/login', failingLogin(i), addressOf(i))
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }),
    )
    const seconds = ((performance.now() - took) / 1000).toFixed(1)
    const counts = [...statuses].map(([status, n]) => `${n} × ${status}`).join(', ')
    table.push([`1,000 failed logins ${what}`, `${counts} in ${seconds} s`])
    table.push(["another user's own orders meanwhile", latencyText(meanwhile)])
  }

  const login = await ratioOf(
    i => post('/auth/login', { username: known.username, password: `yanlis-${i}` }, `192.0.2.${i % 250}`),
    i => post('/auth/login', { username: `kimse-${i}`, password: `yanlis-${i}` }, `192.0.2.${i % 250}`),
    LOGIN_PAIRS,
  )
  table.push([`failed login, unknown ÷ known username (medians of ${LOGIN_PAIRS} each)`, login])
  const recovery = await ratioOf(
    i => post('/auth/forgot-password', { email: known.email }, `192.0.2.${i % 250}`),
    i => post('/auth/forgot-password', { email: `kimse-${i}@ornek.com.tr` }, `192.0.2.${i % 250}`),
    RESET_PAIRS,
  )
  table.push([`forgotten password, unknown ÷ known address (medians of ${RESET_PAIRS} each)`, recovery])
} finally {
  await portal.stop()
}
console.log('| What | Figure |\n|---|---|')
for (const [what, figure] of table) console.log(`| ${what} | ${figure} |`)

function failingLogin(i: number) {
  return { username: `kimse-${i}`, password: 'yanlis-sifre' }
}

/** Alternates both requests; the replies must be identical. */
async function ratioOf(
  known: (i: number) => ReturnType<typeof post>,
  unknown: (i: number) => ReturnType<typeof post>,
  pairs: number,
) {
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let i = 0; i < pairs; i++) {
    const [one, other] = [await known(i), await unknown(i)]
    if (one.status !== other.status || JSON.stringify(one.body) !== JSON.stringify(other.body))
      throw new Error(`replies differ: ${JSON.stringify(one)} ${JSON.stringify(other)}`)
    times.known.push(one.ms)
    times.unknown.push(other.ms)
  }
  const [k, u] = [quantile(times.known, 0.5), quantile(times.unknown, 0.5)]
  return `${(u / k).toFixed(2)} (${u.toFixed(1)} ms, ${k.toFixed(1)} ms); identical status and text`
}

async function post(path: string, body: object, address: string) {
  const began = performance.now()
  const response = await fetch(`${portal.url}/api${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
  })
  const reply = (await response.json()) as Record<string, unknown>
  return { status: response.status, body: reply, ms: performance.now() - began }
}

async function inParallel(times: number, work: (i: number) => Promise<void>) {
  let next = 0
  const connection = async () => {
    while (next < times) await work(next++)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, connection))
}

async function newCustomer(username: string) {
  const { body } = await post('/admin/login', ADMIN, '203.0.113.1')
  const customer = { username, company_name: 'Bilinen', email: `${username}@ornek.com.tr`, password: 'gizli-sifre' }
  const response = await fetch(`${portal.url}/api/admin/customers`, {
    method: 'POST',
    body: JSON.stringify(customer),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${String(body.token)}` },
  })
  if (!response.ok) throw new Error(`no customer: ${response.status}`)
  return customer
}
