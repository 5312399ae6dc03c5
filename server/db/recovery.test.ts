import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startAdminWork } from '../testing/admin-work.ts'
import { type ClockPortal, startClockPortal } from '../testing/clock-portal.ts'
import { report, startOrdering } from '../testing/fault-drill.ts'
import { prepareDataDir } from '../testing/prepared-data.ts'
import { addProducts, ledgerDisagreements, people } from '../testing/world.ts'
import { connect } from './connect.ts'

// A portal with its embedded server, of which one process after the other is killed while four customers order and an
// admin imports and counts.

const SECONDS = 1000
const WITHIN = 30 * SECONDS

async function drill() {
  const dir = await mkdtemp(join(tmpdir(), 'toptan-drill-'))
  await chmod(dir, 0o755)
  onTestFinished(() => rm(dir, { recursive: true, force: true, maxRetries: 5 }))
  await prepareDataDir(dir)
  const start = async () => {
    const started = await startClockPortal({ DATA_DIR: dir })
    onTestFinished(() => started.stop())
    return started
  }
  let portal: ClockPortal = await start()
  const cluster = join(dir, 'postgres/pg18')
  const db = connect({ host: join(dir, 'postgres/pg18-socket'), user: 'app', database: 'postgres' }, { connections: 4 })
  onTestFinished(() => db.destroy())
  const postmaster = async () => Number((await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[0])
  const { admin, customer } = people(db, () => new Date())
  const [product_id = '', counted = ''] = await addProducts(db, [{ on_hand: 1_000_000 }, {}], new Date())
  const customers = [await customer(), await customer(), await customer(), await customer()]
  const ordering = startOrdering(() => portal.url, customers, product_id)
  const work = startAdminWork(() => portal.url, await admin(), counted)
  const waitForOrders = (many: number, since: number, timeout = WITHIN) =>
    expect.poll(() => ordering.acknowledgedSince(since), { timeout, interval: 20 }).toBeGreaterThanOrEqual(many)
  await waitForOrders(20, 0)
  /** A backend that serves the portal, as the kernel's OOM killer would choose it. */
  const backend = async () => {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where application_name = 'toptan' and pid <> pg_backend_pid() order by state, pid limit 1`.execute(db)
    return rows[0]!.pid
  }
  return {
    db,
    ordering,
    waitForOrders,
    postmaster,
    killBackend: async () => process.kill(await backend(), 'SIGKILL'),
    /**
     * Kills a backend and resolves while the server recovers from its death. Recovery can be over before it was seen;
     * then another backend is killed.
     */
    crash: async () => {
      const pid = await postmaster()
      const isStartup = (process: string) => process.trim().startsWith(`${pid} postgres: startup`)
      const isRecovering = () =>
        execFileSync('ps', ['-A', '-o', 'ppid=,args='], { encoding: 'utf8' }).split('\n').some(isStartup)
      for (let kills = 0; kills < 10; kills++) {
        process.kill(await backend(), 'SIGKILL')
        const killed = performance.now()
        while (!ordering.acknowledgedSince(killed) && performance.now() < killed + 3 * SECONDS) {
          if (isRecovering()) return
          await setImmediate()
        }
        await waitForOrders(1, killed)
      }
      throw new Error('No recovery was seen')
    },
    killPortal: () => process.kill(portal.pid, 'SIGKILL'),
    startPortal: async () => {
      portal = await start()
    },
    finish: async (name: string, killed: number, within = 30) => {
      const outcome = await ordering.finish(db, killed)
      report(name, await work.addTo(db, outcome))
      expect(outcome.recovered).toBeLessThan(within)
      expect(ordering.attempts.filter(({ problem, status }) => problem && status !== 'none')).toEqual([])
      expect(await ledgerDisagreements(db)).toEqual([])
    },
    printed: () => portal.printed(),
  }
}

test('a killed process of PostgreSQL interrupts the portal only briefly', { timeout: 120 * SECONDS }, async () => {
  const { ordering, waitForOrders, killBackend, finish } = await drill()
  const killed = performance.now()
  await killBackend()
  await waitForOrders(20, killed)
  await finish('a backend killed', killed)
  // The portal itself kept running.
  expect(ordering.attempts.filter(({ status }) => status === 'none')).toEqual([])
})

test('a killed PostgreSQL is restarted by the portal', { timeout: 120 * SECONDS }, async () => {
  const { ordering, waitForOrders, postmaster, finish, printed } = await drill()
  const killed = performance.now()
  process.kill(await postmaster(), 'SIGKILL')
  await waitForOrders(20, killed)
  await finish('the postmaster killed', killed)
  expect(ordering.attempts.filter(({ status }) => status === 'none')).toEqual([])
  expect(printed()).toContain('is restarted, because it failed: killed by SIGKILL')
})

test('a PostgreSQL that hangs in shutting down is ended and restarted', { timeout: 120 * SECONDS }, async () => {
  const { waitForOrders, postmaster, crash, finish } = await drill()
  const pid = await postmaster()
  const killed = performance.now()
  await crash()
  process.kill(pid, 'SIGINT')
  await waitForOrders(20, killed)
  await finish('a backend killed, the postmaster stopped', killed)
})

test('a portal that is killed is up again with the next start, whatever its server was doing', {
  timeout: 180 * SECONDS,
}, async () => {
  const { waitForOrders, crash, killPortal, startPortal, finish } = await drill()
  const first = performance.now()
  killPortal()
  await startPortal()
  await waitForOrders(20, first)

  const second = performance.now()
  await crash()
  killPortal()
  await startPortal()
  await waitForOrders(20, second)
  // Including the start of a portal from its sources.
  await finish('the portal killed, then a backend and the portal', second, 90)
})
