import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startAdminWork } from '../testing/admin-work.ts'
import { mostSeconds, report, startOrdering } from '../testing/fault-drill.ts'
import { type PortalWithClock, startPortalWithClock } from '../testing/portal-with-clock.ts'
import { prepareDataDir } from '../testing/prepared-data.ts'
import { addProducts, ledgerDisagreements, people } from '../testing/world.ts'
import { connect } from './connect.ts'

// A portal with its embedded server, of which one process after the other is killed while four customers order and an
// admin imports and counts. One portal for all drills: its start takes most of the processor time of one.

const SECONDS = 1000
const WITHIN = 30 * SECONDS

async function openPortal() {
  const dir = await mkdtemp(join(tmpdir(), 'toptan-drill-'))
  await chmod(dir, 0o755)
  onTestFinished(() => rm(dir, { recursive: true, force: true, maxRetries: 5 }))
  await prepareDataDir(dir)
  const start = async () => {
    const started = await startPortalWithClock({ DATA_DIR: dir })
    onTestFinished(() => started.stop())
    return started
  }
  let portal: PortalWithClock = await start()
  const cluster = join(dir, 'postgres/pg18')
  return {
    url: () => portal.url,
    printed: () => portal.printed(),
    /** New connections, as a fault breaks the existing ones. */
    connected: () => {
      const address = { host: join(dir, 'postgres/pg18-socket'), user: 'app', database: 'postgres' }
      const pool = connect(address, { connections: 4 })
      onTestFinished(() => pool.destroy())
      return pool
    },
    postmaster: async () => Number((await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[0]),
    kill: () => process.kill(portal.pid, 'SIGKILL'),
    startAgain: async () => {
      portal = await start()
    },
  }
}

/** Customers and an admin who have begun to work with the portal. */
async function drill({ url, connected, postmaster }: Awaited<ReturnType<typeof openPortal>>) {
  const db = connected()
  const { admin, customer } = people(db, () => new Date())
  const [product_id = '', counted = ''] = await addProducts(db, [{ on_hand: 1_000_000 }, {}], new Date())
  const customers = [await customer(), await customer(), await customer(), await customer()]
  const ordering = startOrdering(url, customers, product_id)
  const work = startAdminWork(url, await admin(), counted)
  const waitForOrders = (many: number, since: number) =>
    expect.poll(() => ordering.acknowledgedSince(since), { timeout: WITHIN, interval: 20 }).toBeGreaterThanOrEqual(many)
  await waitForOrders(8, 0)
  /** A backend that serves the portal, as the kernel's OOM killer would choose it. */
  const backend = async () => {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where application_name = 'toptan' and pid <> pg_backend_pid() order by state, pid limit 1`.execute(connected())
    return rows[0]!.pid
  }
  return {
    ordering,
    waitForOrders,
    killBackend: async () => process.kill(await backend(), 'SIGKILL'),
    /**
     * Kills a backend and resolves while the server recovers from its death. If the recovery is over before it was
     * seen, another backend is killed.
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
    /** Waits for orders after the fault, and checks that no order is lost. */
    finish: async (name: string, killed: number, within = 30) => {
      await waitForOrders(8, killed)
      const after = connected()
      const outcome = await ordering.finish(after, killed)
      report(name, await work.addTo(after, outcome))
      expect(outcome.recovered).toBeLessThan(mostSeconds(within))
      expect(ordering.attempts.filter(({ problem, status }) => problem && status !== 'none')).toEqual([])
      expect(await ledgerDisagreements(after)).toEqual([])
    },
  }
}

/** The titles of a process's children. Linux has them in files, so that even a recovery of milliseconds is detected. */
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

test('the portal recovers soon from killed backends, a killed or hanging PostgreSQL, and being killed itself', {
  timeout: 300 * SECONDS,
}, async () => {
  const portal = await openPortal()
  const { postmaster } = portal
  const expectReplies = ({ ordering }: Awaited<ReturnType<typeof drill>>) =>
    expect(ordering.attempts.filter(({ status }) => status === 'none')).toEqual([])

  const first = await drill(portal)
  const backendKilled = performance.now()
  await first.killBackend()
  await first.finish('a backend killed', backendKilled)
  // The portal itself kept running.
  expectReplies(first)

  const second = await drill(portal)
  const serverKilled = performance.now()
  process.kill(await postmaster(), 'SIGKILL')
  await second.finish('the postmaster killed', serverKilled)
  expectReplies(second)
  expect(portal.printed()).toContain('is restarted, because it failed: killed by SIGKILL')

  // A server that is stopped while it recovers hangs in the shutdown.
  const third = await drill(portal)
  const pid = await postmaster()
  const stopped = performance.now()
  await third.crash()
  process.kill(pid, 'SIGINT')
  await third.finish('a backend killed, the postmaster stopped', stopped)

  // A portal starts in whatever state its server was when the previous portal was killed.
  const fourth = await drill(portal)
  const portalKilled = performance.now()
  portal.kill()
  await portal.startAgain()
  await fourth.waitForOrders(8, portalKilled)
  const bothKilled = performance.now()
  await fourth.crash()
  portal.kill()
  await portal.startAgain()
  // Including the start of a portal from its sources.
  await fourth.finish('the portal killed, then a backend and the portal', bothKilled, 90)
})
