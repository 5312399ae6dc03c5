import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { ADMIN, startPortal } from '../e2e/portal.ts'
import { atPortal, connectToPortal, fillOrders } from '../server/testing/many-orders.ts'
import { fillProducts } from '../server/testing/many-products.ts'
import { clientOf } from './client.ts'
import { quantile } from './latency.ts'
import { postRequest, runLoad } from './load.ts'
import { databaseCpuSeconds, portalCpuSeconds } from './processor-time.ts'

/**
 * Measures what the admins' notifications add to an order of ten lines: orders of 8 customers while 0, 2 and 20 admins
 * are active, in alternating rounds. Each round ends when its mails have been sent.
 */

const ADMINS = [0, 2, 20]
const ROUNDS = 9
const SECONDS = 3
const CUSTOMERS = 8
const LINES = 10

type Round = { rate: number; p50: number; p99: number; portalCpu: number; databaseCpu: number; cpu: number }

const portal = await startPortal({}, { embedded: true })
try {
  const { post, logIn } = clientOf(portal)
  const admin = await logIn('/admin/login', ADMIN)
  let ids: string[] = []
  await atPortal(portal.dataDir, async db => {
    ids = await fillProducts(db, 5_000)
    await fillOrders(db, 20_000)
    await sql`
      insert into accounts (id, role, username, username_key, name, password_hash, created_at)
      select gen_random_uuid(), 'admin', 'yonetici' || n, 'yonetici' || n, 'Yönetici ' || n, '', now()
      from generate_series(2, ${Math.max(...ADMINS)}) as n`.execute(db)
  })
  const orderOf = (start: number) => ({
    items: Array.from({ length: LINES }, (_, i) => ({ product_id: ids[(start + i * 7) % ids.length], quantity: 1 })),
  })
  const connections = await Promise.all(
    Array.from({ length: CUSTOMERS }, async (_, i) => {
      const account = { username: `musteri${i}`, password: 'gizli-sifre' }
      const email = `${account.username}@ornek.com.tr`
      await post(admin, '/admin/customers', { ...account, company_name: `Müşteri ${i}`, email })
      const token = await logIn('/auth/login', account)
      return Array.from({ length: 50 }, (_, j) => postRequest('/api/orders', token, orderOf(i * 911 + j * 131)))
    }),
  )
  const load = { port: Number(new URL(portal.url).port), seconds: SECONDS, connections }

  const measure = async (admins: number): Promise<Round> => {
    await setActiveAdmins(admins)
    const before = { portal: portalCpuSeconds(portal), database: databaseCpuSeconds(portal) }
    const { count, ...result } = await runLoad(load)
    await untilMailsAreSent()
    const portalCpu = ((portalCpuSeconds(portal) - before.portal) / count) * 1000
    const databaseCpu = ((databaseCpuSeconds(portal) - before.database) / count) * 1000
    return { ...result, portalCpu, databaseCpu, cpu: portalCpu + databaseCpu }
  }
  await measure(0)
  const measured = new Map<number, Round[]>(ADMINS.map(admins => [admins, []]))
  for (let round = 0; round < ROUNDS; round++)
    for (let turn = 0; turn < ADMINS.length; turn++) {
      const admins = ADMINS[(round + turn) % ADMINS.length]!
      measured.get(admins)?.push(await measure(admins))
    }
  console.log('| Admins | Per second | p50 / p99, ms | CPU ms: portal + PostgreSQL | Sum |\n|---|---|---|---|---|')
  for (const [admins, rounds] of measured) {
    const median = (figure: keyof Round, digits: number) =>
      quantile(
        rounds.map(round => round[figure]),
        0.5,
      ).toFixed(digits)
    const latency = `${median('p50', 1)} / ${median('p99', 1)}`
    const cpu = `${median('portalCpu', 2)} + ${median('databaseCpu', 2)}`
    console.log(`| ${[admins, median('rate', 0), latency, cpu, median('cpu', 2)].join(' | ')} |`)
  }
} finally {
  await portal.stop()
}

/** Only the first `count` admins get notifications; nothing else depends on the others. */
async function setActiveAdmins(count: number) {
  const client = await connectToPortal(portal.dataDir)
  await client.query(
    `update accounts set is_active = place <= $1
     from (select id, row_number() over (order by created_at, id) as place from accounts where role = 'admin') as placed
     where placed.id = accounts.id`,
    [count],
  )
  await client.end()
}

async function untilMailsAreSent() {
  const client = await connectToPortal(portal.dataDir)
  const queued = 'select from mails where sent_at is null and gave_up_at is null limit 1'
  while ((await client.query(queued)).rowCount) await sleep(50)
  await client.end()
}
