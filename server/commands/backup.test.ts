import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { connect } from '../db/connect.ts'
import { reachEmbedded } from '../db/embedded.ts'
import { bundleOfSource } from '../documents/source-bundle.ts'
import { startOrdering } from '../testing/fault-drill.ts'
import { startPortalWithClock } from '../testing/portal-with-clock.ts'
import { prepareDataDir } from '../testing/prepared-data.ts'
import { SHORT_LIVED } from '../testing/short-process-options.ts'
import { connectTo } from '../testing/workers.ts'
import { addProducts, ledgerDisagreements, people } from '../testing/world.ts'

const Changed = z.object({ product: z.object({ image_url: z.string() }) })
const LoggedIn = z.object({ token: z.string() })

const WITHIN = { timeout: 60_000, interval: 20 }

async function makeFolders() {
  const base = await mkdtemp(join(tmpdir(), 'toptan-drill-'))
  await chmod(base, 0o755)
  onTestFinished(() => rm(base, { recursive: true, force: true, maxRetries: 5 }))
  const [first, second] = [join(base, 'first'), join(base, 'second')]
  for (const dir of [first, second]) {
    await mkdir(dir)
    await chmod(dir, 0o755)
  }
  /** Runs a command like an operator; resolves to its exit status and its output. */
  const run = async (command: 'admin' | 'backup' | 'restore', args: string[], DATA_DIR: string) => {
    const program = join(base, `${command}.mjs`)
    await writeFile(program, await bundleOfSource(new URL(`${command}.ts`, import.meta.url), 'inside'))
    const { DATABASE_URL: _, ...inherited } = process.env
    return new Promise<{ code: number; printed: string; errors: string }>(resolve => {
      execFile(
        process.execPath,
        [...SHORT_LIVED, program, ...args],
        { env: { ...inherited, DATA_DIR } },
        (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, printed: stdout, errors: stderr }),
      )
    })
  }
  return { first, second, run }
}

async function startOn(DATA_DIR: string) {
  const portal = await startPortalWithClock({ DATA_DIR })
  onTestFinished(() => portal.stop())
  const address = await reachEmbedded(join(DATA_DIR, 'postgres'))
  if (!address) throw new Error('its database does not run')
  const db = connect(address, { connections: 2 })
  onTestFinished(() => db.destroy())
  const connection = connectTo(portal.url)
  onTestFinished(() => connection.close())
  return { portal, db, send: connection.send }
}

test('a backup made while orders are placed is restored elsewhere, with every order acknowledged before it', {
  timeout: 240_000,
}, async () => {
  const { first, second, run } = await makeFolders()
  await prepareDataDir(first)
  const source = await startOn(first)
  const { customer, admin } = people(source.db, () => new Date())
  const [product = ''] = await addProducts(source.db, [{ name: 'Bal', on_hand: 1_000_000 }], new Date())
  const boss = await admin()
  const drawn = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#c83' } })
    .png()
    .toBuffer()
  const image_url = `data:image/png;base64,${drawn.toString('base64')}`
  const changed = await source.send(`/admin/products/${product}`, {
    method: 'PUT',
    token: boss.token,
    body: { image_url },
  })
  expect(changed.status).toBe(200)
  const path = Changed.parse(changed.json()).product.image_url.replace(/^\/api/, '')
  const pictureAt = async ({ portal }: typeof source) => {
    const response = await fetch(`${portal.url}/api${path}`)
    expect(response.status).toBe(200)
    return Buffer.from(await response.arrayBuffer()).toString('base64')
  }
  const picture = await pictureAt(source)

  const customers = [await customer(), await customer(), await customer()]
  const keyed = (one: typeof source, key: string, token = customers[0]!.token) =>
    one.send('/orders', {
      method: 'POST',
      token,
      headers: { 'idempotency-key': key },
      body: { items: [{ product_id: product, quantity: 2 }], notes: key },
    })
  const onceKey = randomUUID()
  const once = (await keyed(source, onceKey)).json()

  const ordering = startOrdering(() => source.portal.url, customers.slice(1), product)
  ordering.attempts.push({ key: onceKey, at: 0, took: 0, status: 201 })
  await expect.poll(() => ordering.acknowledgedSince(0), WITHIN).toBeGreaterThan(20)
  const before = ordering.attempts.filter(({ status }) => status === 201).map(({ key }) => key)
  const begun = performance.now()
  const file = join(first, 'drill.sql.gz')
  // Left out of the restore, like any table that is not the portal's.
  await sql`create table siparis_yedek as select 1 as figure`.execute(source.db)
  const saved = await run('backup', [file], first)
  expect(saved).toMatchObject({
    code: 0,
    printed: expect.stringMatching(
      /^Saved and read back: \S+drill\.sql\.gz \(0\.\d MB, [\s\S]* {2}WARNING: siparis_yedek is no table of the portal\./,
    ),
  })
  // Orders were placed during the whole backup.
  expect(ordering.acknowledgedSince(begun)).toBeGreaterThan(5)
  const later = performance.now()
  await expect.poll(() => ordering.acknowledgedSince(later), WITHIN).toBeGreaterThan(0)
  const { acknowledged } = await ordering.finish(source.db, begun)

  const inUse = await run('restore', [file], first)
  expect(inUse).toMatchObject({
    code: 1,
    errors: expect.stringContaining(`is in use by process ${source.portal.pid}. Stop it`),
  })
  expect(await run('restore', [file], second)).toMatchObject({
    code: 0,
    errors: expect.stringContaining(`Using the embedded database in ${second}\n`),
    printed: expect.stringMatching(
      /^Restored: .*\n {2}made at .*\n {2}\d+ orders, 1 products, 3 customers, 1 pictures, .*\n {2}WARNING: siparis_yedek .*\n {2}The stock of all products agrees with its ledger \(1\)\.\n {2}The amounts of all orders agree with their lines \(\d+\)\.\n {2}The sums of sales agree with the orders \(1\)\.\n {2}All users have to log in again: [^\n]+\n {2}Passwords, [^\n]+\n[^\n]+\n$/,
    ),
  })
  // Commands work before a portal has been started on the restored database.
  expect(await run('admin', ['list'], second)).toMatchObject({
    code: 0,
    printed: expect.stringContaining(boss.username),
  })
  const copy = await startOn(second)
  const stored = await copy.db.selectFrom('orders').select(['notes', 'id']).execute()
  const found = new Set(stored.map(({ notes }) => notes))
  expect(before.filter(key => !found.has(key))).toEqual([])
  expect(found.size).toBe(stored.length)
  expect(await ledgerDisagreements(copy.db)).toEqual([])
  expect(await pictureAt(copy)).toBe(picture)

  // Sessions have ended, passwords are accepted, and a repeated request places no second order.
  expect((await keyed(copy, onceKey)).status).toBe(401)
  const { username, password } = customers[0]!
  const login = await copy.send('/auth/login', { method: 'POST', body: { username, password } })
  expect(login.status).toBe(200)
  const { token } = LoggedIn.parse(login.json())
  const repeated = await keyed(copy, onceKey, token)
  expect([repeated.status, repeated.json()]).toEqual([201, once])
  expect(await copy.db.selectFrom('orders').select('id').execute()).toHaveLength(stored.length)
  const events = await copy.db.selectFrom('security_log').select('event').execute()
  expect(events.map(({ event }) => event)).toContain('restored')
  const placed = await keyed(copy, randomUUID(), token)
  expect(placed.status).toBe(201)
  expect(await ledgerDisagreements(copy.db)).toEqual([])

  // A backup of a portal that is not running, into a folder of its own.
  await copy.portal.stop()
  const off = await run('backup', [], second)
  expect(off).toMatchObject({ code: 0, printed: expect.stringContaining(` ${stored.length + 1} orders, `) })
  const [name = ''] = await readdir(join(second, 'backups'))
  expect(off.printed).toContain(join(second, 'backups', name))
  const check = await run('restore', [file, '--check'], '/nowhere')
  const whole = expect.stringMatching(/^Whole: [\s\S]* {2}WARNING: siparis_yedek /)
  expect(check).toMatchObject({ code: 0, printed: whole, errors: '' })

  // Orders placed after the backup are only in the original portal.
  expect(acknowledged).toBeGreaterThan(stored.length)
})

test('a file that is no backup is refused before a database is created for it', async () => {
  const { first, run } = await makeFolders()
  const file = join(first, 'a.gz')
  await writeFile(file, 'damaged')
  for (const [args, why] of [
    [[file], /^\S+a\.gz is damaged or incomplete: [^\n]+\n$/],
    [[join(first, 'none.gz')], /^[^\n]*none\.gz cannot be read: ENOENT[^\n]*\n$/],
    [[], /^Usage: npm run restore -- FILE \[--check\]\n$/],
    [[first], /^EISDIR: illegal operation on a directory[^\n]*\n$/],
    [[file, '--force'], /^Usage: /],
  ] as const) {
    expect(await run('restore', [...args], first)).toEqual({ code: 1, printed: '', errors: expect.stringMatching(why) })
  }
  expect(await readdir(first)).toEqual(['a.gz'])
})

test('the command refuses a folder without a database, which it does not create, and a wrong usage', async () => {
  const { first, run } = await makeFolders()
  for (const [args, why] of [
    [[], /^There is no database in [^\n]+first, which DATA_DIR names, and DATABASE_URL is not set\. [^\n]+\n$/],
    [['--help'], /^Usage: npm run backup -- \[FILE\]\n$/],
    [[join(first, 'a.gz'), 'b.gz'], /^Usage: /],
  ] as const) {
    expect(await run('backup', [...args], first)).toEqual({ code: 1, printed: '', errors: expect.stringMatching(why) })
  }
  expect(await readdir(first)).toEqual([])
})
