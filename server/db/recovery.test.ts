import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
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
  /** New connections: a fault breaks those that there are. */
  const connected = () => {
    const address = { host: join(dir, 'postgres/pg18-socket'), user: 'app', database: 'postgres' }
    const pool = connect(address, { connections: 4 })
    onTestFinished(() => pool.destroy())
    return pool
  }
  const db = connected()
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
      where application_name = 'toptan' and pid <> pg_backend_pid() order by state, pid limit 1`.execute(connected())
    return rows[0]!.pid
  }
  return {
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
      const isRecovering = () => titlesOfChildren(pid).some(title => title.startsWith('postgres: startup'))
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
      const after = connected()
      const outcome = await ordering.finish(after, killed)
      report(name, await work.addTo(after, outcome))
      expect(outcome.recovered).toBeLessThan(within)
      expect(ordering.attempts.filter(({ problem, status }) => problem && status !== 'none')).toEqual([])
      expect(await ledgerDisagreements(after)).toEqual([])
    },
    printed: () => portal.printed(),
  }
}

/** The titles of a process's children. Linux has them in files, so that a recovery of some milliseconds is seen. */
function titlesOfChildren(pid: number): string[] {
  if (process.platform === 'linux') {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
    return children.map(child => titleOf(child))
  }
  const lines = execFileSync('ps', ['-A', '-o', 'ppid=,args='], { encoding: 'utf8' }).split('\n')
  return lines.flatMap(line => (line.trim().startsWith(`${pid} `) ? line.trim().slice(`${pid} `.length) : []))
}

/** A process's title on Linux; '' if it has ended. */
function titleOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
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
