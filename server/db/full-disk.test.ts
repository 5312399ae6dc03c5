import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { startupErrorMessage } from '../database.ts'
import { mostSeconds, report, startOrdering } from '../testing/fault-drill.ts'
import { startPortalWithClock } from '../testing/portal-with-clock.ts'
import { prepareDataDir } from '../testing/prepared-data.ts'
import { addProducts, ledgerDisagreements, people } from '../testing/world.ts'
import { connect } from './connect.ts'
import { startEmbedded } from './embedded.ts'

// A portal whose embedded database is on a small file system, which only root can mount.

const SECONDS = 1000
const WITHIN = { timeout: 60 * SECONDS, interval: 20 }
const MEGABYTE = 1024 * 1024

const Ready = z.object({ storage: z.string() })

/** A small file system, of that many megabytes; undefined if this process cannot mount one. */
async function mountSmall(size: number): Promise<string | undefined> {
  const dir = await mkdtemp(join(tmpdir(), 'toptan-full-'))
  try {
    if (process.platform !== 'linux') throw new Error('no tmpfs')
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}m,mode=755`, 'tmpfs', dir], { stdio: 'ignore' })
  } catch {
    await rm(dir, { recursive: true })
    return undefined
  }
  onTestFinished(async () => {
    execFileSync('umount', ['-l', dir])
    await rm(dir, { recursive: true })
  })
  await chmod(dir, 0o755)
  return dir
}

test('if a new database does not fit on the disk, the start ends with a readable message', async context => {
  const dir = await mountSmall(20)
  if (!dir) return context.skip('only root can mount a file system')
  const home = join(dir, 'postgres')
  const error = await startEmbedded(home).catch((reason: unknown) => reason)
  expect(startupErrorMessage(error)).toBe(
    `A new database could not be made in ${home}: there is no space left on the disk of ${home}.`,
  )
  const { bavail, bsize } = await statfs(dir)
  await writeFile(join(dir, 'filler'), Buffer.alloc(bavail * bsize))
  await expect(startEmbedded(home)).rejects.toThrow(`There is no space left on the disk of ${home}.`)
})

test('a full disk stops only writing, a full WAL stops the server, and with free space both work again', {
  timeout: 240 * SECONDS,
}, async context => {
  const dir = await mountSmall(600)
  if (!dir) return context.skip('only root can mount a file system')
  await prepareDataDir(dir)
  const portal = await startPortalWithClock({ DATA_DIR: dir })
  onTestFinished(() => portal.stop())
  const address = { host: join(dir, 'postgres/pg18-socket'), user: 'app', database: 'postgres' }
  const db = connect(address, { connections: 2 })
  onTestFinished(() => db.destroy())
  const { customer } = people(db, () => new Date())
  const [product_id = ''] = await addProducts(db, [{ on_hand: 1_000_000 }], new Date())
  const customers = [await customer(), await customer(), await customer(), await customer()]
  const filler = join(dir, 'filler')
  const fill = async (leave: number) => {
    const { bavail, bsize } = await statfs(dir)
    await writeFile(filler, Buffer.alloc(Math.max(0, bavail * bsize - leave)), { flag: 'a' })
  }
  const status = async (path: string) => {
    const headers = { authorization: `Bearer ${customers[0]?.token}` }
    return (await fetch(`${portal.url}/api${path}`, { headers })).status
  }
  const storage = async () =>
    Ready.safeParse(await (await fetch(`${portal.url}/api/health/ready`)).json()).data?.storage
  const drill = async (name: string, fault: () => Promise<void>) => {
    const ordering = startOrdering(() => portal.url, customers, product_id)
    await expect.poll(() => ordering.acknowledgedSince(0), WITHIN).toBeGreaterThanOrEqual(8)
    const began = performance.now()
    await fault()
    const refused = () => ordering.attempts.filter(one => one.at > began && one.status === 503).length
    await expect.poll(refused, WITHIN).toBeGreaterThanOrEqual(8)
    await rm(filler)
    const over = performance.now()
    await expect.poll(() => ordering.acknowledgedSince(over), WITHIN).toBeGreaterThanOrEqual(8)
    const outcome = await ordering.finish(db, over)
    report(name, outcome)
    expect(outcome.recovered).toBeLessThan(mostSeconds(30))
    expect(ordering.attempts.filter(({ problem }) => problem)).toEqual([])
    expect(await ledgerDisagreements(db)).toEqual([])
    expect(await status('/health/ready')).toBe(200)
  }

  await drill('the disk is full', async () => {
    await fill(40 * MEGABYTE)
    await expect.poll(storage, WITHIN).toBe('full')
    expect([await status('/products'), await status('/orders'), await status('/health/live')]).toEqual([200, 200, 200])
  })
  await drill('the log of PostgreSQL is full', async () => {
    await fill(40 * MEGABYTE)
    await expect.poll(storage, WITHIN).toBe('full')
    // Other processes may write at the same time.
    await fill(0).catch(() => undefined)
    const writeLog = async () => {
      for (;;) await sql`select pg_logical_emit_message(false, 'drill', repeat('x', 4000000))`.execute(db)
    }
    await expect(writeLog()).rejects.toThrow()
    await expect
      .poll(() => portal.printed(), WITHIN)
      .toContain('The embedded PostgreSQL is restarted, because it failed')
    await expect.poll(() => portal.printed(), WITHIN).toContain('No space left on device')
  })
})
