import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { PROGRAMS } from '../testing/cluster-programs.ts'
import { cloneDatabase, urlOf } from '../testing/databases.ts'
import { startOrdering } from '../testing/fault-drill.ts'
import { startPooler } from '../testing/pooler.ts'
import { startPortalWithClock } from '../testing/portal-with-clock.ts'
import { addProducts, ledgerDisagreements, people } from '../testing/world.ts'
import { connect } from './connect.ts'

// A portal whose statements go through a real PgBouncer in transaction mode.

async function pooled() {
  const database = await cloneDatabase(inject('database'), inject('template'))
  onTestFinished(() => database.discard())
  const pooler = await startPooler(database.address)
  onTestFinished(() => pooler.stop())
  const db = connect(database.address, { connections: 4 })
  onTestFinished(() => db.destroy())
  return { database, pooler, db }
}

test.skipIf(!PROGRAMS.pgbouncer)(
  'orders, changes and open screens work through a pooler',
  { timeout: 180_000 },
  async () => {
    const { database, pooler, db } = await pooled()
    const portal = await startPortalWithClock({
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: urlOf(database.address),
    })
    onTestFinished(() => portal.stop())
    const { admin, customer } = people(db, () => new Date())
    const boss = await admin()
    const customers = await Promise.all(Array.from({ length: 12 }, () => customer()))
    const [product = ''] = await addProducts(db, [{ on_hand: 1_000_000 }], new Date())
    const headers = { authorization: `Bearer ${boss.token}`, 'content-type': 'application/json' }
    const stream = await fetch(`${portal.url}/api/events`, { headers, signal: AbortSignal.timeout(150_000) })

    const ordering = startOrdering(() => portal.url, customers, product)
    for (let price = 1; price <= 30; price++) {
      const at = `${portal.url}/api/admin/products/${product}`
      expect((await fetch(at, { method: 'PUT', headers, body: JSON.stringify({ price }) })).status).toBe(200)
      expect(await (await fetch(`${portal.url}/api/products/${product}`, { headers })).json()).toMatchObject({ price })
    }
    await expect.poll(() => ordering.acknowledgedSince(0), { timeout: 20_000 }).toBeGreaterThan(50)
    await ordering.finish(db, 0)
    expect(ordering.attempts.filter(({ status }) => status !== 201)).toEqual([])
    expect(await ledgerDisagreements(db)).toEqual([])
    let received = ''
    const text = stream.body!.pipeThrough(new TextDecoderStream())
    for await (const piece of text) if ((received += piece).includes('event: orders')) break
    expect(portal.printed()).not.toMatch(/does not set|"level"/)
  },
)

test.skipIf(!PROGRAMS.pgbouncer)('a slow statement is not aborted behind a pooler', async () => {
  const { pooler } = await pooled()
  const db = connect({ connectionString: pooler.url, isPooled: true })
  onTestFinished(() => db.destroy())
  expect((await sql`select pg_sleep(7)`.execute(db)).rows).toHaveLength(1)
  const timeout = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(db)
  expect(timeout.rows).toEqual([{ statement_timeout: '1min' }])
})
