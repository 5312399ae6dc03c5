import { execFileSync, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { connect } from '../db/connect.ts'
import { inTransaction, tryAdvisoryLock } from '../db/transaction.ts'
import { bundleOfSource } from '../documents/source-bundle.ts'
import { cloneDatabase, databaseAt, urlOf } from '../testing/databases.ts'
import { startWorkers } from '../testing/workers.ts'
import { makeWorld } from '../testing/world.ts'
import { CopyFolder } from './copy-folder.ts'
import { checkBackup } from './format.ts'
import { backUpIfDue, lastTime } from './nightly.ts'
import { expiredBackups } from './retention.ts'

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR

async function folder() {
  const dir = await mkdtemp(join(tmpdir(), 'toptan-nightly-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return dir
}

/** A portal at 10:00 in Istanbul, whose backups are due at 03:00. */
async function makeNights({ copyDir = undefined as string | undefined, keep = 7 } = {}) {
  const world = await makeWorld()
  const dir = join(await folder(), 'backups')
  const logged: string[] = []
  const log = { info: () => undefined, error: (_: unknown, message?: string) => void logged.push(message ?? '') }
  const backups = { dir, copyDir, time: '03:00', keep }
  const unrecorded: Parameters<typeof backUpIfDue>[0]['unrecorded'] = []
  const own = { host: 'a', copies: new CopyFolder(), unrecorded }
  const context = { db: world.db, direct: world.database, backups, clock: world.now, log, ...own }
  return {
    ...world,
    dir,
    logged,
    context,
    run: () => backUpIfDue(context),
    files: async () => (await readdir(dir)).sort(),
    /** Lets the database refuse to record results, as one that cannot be written. */
    refuse: () =>
      sql`create trigger refused before insert on backups for each statement execute function refuse_change()`.execute(
        world.owner,
      ),
    accept: () => sql`drop trigger refused on backups`.execute(world.owner),
    recorded: () => world.db.selectFrom('backups').select(['file', 'problem']).orderBy('id').execute(),
  }
}

test.each([
  ['2026-03-10T07:00:00Z', '03:00', '2026-03-10T00:00:00.000Z'],
  ['2026-03-10T00:00:00Z', '03:00', '2026-03-10T00:00:00.000Z'],
  ['2026-03-09T23:59:59Z', '03:00', '2026-03-09T00:00:00.000Z'],
  ['2026-03-09T21:30:00Z', '23:45', '2026-03-09T20:45:00.000Z'],
  ['2026-03-09T20:30:00Z', '00:00', '2026-03-08T21:00:00.000Z'],
])('at %s the last %s in Istanbul was %s', (now, time, expected) => {
  expect(lastTime(new Date(now), time).toISOString()).toBe(expected)
})

test('the backups of the latest days are kept, and the last one of each of four weeks', () => {
  const nights = Array.from({ length: 60 }, (_, i) => new Date(Date.parse('2026-03-31T00:00:00Z') - i * DAY))
  const nameOf = (night: Date) => `toptan-${night.toISOString().slice(0, 10)}T000000Z.sql.gz`
  const others = ['notlar.txt', 'toptan-2020-01-01.sql.gz', 'toptan-2020-99-01T000000Z.sql.gz', 'logins.json']
  const keptOf = (names: string[], keep: number) => {
    const expired = expiredBackups([...names, ...others], keep)
    return names.filter(name => !expired.includes(name))
  }
  // 2026-03-31 is a Tuesday.
  const expected = ['31', '30', '29', '28', '27', '26', '25', '22', '15'].map(
    day => `toptan-2026-03-${day}T000000Z.sql.gz`,
  )
  expect(keptOf(nights.map(nameOf), 7)).toEqual(expected)
  // The result is the same when the expired ones are deleted every night.
  let stored: string[] = []
  for (const night of nights.toReversed()) stored = keptOf([nameOf(night), ...stored], 7)
  expect(stored).toEqual(expected)
  // After months without backups the old ones are kept.
  expect(keptOf(['toptan-2020-01-01T000000Z.sql.gz'], 1)).toEqual(['toptan-2020-01-01T000000Z.sql.gz'])
  // Backups that were made by hand belong to their day.
  const byHand = ['toptan-2026-03-31T121314Z.sql.gz', 'toptan-2026-03-31T000000Z.sql.gz']
  expect(keptOf(byHand, 1)).toEqual(byHand)
})

test('there is one backup every night, even if the portal was off at that time', async () => {
  const { run, pass, files, recorded } = await makeNights({ keep: 2 })
  expect(await run()).toMatchObject({ bytes: expect.any(Number) })
  expect(await run()).toBeUndefined()
  pass(16 * HOUR)
  expect(await run()).toBeUndefined()
  pass(2 * HOUR)
  expect(await run()).toBeDefined()
  expect(await files()).toEqual(['toptan-2026-03-10T070000Z.sql.gz', 'toptan-2026-03-11T010000Z.sql.gz'])
  for (let night = 0; night < 3; night++) {
    pass(DAY)
    expect(await run()).toBeDefined()
  }
  // The backups of two days, and no expired ones; the last one is also that of its week.
  expect(await files()).toEqual(['toptan-2026-03-13T010000Z.sql.gz', 'toptan-2026-03-14T010000Z.sql.gz'])
  expect((await recorded()).map(({ problem }) => problem)).toEqual([null, null, null, null, null])
})

test('a backup from a time when the clock was a day ahead does not count as tonight’s', async () => {
  const { run, pass, files } = await makeNights()
  pass(DAY)
  expect(await run()).toBeDefined()
  pass(-DAY)
  expect(await run()).toBeDefined()
  expect(await run()).toBeUndefined()
  expect(await files()).toHaveLength(2)
})

test('of several concurrent processes one makes the backup', async () => {
  const { context, database, files, recorded } = await makeNights()
  const pools = Array.from({ length: 4 }, () => connect(database, { connections: 2 }))
  onTestFinished(() => Promise.all(pools.map(db => db.destroy())).then(() => undefined))
  const made = await Promise.all(pools.map(db => backUpIfDue({ ...context, db })))
  expect(made.filter(Boolean)).toHaveLength(1)
  expect(await files()).toHaveLength(1)
  expect(await recorded()).toHaveLength(1)
})

test('a backup that fails is logged, recorded and tried again after an hour', async () => {
  const { run, pass, dir, logged, recorded, files } = await makeNights()
  await writeFile(dir, 'a file where the folder should be')
  expect(await run()).toBeUndefined()
  expect(logged).toEqual([expect.stringMatching(/^the nightly backup failed: (EEXIST|ENOTDIR)/)])
  await rm(dir)
  pass(59 * 60 * 1000)
  expect(await run()).toBeUndefined()
  pass(60 * 1000)
  expect(await run()).toBeDefined()
  expect(await recorded()).toEqual([
    { file: null, problem: expect.stringMatching(/EEXIST|ENOTDIR/) },
    { file: expect.stringContaining(dir), problem: null },
  ])
  expect(await files()).toHaveLength(1)
})

test('a backup for which the database cannot be reached is logged, recorded and tried again after an hour', async () => {
  const { context, run, pass, logged, recorded } = await makeNights()
  const direct = databaseAt(context.direct, 'no_such_database')
  expect(await backUpIfDue({ ...context, direct })).toBeUndefined()
  const reason = 'database "no_such_database" does not exist'
  expect(logged).toEqual([`the nightly backup failed: ${reason}`])
  expect(await recorded()).toEqual([{ file: null, problem: reason }])
  pass(59 * 60 * 1000)
  expect(await run()).toBeUndefined()
  pass(60 * 1000)
  expect(await run()).toBeDefined()
})

test('a backup whose result cannot be recorded is not made again, but recorded later', async () => {
  const { run, pass, files, recorded, logged, refuse, accept } = await makeNights()
  await refuse()
  const first = await run()
  const runFor = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute++) {
      pass(60_000)
      expect(await run()).toBeUndefined()
    }
  }
  await runFor(2)
  pass(2 * HOUR)
  await runFor(1)
  expect(await files()).toHaveLength(1)
  expect(logged).toEqual([expect.stringContaining('the result of the nightly backup is not recorded yet')])
  // A disk that fails is all the more reason for the backup of the next night.
  pass(DAY)
  const second = await run()
  await runFor(2)
  expect(await recorded()).toEqual([])
  await accept()
  await runFor(1)
  expect(await recorded()).toEqual([first, second].map(written => ({ file: written?.file, problem: null })))
  expect(await files()).toHaveLength(2)
})

test('a result of which only the reply was lost when it was recorded is recorded once', async () => {
  const { context, run, pass, recorded, refuse, accept } = await makeNights()
  await refuse()
  const written = await run()
  await accept()
  // As the database has it if the connection is lost after the commit.
  await context.db.insertInto('backups').values(context.unrecorded).execute()
  pass(60_000)
  expect(await run()).toBeUndefined()
  expect(context.unrecorded).toEqual([])
  expect(await recorded()).toEqual([{ file: written?.file, problem: null }])
})

test('after a failure that cannot be recorded the host waits for an hour, too', async () => {
  const { context, run, pass, dir, logged, recorded, files, refuse, accept } = await makeNights()
  await refuse()
  await writeFile(dir, 'a file where the folder should be')
  const unreachable = { ...context, direct: databaseAt(context.direct, 'no_such_database'), unrecorded: [] }
  for (const one of [context, unreachable]) {
    logged.length = 0
    await backUpIfDue(one)
    expect(logged).toEqual([
      expect.stringContaining('the nightly backup failed'),
      expect.stringContaining('is not recorded yet'),
    ])
    pass(59 * 60 * 1000)
    await backUpIfDue(one)
    expect(logged).toHaveLength(2)
    pass(60 * 1000)
    await backUpIfDue(one)
    expect(logged.filter(message => message.includes('failed'))).toHaveLength(2)
  }
  await rm(dir)
  await accept()
  pass(HOUR)
  expect(await run()).toBeDefined()
  expect((await recorded()).map(({ problem }) => problem === null)).toEqual([false, false, true])
  expect(await files()).toHaveLength(1)
})

test('a backup that could not be copied is replaced by the next one even if its result is not recorded', async () => {
  const copyDir = join(await folder(), 'share')
  const { run, pass, files, refuse } = await makeNights({ copyDir })
  await refuse()
  await run()
  pass(60_000)
  await mkdir(copyDir)
  await run()
  expect(await files()).toEqual(['toptan-2026-03-10T070100Z.sql.gz'])
})

test('a process that cannot reach the database records nothing while another one is making the backup', async () => {
  const { context, db, recorded } = await makeNights()
  const direct = databaseAt(context.direct, 'no_such_database')
  await inTransaction(db, async tx => {
    expect(await tryAdvisoryLock(tx, 'backup')).toBe(true)
    expect(await backUpIfDue({ ...context, direct })).toBeUndefined()
  })
  expect(await recorded()).toEqual([])
})

test('a copy is written to another folder, checked there, and repeated if that fails', async () => {
  const copyDir = join(await folder(), 'share')
  await mkdir(copyDir)
  const { run, pass, files, recorded, dir, logged } = await makeNights({ copyDir, keep: 1 })
  await run()
  const [name = ''] = await readdir(copyDir)
  expect(await files()).toEqual([name])
  expect(await readFile(join(copyDir, name))).toEqual(await readFile(join(dir, name)))
  expect(await checkBackup(join(copyDir, name))).toBeDefined()

  // The share is not mounted.
  await rm(copyDir, { recursive: true })
  pass(DAY)
  const written = await run()
  expect(await checkBackup(written?.file ?? '')).toBeDefined()
  const reason = `BACKUP_COPY_DIR (${copyDir}) does not exist: mount its share, or create the folder.`
  expect(logged).toEqual([`the nightly backup failed: ${reason}`])
  await mkdir(copyDir)
  pass(HOUR)
  await run()
  expect((await recorded()).map(({ problem }) => problem)).toEqual([null, reason, null])
  expect(await readdir(copyDir)).toEqual(['toptan-2026-03-11T080000Z.sql.gz'])
})

test('a copy that failed because its folder was missing is repeated as soon as the folder is there', async () => {
  const copyDir = join(await folder(), 'share')
  const { run, pass, recorded } = await makeNights({ copyDir })
  for (let minute = 0; minute < 3; minute++) {
    expect((await run()) === undefined).toBe(minute > 0)
    pass(60_000)
  }
  await mkdir(copyDir)
  await run()
  expect((await recorded()).map(({ problem }) => problem === null)).toEqual([false, true])
  expect(await readdir(copyDir)).toEqual(['toptan-2026-03-10T070300Z.sql.gz'])
})

test('a copy that failed because its folder was missing is repeated at once into another folder', async () => {
  const [copyDir, other] = [join(await folder(), 'share'), await folder()]
  const { context, run, pass } = await makeNights({ copyDir })
  await run()
  pass(60_000)
  await backUpIfDue({ ...context, backups: { ...context.backups, copyDir: other } })
  expect(await readdir(other)).toEqual(['toptan-2026-03-10T070100Z.sql.gz'])
})

/** The folder for copies on a share on which every write hangs, even if it is aborted; time does not pass by itself. */
function hungShare() {
  const timers = new Map<number, () => void>()
  let writes = 0
  const createFile = () => new Writable({ write: () => void writes++, destroy: () => undefined })
  const startTimer = (milliseconds: number, call: () => void) => {
    timers.set(milliseconds, call)
    return () => void timers.delete(milliseconds)
  }
  return {
    copies: new CopyFolder({ createFile, startTimer }),
    writes: () => writes,
    expire: (milliseconds: number) => timers.get(milliseconds)?.(),
  }
}

test('a copy onto a share that hangs delays neither vacuum nor migrations, and fails after four hours', async () => {
  const copyDir = await folder()
  const { context, db, owner, pass, recorded, files } = await makeNights({ copyDir })
  const { copies, writes, expire } = hungShare()
  const night = backUpIfDue({ ...context, copies })
  await expect.poll(writes, { timeout: 30_000 }).toBe(1)
  const { rows } = await sql`
    select pid from pg_stat_activity
    where datname = current_database() and backend_xmin is not null and pid <> pg_backend_pid()`.execute(db)
  expect(rows).toEqual([])
  await sql`set lock_timeout = '1s'; alter table stock alter on_hand type numeric`.execute(owner)
  // Another process leaves the backup to the one that is copying it.
  expect(await backUpIfDue({ ...context, host: 'b' })).toBeUndefined()

  pass(4 * HOUR)
  expire(4 * HOUR)
  expect(await night).toBeDefined()
  const reason = `The copy into BACKUP_COPY_DIR (${copyDir}) has not ended after 4 hours: check its share and the line to it.`
  expect(await recorded()).toEqual([{ file: expect.any(String), problem: reason }])
  pass(HOUR - 1)
  expect(await backUpIfDue({ ...context, copies })).toBeUndefined()
  pass(1)
  // Meanwhile nothing else is tried there: each operation would occupy another thread of the process.
  expect(await backUpIfDue({ ...context, copies })).toBeDefined()
  expect(writes()).toBe(1)
  const unresponsive = `BACKUP_COPY_DIR (${copyDir}) does not respond: check its share.`
  expect((await recorded()).map(({ problem }) => problem)).toEqual([reason, unresponsive])
  expect(await files()).toEqual(['toptan-2026-03-10T120000Z.sql.gz'])
})

test('a copy ends when the connection that holds the lock is lost, since another process may begin a backup', async () => {
  const { context, db, recorded } = await makeNights({ copyDir: await folder() })
  const { copies, writes, expire } = hungShare()
  const night = backUpIfDue({ ...context, copies, lockInterval: 10 })
  await expect.poll(writes, { timeout: 30_000 }).toBe(1)
  const terminate = sql`
    select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`
  expect((await terminate.execute(db)).rows).toHaveLength(1)
  const ended = async () => {
    expire(5_000)
    return recorded()
  }
  await expect.poll(ended, { timeout: 30_000 }).toHaveLength(1)
  await night
  const problem = 'The connection to the database that holds the lock of the backup was lost.'
  expect(await recorded()).toEqual([{ file: expect.any(String), problem }])
})

test('stopping waits only seconds for a copy that hangs', async () => {
  const { context, recorded } = await makeNights({ copyDir: await folder() })
  const { copies, writes, expire } = hungShare()
  const stopping = new AbortController()
  const night = backUpIfDue({ ...context, copies }, stopping.signal)
  await expect.poll(writes, { timeout: 30_000 }).toBe(1)
  stopping.abort()
  expire(5_000)
  await expect(night).rejects.toThrow('does not respond')
  expect(await recorded()).toEqual([])
})

test('a process ends although a file operation of its copy never does', async () => {
  const { context, database, recorded } = await makeNights({ copyDir: await folder() })
  const own = await folder()
  const [program, fifo] = [join(own, 'program.mjs'), join(own, 'fifo')]
  execFileSync('mkfifo', [fifo])
  await writeFile(program, await bundleOfSource(new URL('../testing/hung-copy.ts', import.meta.url)))
  const child = fork(program, {
    cwd: join(import.meta.dirname, '../..'),
    env: {
      ...process.env,
      DATABASE: JSON.stringify(database),
      BACKUPS: JSON.stringify(context.backups),
      FIFO: fifo,
    },
  })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  await once(child, 'message')
  child.kill('SIGTERM')
  expect(await ended).toEqual([null, 'SIGKILL'])
  expect(await recorded()).toEqual([])
})

test('after a failure on one host another host makes the backup at once', async () => {
  const { context, run, dir, recorded } = await makeNights()
  await writeFile(dir, 'a file where the folder should be')
  expect(await run()).toBeUndefined()
  const other = { ...context, host: 'b', backups: { ...context.backups, dir: await folder() } }
  expect(await run()).toBeUndefined()
  expect(await backUpIfDue(other)).toBeDefined()
  expect((await recorded()).map(({ problem }) => problem === null)).toEqual([false, true])
})

test('while copies fail, there is still one backup of each night, and expired ones are deleted', async () => {
  const copyDir = join(await folder(), 'share')
  await writeFile(copyDir, 'not mounted')
  const { run, pass, files } = await makeNights({ copyDir, keep: 2 })
  for (let hour = 0; hour <= 4 * 24; hour += 12) {
    expect(await run()).toBeDefined()
    pass(12 * HOUR)
  }
  expect((await files()).map(name => name.slice(0, 17))).toEqual(['toptan-2026-03-13', 'toptan-2026-03-14'])
})

test('an expired backup that cannot be deleted is logged, and tonight’s is copied all the same', async () => {
  const copyDir = join(await folder(), 'share')
  await mkdir(copyDir)
  const { run, recorded, dir, logged } = await makeNights({ copyDir, keep: 1 })
  for (const day of ['2020-01-01', '2020-01-02'])
    await mkdir(join(dir, `toptan-${day}T000000Z.sql.gz`), { recursive: true })
  await run()
  expect(await readdir(copyDir)).toEqual(['toptan-2026-03-10T070000Z.sql.gz'])
  expect(logged).toEqual([expect.stringContaining('old backups were not deleted')])
  expect((await recorded()).map(({ problem }) => problem)).toEqual([null])
})

test('unfinished files of a killed process are deleted after a day, and no others', async () => {
  const { run, dir, files } = await makeNights()
  await mkdir(dir)
  const old = new Date(Date.now() - 25 * HOUR)
  for (const name of [
    '.toptan-a.sql.gz.1.unfinished',
    '.toptan-b.sql.gz.2.unfinished',
    'notlar.txt',
    '.notlar.unfinished',
  ]) {
    await writeFile(join(dir, name), '')
    if (!name.includes('-b.')) await utimes(join(dir, name), old, old)
  }
  const written = await run()
  expect(await files()).toEqual(
    ['.notlar.unfinished', '.toptan-b.sql.gz.2.unfinished', 'notlar.txt', written?.file.split('/').at(-1)].sort(),
  )
})

test('unfinished files and expired backups are deleted even if the disk is too full for another one', async () => {
  const copyDir = await folder()
  const { run, dir, files, recorded, pass } = await makeNights({ copyDir, keep: 1 })
  await mkdir(dir)
  // A backup that cannot be written or copied, as on a full disk: its name is that of a folder.
  const inTheWay = 'toptan-2026-03-10T070000Z.sql.gz'
  const old = new Date(Date.now() - 25 * HOUR)
  for (const place of [dir, copyDir]) {
    await writeFile(join(place, 'toptan-2026-03-09T000000Z.sql.gz'), '')
    await writeFile(join(place, '.toptan-a.sql.gz.1.unfinished'), '')
    await utimes(join(place, '.toptan-a.sql.gz.1.unfinished'), old, old)
  }
  await mkdir(join(dir, inTheWay))
  await run()
  expect(await files()).toEqual([inTheWay])
  await rm(join(dir, inTheWay), { recursive: true })
  await mkdir(join(copyDir, 'toptan-2026-03-10T080000Z.sql.gz'))
  pass(HOUR)
  await run()
  expect(await readdir(copyDir)).toEqual(['toptan-2026-03-10T080000Z.sql.gz'])
  expect((await recorded()).map(({ problem }) => problem !== null)).toEqual([true, true])
})

test('a backup or copy that would fill the disk ends while there is room for the database, and leaves nothing', async () => {
  const copyDir = await folder()
  const { context, db, now, dir, files, recorded, pass } = await makeNights({ copyDir })
  const [large, none] = [randomBytes(1_500_000), Buffer.alloc(0)]
  const picture = { hash: 'a', large, medium: none, small: none, print: none, created_at: now() }
  await db.insertInto('images').values(picture).execute()
  const freeSpace = (full: string) => async (place: string) => (place === full ? 256 * 1024 * 1024 - 1 : 1e9)
  expect(await backUpIfDue({ ...context, freeSpace: freeSpace(dir) })).toBeUndefined()
  expect([await files(), await readdir(copyDir)]).toEqual([[], []])
  pass(HOUR)
  const copies = new CopyFolder({ freeSpace: freeSpace(copyDir) })
  expect(await backUpIfDue({ ...context, copies, freeSpace: freeSpace(copyDir) })).toBeDefined()
  expect([await files(), await readdir(copyDir)]).toEqual([['toptan-2026-03-10T080000Z.sql.gz'], []])
  pass(HOUR)
  expect(await backUpIfDue({ ...context, freeSpace: freeSpace('') })).toBeDefined()
  const problems = (await recorded()).map(({ problem }) => problem)
  const reason = (place: string) => `There is no space left in ${place} but 256 MB.`
  expect(problems).toEqual([reason(dir), reason(copyDir), null])
})

test('a portal of two processes makes one backup', async () => {
  const database = await cloneDatabase(inject('database'), inject('template'))
  onTestFinished(() => database.discard())
  const db = connect(database.address, { connections: 1 })
  onTestFinished(() => db.destroy())
  const dir = await folder()
  await chmod(dir, 0o755)
  const portal = await startWorkers({ DATABASE_URL: urlOf(database.address), BACKUP_DIR: dir })
  onTestFinished(() => portal.stop().then(() => undefined))
  const recorded = () => db.selectFrom('backups').select(['file', 'problem']).execute()
  await expect.poll(recorded, { timeout: 30_000 }).toHaveLength(1)
  const [backup] = await recorded()
  expect(backup?.problem).toBeNull()
  expect(await checkBackup(backup?.file ?? '')).toBeDefined()
  expect(portal.workers()).toHaveLength(2)
  expect(await portal.stop()).toBe(0)
  expect(await readdir(dir)).toEqual([backup?.file?.split('/').at(-1)])
  expect(await recorded()).toHaveLength(1)
})
