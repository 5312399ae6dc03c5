import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import * as net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { startupErrorMessage, UnusableDatabase } from './database.ts'
import { connect } from './db/connect.ts'
import { inTransaction } from './db/transaction.ts'
import { newAdminMessage } from './first-admin.ts'
import { startDeletions, startPortal } from './portal.ts'
import { readSettings } from './settings.ts'
import { cloneDatabase, databaseAt, onServer, urlOf as urlOfAddress } from './testing/databases.ts'
import { faultyConnection } from './testing/faulty-connection.ts'
import { startPortalWithClock } from './testing/portal-with-clock.ts'
import { freePort } from './testing/ports.ts'

async function emptyDatabase(): Promise<string> {
  const name = `toptan_${randomUUID().replaceAll('-', '')}`
  await onServer(inject('database'), `create database ${name}`)
  onTestFinished(async () => void (await onServer(inject('database'), `drop database ${name} with (force)`)))
  return urlOf(name)
}

/** A migrated database without data. */
async function migratedDatabase(): Promise<string> {
  const database = await cloneDatabase(inject('database'), inject('template'))
  onTestFinished(() => database.discard())
  return urlOfAddress(database.owner)
}

const urlOf = (name: string) => urlOfAddress(databaseAt(inject('database'), name))

async function start(databaseUrl: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'toptan-portal-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const portal = await startPortal({ ...readSettings({}), port: 0, logLevel: 'silent', databaseUrl, dataDir })
  onTestFinished(portal.stop)
  return portal
}

test('two portals that start concurrently on an empty database both serve, with one first admin', async () => {
  const databaseUrl = await emptyDatabase()
  const portals = await Promise.all([start(databaseUrl), start(databaseUrl)])
  for (const { address } of portals) expect((await fetch(`${address}/api/health/ready`)).status).toBe(200)
  const [created, ...others] = portals.flatMap(portal => portal.newAdmin ?? [])
  expect(others).toEqual([])
  expect(await portals[0].db.selectFrom('accounts').select(['role', 'username']).execute()).toEqual([
    { role: 'admin', username: 'admin' },
  ])
  const reply = await fetch(`${portals[1].address}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(created),
  })
  expect(reply.status).toBe(200)
  const file = created?.file ?? ''
  expect(await readFile(file, 'utf8')).toBe(`admin ${created?.password}\n`)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(newAdminMessage({ username: 'admin', file })).not.toContain(created?.password)
})

test('if two portals find no admin at the same time, one creates it', async () => {
  const databaseUrl = await migratedDatabase()
  const db = connect({ connectionString: databaseUrl }, { connections: 2 })
  onTestFinished(() => db.destroy())
  const starting = await inTransaction(db, async tx => {
    // Both may check for an admin, but neither may add one before the other has checked.
    await sql`lock table accounts in share row exclusive mode`.execute(tx)
    const starting = [start(databaseUrl), start(databaseUrl)]
    await vi.waitFor(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      expect(rows).toHaveLength(2)
    }, 60_000)
    return starting
  })
  const portals = await Promise.all(starting)
  expect(portals.filter(portal => portal.newAdmin)).toHaveLength(1)
  expect(await db.selectFrom('accounts').select('role').execute()).toEqual([{ role: 'admin' }])
})

test('a client that sends slowly cannot keep the portal from stopping', async () => {
  const portal = await start(await migratedDatabase())
  const begun = once(portal.app.server, 'request')
  const slow = net.connect(Number(new URL(portal.address).port), '127.0.0.1')
  slow.on('error', () => undefined)
  slow.write(
    'POST /api/auth/login HTTP/1.1\r\nHost: toptan\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n',
  )
  const drip = setInterval(() => void slow.write(' '), 100)
  onTestFinished(() => {
    clearInterval(drip)
    slow.destroy()
  })
  await begun
  const before = performance.now()
  await portal.stop()
  // Such a client has 8 seconds; the rest of the stop takes longer on a busy machine.
  expect(performance.now() - before).toBeLessThan(30_000)
  await expect(fetch(`${portal.address}/api/health/live`)).rejects.toThrow()
})

test('an unusable database is reported in one sentence', async () => {
  for (const [databaseUrl, why] of [
    ['postgres://app@127.0.0.1:1/toptan', /^[^\n]*ECONNREFUSED[^\n]*$/],
    [urlOf('yok'), /^[^\n]*database "yok" does not exist$/],
  ] as const) {
    const refused = start(databaseUrl)
    await expect(refused).rejects.toBeInstanceOf(UnusableDatabase)
    await expect(refused).rejects.toThrow(why)
    await expect(refused).rejects.toThrow(/^The database of DATABASE_URL cannot be used: /)
  }
})

test('an unusable data directory is reported in one sentence', async () => {
  const inFile = { ...readSettings({ DATA_DIR: join(fileURLToPath(import.meta.url), 'inside') }), port: 0 }
  const error = await startPortal(inFile).catch((cause: unknown) => cause)
  expect(startupErrorMessage(error)).toMatch(
    /^The data directory [^\n]* cannot be made \(ENOTDIR[^\n]*Set DATA_DIR to another one\.$/,
  )
})

test('an address that cannot be used is reported in one sentence', async () => {
  const taken = await start(await migratedDatabase())
  for (const [host, why] of [
    ['127.0.0.1', 'EADDRINUSE'],
    ['yok.invalid', 'getaddrinfo'],
  ] as const) {
    const settings = readSettings({
      DATABASE_URL: await migratedDatabase(),
      HOST: host,
      PORT: new URL(taken.address).port,
      LOG_LEVEL: 'silent',
    })
    const error = await startPortal(settings).catch((cause: unknown) => cause)
    expect(startupErrorMessage(error)).toMatch(
      new RegExp(`^The portal cannot listen on its HOST and PORT: .*${why}.*$`),
    )
  }
})

test('a start logs that it waits while the database does not respond, and continues when it does', async () => {
  const line = await faultyConnection({ connectionString: await migratedDatabase() })
  onTestFinished(() => line.close())
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => stderr.mockRestore())
  line.stall()
  const starting = start(line.url)
  await expect.poll(() => stderr.mock.calls.flat().join()).toContain('Waiting for the database of')
  line.resume()
  const resumed = performance.now()
  const { address } = await starting
  expect((await fetch(`${address}/api/health/ready`)).status).toBe(200)
  expect(performance.now() - resumed).toBeLessThan(30_000)
})

test('the portal is ready when the first admin can log in, and not before', async () => {
  const databaseUrl = await migratedDatabase()
  const db = connect({ connectionString: databaseUrl }, { connections: 2 })
  onTestFinished(() => db.destroy())
  const port = await freePort()
  const firstAdmin = { username: 'ilk', password: 'ilk-sifresi' }
  const settings = { ...readSettings({}), port, logLevel: 'silent', databaseUrl, firstAdmin } as const
  const health = (what: string) =>
    fetch(`http://127.0.0.1:${port}/api/health/${what}`).then(
      ({ status }) => status,
      () => 'not listening',
    )
  const starting = await inTransaction(db, async tx => {
    await sql`lock table accounts in share row exclusive mode`.execute(tx)
    const begun = startPortal(settings)
    await expect.poll(() => health('live')).toBe(200)
    expect(await health('ready')).toBe(503)
    return { begun }
  })
  await expect.poll(() => health('ready'), { interval: 5 }).toBe(200)
  const reply = await fetch(`http://127.0.0.1:${port}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(firstAdmin),
  })
  expect(reply.status).toBe(200)
  await (await starting.begun).stop()
})

test('the embedded PostgreSQL ignores PG* variables of another server, and its messages are in the portal’s log', {
  timeout: 90_000,
}, async () => {
  const portal = await startPortalWithClock({
    PGHOST: '192.0.2.1',
    PGPORT: '6543',
    PGUSER: 'muhasebe',
    PGPASSWORD: 'gizli',
    PGDATABASE: 'muhasebe',
    PGOPTIONS: '-c no_such_setting=1',
    PGSSLMODE: 'require',
    PGAPPNAME: 'muhasebe',
    PGDATA: '/nowhere',
    PGCLIENTENCODING: 'LATIN5',
    PGCONNECT_TIMEOUT: '1',
    PGTZ: 'Asia/Tokyo',
    LOG_LEVEL: 'info',
    ADMIN_USERNAME: 'ilk',
    ADMIN_PASSWORD: 'ilk-gizli-sifre',
  })
  expect((await fetch(`${portal.url}/api/health/ready`)).status).toBe(200)
  const logIn = async (password: string) => {
    const body = JSON.stringify({ username: 'ilk', password })
    const headers = { 'content-type': 'application/json' }
    return fetch(`${portal.url}/api/admin/login`, { method: 'POST', headers, body })
  }
  expect((await logIn('yanlış')).status).toBe(401)
  const { token, admin } = JSON.parse(await (await logIn('ilk-gizli-sifre')).text())
  await fetch(`${portal.url}/api/admin/stats`, { headers: { authorization: `Bearer ${token}` } })
  await portal.stop()
  const lines = portal
    .printed()
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line))
  expect(lines).toContainEqual(
    expect.objectContaining({ level: 30, msg: 'PostgreSQL LOG: received fast shutdown request' }),
  )
  const of = (url: string) => expect.objectContaining({ url })
  expect(lines).toContainEqual(expect.objectContaining({ req: of('/api/admin/login'), code: 'wrong_login' }))
  expect(lines).toContainEqual(expect.objectContaining({ req: of('/api/admin/stats'), account: admin.id }))
})

test('expired rows are deleted some minutes after the start and every hour, until the portal stops', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  let runs = 0
  const runsAfter = (minutes: number) => {
    vi.advanceTimersByTime(minutes * 60_000)
    return runs
  }
  const stop = startDeletions(() => void (runs += 1))
  expect([0, 5, 54, 1, 60].map(runsAfter)).toEqual([0, 1, 1, 2, 3])
  stop()
  expect(runsAfter(120)).toBe(3)
  startDeletions(() => void (runs += 1))()
  expect(runsAfter(120)).toBe(3)
})
