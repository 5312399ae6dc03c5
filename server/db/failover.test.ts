import { expect, onTestFinished, test } from 'vitest'
import { missingPackages } from '../testing/cluster-programs.ts'
import { report, startOrdering } from '../testing/fault-drill.ts'
import { startPatroni } from '../testing/patroni.ts'
import { startPooler } from '../testing/pooler.ts'
import { startWorkers } from '../testing/workers.ts'
import { addProducts, ledgerDisagreements, people } from '../testing/world.ts'
import { connect } from './connect.ts'
import { migrate } from './migrate.ts'

// Two workers behind PgBouncer, HAProxy and Patroni, whose primary is lost again and again while customers order. Takes
// minutes and needs Debian's packages, so it only runs in `npm run endure`.

const KILLS = Number(process.env.FAILOVERS ?? 0)
const SECONDS = 1000

test.skipIf(!KILLS)('no order is lost or doubled when the primary is lost', { timeout: KILLS * 300_000 }, async () => {
  expect(missingPackages).toEqual([])
  const cluster = await startPatroni()
  onTestFinished(() => cluster.stop())
  await cluster.allTogether()
  const address = { connectionString: cluster.url }
  const db = connect(address, { connections: 4 })
  onTestFinished(() => db.destroy())
  await migrate(db)
  const pooler = await startPooler(address)
  onTestFinished(() => pooler.stop())
  const portal = await startWorkers({
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: cluster.url,
    LOG_LEVEL: 'error',
  })
  onTestFinished(() => portal.stop().then(() => undefined))
  const { customer } = people(db, () => new Date())
  const [product = ''] = await addProducts(db, [{ on_hand: 1_000_000 }], new Date())
  const customers = await Promise.all(Array.from({ length: 6 }, () => customer()))
  const ordering = startOrdering(() => portal.url, customers, product)
  const waitForOrders = (since: number) =>
    expect
      .poll(() => ordering.acknowledgedSince(since), { timeout: 120 * SECONDS, interval: 50 })
      .toBeGreaterThanOrEqual(40)
  await waitForOrders(0)
  const kills: number[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    const startAgain = await cluster.killPrimary()
    kills.push(performance.now())
    await waitForOrders(kills.at(-1)!)
    startAgain()
    await cluster.allTogether()
    await waitForOrders(performance.now())
  }
  const end = performance.now()
  // Counts what was stored, and fails if an acknowledged order is missing or stored twice.
  await ordering.finish(db, kills.at(-1)!)
  expect(ordering.attempts.filter(({ problem }) => problem)).toEqual([])
  expect(await ledgerDisagreements(db)).toEqual([])
  for (const [i, killed] of kills.entries()) {
    const during = ordering.attempts.filter(({ at }) => at >= killed && at < (kills[i + 1] ?? end))
    const acknowledged = during.filter(({ status }) => status === 201).length
    report('the primary of three lost, behind HAProxy and PgBouncer', {
      attempts: during.length,
      acknowledged,
      found: acknowledged,
      duplicates: 0,
      recovered: ordering.recoveredAfter(killed),
      longest: Math.max(...during.map(({ took }) => took)) / 1000,
    })
  }
})
