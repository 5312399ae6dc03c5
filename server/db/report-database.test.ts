import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import type { Address } from './address.ts'
import { connect } from './connect.ts'
import { startEmbedded } from './embedded.ts'
import { hasStartupProcess } from './embedded-processes.ts'
import { openReportDatabase, ReportDatabase } from './report-database.ts'
import type { Pool } from './transaction.ts'

const FLAGS = ['-c', 'fsync=off', '-c', 'shared_buffers=16MB']

/** A primary, and a standby that is copied from its files and follows it. */
async function startPair() {
  const base = await mkdtemp(join(tmpdir(), 'replica-'))
  onTestFinished(() => rm(base, { recursive: true, force: true, maxRetries: 5 }))
  // PostgreSQL's account needs access.
  await chmod(base, 0o755)
  const primary = await startEmbedded(join(base, 'primary'), { flags: FLAGS })
  onTestFinished(() => primary.stop())
  const { host, user, database } = primary
  const client = new pg.Client({ host, user, database })
  await client.connect()
  await client.query(`select pg_backup_start('copy', true)`)
  const copy = join(base, 'standby')
  await mkdir(copy)
  await promisify(execFile)('cp', ['-a', join(base, 'primary', 'pg18'), copy])
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()')
  await client.end()
  await rm(join(copy, 'pg18', 'postmaster.pid'))
  const { uid, gid } = await stat(join(copy, 'pg18'))
  for (const [name, content] of [
    ['backup_label', rows[0]!.labelfile],
    ['standby.signal', ''],
  ] as const) {
    await writeFile(join(copy, 'pg18', name), content)
    await chown(join(copy, 'pg18', name), uid, gid)
  }
  const standby = await startEmbedded(copy, { flags: [...FLAGS, '-c', `primary_conninfo=host=${host} user=${user}`] })
  onTestFinished(() => standby.stop())
  const clusters = [join(base, 'primary/pg18'), join(copy, 'pg18')] as const
  return { primary: { host, user, database, pid: primary.pid }, standby, clusters }
}

function open(address: Address): Pool {
  const pool = connect(address, { connections: 2 })
  onTestFinished(() => pool.destroy())
  return pool
}

const figuresIn = async (db: Pool) => {
  const { rows } = await sql<{ figure: number; is_replica: boolean }>`
    select figure, pg_is_in_recovery() as is_replica from figures`.execute(db)
  return rows[0]
}

test('reports are read from the replica if it has everything that was committed before, else from the primary', async () => {
  const { primary: server, standby, clusters } = await startPair()
  const primary = open({ host: server.host, user: server.user, database: server.database })
  const replica = open({ host: standby.host, user: standby.user, database: standby.database })
  // A standby is in recovery as long as it runs.
  const areRecovering = await Promise.all([server, standby].map(({ pid }, i) => hasStartupProcess(clusters[i]!, pid)))
  expect(areRecovering).toEqual([false, true])
  const logged: string[] = []
  const reports = new ReportDatabase({ primary, replica, log: message => void logged.push(message) })
  await sql`create table figures as select 0 as figure`.execute(primary)
  for (let figure = 1; figure <= 50; figure++) {
    await sql`update figures set figure = ${figure}`.execute(primary)
    expect(await reports.read(figuresIn)).toEqual({ figure, is_replica: true })
  }

  await sql`select pg_wal_replay_pause()`.execute(replica)
  await sql`update figures set figure = 51`.execute(primary)
  expect(await reports.read(figuresIn)).toEqual({ figure: 51, is_replica: false })
  await sql`select pg_wal_replay_resume()`.execute(replica)
  // The replica is not used for a while.
  expect(await reports.choose()).toBe(primary)
  expect(logged).toEqual([
    'Reports are read from the primary: the replica has been behind, or has not responded, for 1 s',
  ])

  const others = new ReportDatabase({ primary, replica, log: message => void logged.push(message) })
  expect(await others.read(figuresIn)).toEqual({ figure: 51, is_replica: true })
  await standby.stop()
  expect(await others.read(figuresIn)).toEqual({ figure: 51, is_replica: false })
  expect(await others.read(figuresIn)).toEqual({ figure: 51, is_replica: false })
  expect(logged).toHaveLength(2)
})

test('work that fails on the replica is repeated on the primary', async () => {
  const pools = [open(inject('database')), open(inject('database'))] as const
  const reports = new ReportDatabase({ primary: pools[0], replica: pools[1] })
  reports.choose = async () => pools[1]
  const isDone = await reports.read(async db => {
    if (db === pools[1]) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(db)
    return db === pools[0]
  })
  expect(isDone).toBe(true)
})

test('a database that is not a standby of the primary is not read', async () => {
  const [primary, same] = [open(inject('database')), open(inject('database'))]
  const logged: string[] = []
  const reports = new ReportDatabase({ primary, replica: same, log: message => void logged.push(message) })
  expect(await reports.choose()).toBe(primary)
  expect(logged).toEqual(['Reports are read from the primary: DATABASE_REPLICA_URL is not a standby of this database'])
})

test('at most two statements of reports run at the same time, and others wait for them', async () => {
  const reports = openReportDatabase(inject('database'), undefined, () => undefined)
  onTestFinished(() => reports.close())
  const holder = open(inject('database'))
  const statements = await holder.connection().execute(async held => {
    await sql`select pg_advisory_lock(4711)`.execute(held)
    const waiting = Array.from({ length: 3 }, () =>
      reports.read(db => sql`select pg_advisory_lock_shared(4711), pg_advisory_unlock_shared(4711)`.execute(db)),
    )
    const runs = sql<{ count: number }>`select count(*)::int from pg_locks where objid = 4711 and not granted`
    await vi.waitFor(async () => expect((await runs.execute(holder)).rows).toEqual([{ count: 2 }]), 60_000)
    expect(reports.usages.reports).toMatchObject({ size: 2, idle: 0, waiting: 1 })
    await sql`select pg_advisory_unlock(4711)`.execute(held)
    return Promise.all(waiting)
  })
  expect(statements).toHaveLength(3)
})
