import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { connectionsNeeded } from '../database.ts'
import { readSettings } from '../settings.ts'
import { databaseAt, urlOf } from '../testing/databases.ts'
import { freePort } from '../testing/ports.ts'
import { makeWorld } from '../testing/world.ts'
import { checkDatabase } from './database-checks.ts'
import { checkDisk } from './disk-checks.ts'
import { examine } from './doctor.ts'
import { checkNode, checkSettings } from './settings-checks.ts'

const NOW = new Date()

async function folder() {
  const directory = await mkdtemp(join(tmpdir(), 'toptan-doctor-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  return directory
}

async function examined(environment: Record<string, string>, clock = () => new Date()) {
  const found = await examine({ environment, clock, envFile: join(await folder(), '.env') })
  return found.map(({ level, sentence }) => `${level} ${sentence}`).join('\n')
}

test('invalid settings are reported one by one, and nothing else is tried', async () => {
  const report = await examined({ PORT: 'abc', SMTP_URL: 'http://x' })
  expect(report.split('\n').slice(1)).toEqual([
    'FAIL PORT must be a whole number, in digits only.',
    'FAIL SMTP_URL must look like smtps://user:password@host:465.',
  ])
})

test('a portal that has never been started gets warnings, and no database is created', async () => {
  const report = await examined({ DATA_DIR: join(await folder(), 'data') })
  expect(report).toContain('WARN There is no database in')
  expect(report).toMatch(/\w+ DATA_DIR \(\S+\) has [\d.]+ GB free\./)
  expect(report).toContain('WARN PUBLIC_URL is not set')
  expect(report).toContain('WARN BACKUP_DIR is not set')
})

test('a file in place of a folder is a failure', async () => {
  const file = join(await folder(), 'file')
  await writeFile(file, '')
  const report = await examined({ DATA_DIR: file, BACKUP_DIR: join(file, 'deeper'), BACKUP_COPY_DIR: file })
  for (const name of ['DATA_DIR', 'BACKUP_DIR', 'BACKUP_COPY_DIR'])
    expect(report).toContain(`FAIL ${name} (${file}) is no folder.`)
})

test('a folder for copies that does not exist, as its share is not mounted, is a failure', async () => {
  const share = join(await folder(), 'share')
  const report = await examined({ DATA_DIR: await folder(), BACKUP_DIR: await folder(), BACKUP_COPY_DIR: share })
  expect(report).toContain(`FAIL BACKUP_COPY_DIR (${share}) does not exist: mount its share, or create the folder.`)
})

test.skipIf(process.getuid?.() === 0)('a folder that cannot be written is a failure', async () => {
  const closed = await folder()
  await chmod(closed, 0o500)
  expect(await examined({ DATA_DIR: join(closed, 'data') })).toContain(`FAIL DATA_DIR (${closed}) cannot be written`)
})

test('the database is examined: version, role, clock, migrations, outbox', async () => {
  const world = await makeWorld()
  const environment = { DATABASE_URL: urlOf(world.database), DATA_DIR: await folder() }
  const healthy = await examined(environment)
  const { host, pathname } = new URL(environment.DATABASE_URL)
  expect(healthy).toContain(`OK The settings lead to the database postgres://${host}${pathname}.`)
  expect(healthy).toMatch(/OK The database responds; it is PostgreSQL \d+/)
  expect(healthy).toMatch(/OK All \d+ migrations are made\.\nOK No mail is waiting\./)
  expect(healthy).toMatch(/OK This portal opens up to 25 connections to the database, which allows \d+ in total\./)
  expect(healthy).toContain('OK The clock of this machine and that of the database differ by 0.')
  expect(await examined(environment, () => new Date(Date.now() + 90_000))).toMatch(
    /FAIL The clock .* differ by (89|90)/,
  )

  await sql`delete from kysely_migration where name = (select max(name) from kysely_migration)`.execute(world.owner)
  expect(await examined(environment)).toMatch(/WARN 1 migrations are missing, from \d+/)
  await sql`insert into kysely_migration (name, timestamp) values ('999-later', '')`.execute(world.owner)
  expect(await examined(environment)).toContain('FAIL The database is of a newer version of the program')
})

test('a database that allows fewer connections than the portal opens is a warning', async () => {
  expect([1, 3, 8, 32].map(connectionsNeeded)).toEqual([25, 85, 104, 269])
  const { db } = await makeWorld()
  const found = await checkDatabase(db, { isOurs: false, hasOwner: true, needed: 10_000, clock: () => new Date() })
  expect(found).toContainEqual({
    level: 'WARN',
    sentence: expect.stringMatching(
      /^This portal opens up to 10000 connections to the database, which allows \d+: raise its max_connections, or lower WORKERS\.$/,
    ),
  })
})

test('every address of the database is examined on its own', async () => {
  const world = await makeWorld()
  const [right, wrong] = [urlOf(world.database), urlOf(databaseAt(world.database, 'no_such_database'))]
  const reportOf = async (urls: Record<string, string>) => examined({ ...urls, DATA_DIR: await folder() })
  const owner = await reportOf({ DATABASE_URL: wrong, DATABASE_OWNER_URL: right })
  expect(owner).toContain(
    'FAIL The database of DATABASE_URL cannot be used: database "no_such_database" does not exist',
  )
  expect(owner).toContain('OK The database of DATABASE_OWNER_URL responds.')
  const others = ['DATABASE_OWNER_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL']
  const report = await reportOf({ DATABASE_URL: right, ...Object.fromEntries(others.map(name => [name, wrong])) })
  expect(report).toMatch(/OK The database responds; it is PostgreSQL \d+/)
  for (const name of others) expect(report).toContain(`FAIL The database of ${name} cannot be used: database "no_`)
  const another = urlOf(inject('database'))
  const mixed = await reportOf({ DATABASE_URL: right, ...Object.fromEntries(others.map(name => [name, another])) })
  for (const name of others) expect(mixed).toContain(`FAIL ${name} leads to another database than DATABASE_URL.`)
})

// On the server of DATABASE_URL the tests have only one role.
test.skipIf(process.env.DATABASE_URL)('the role of DATABASE_URL is examined, not that of its owner', async () => {
  const world = await makeWorld()
  const runtime = { DATABASE_URL: urlOf(world.database), DATA_DIR: await folder() }
  const both = { ...runtime, DATABASE_OWNER_URL: urlOf(world.ownerDatabase) }
  expect(await examined(both)).not.toContain('superuser')
  expect(await examined({ ...runtime, DATABASE_URL: urlOf(world.ownerDatabase) })).toContain(
    'is that of app, a superuser',
  )
  await sql`revoke all on kysely_migration from portal`.execute(world.owner)
  expect(await examined(both)).toContain('WARN portal may not read the tables yet: the next start of the portal grants')
  expect(await examined(runtime)).toContain('FAIL portal, the user of DATABASE_URL, may not read the tables')
})

test('old and given-up mails are reported', async () => {
  const world = await makeWorld()
  const old = new Date(Date.now() - 3 * 60 * 60 * 1000)
  const mail = { kind: 'x', facts: '{}', created_at: old, next_at: NOW }
  const rows = [mail, { ...mail, gave_up_at: NOW }].map(row => ({ ...row, id: crypto.randomUUID() }))
  await world.db.insertInto('mails').values(rows).execute()
  const report = await examined({ DATABASE_URL: urlOf(world.database), DATA_DIR: await folder() })
  expect(report).toContain('WARN 1 mails are waiting, the oldest for 3 h.')
  expect(report).toContain('WARN 1 mails were given up within 7 days.')
})

test('a database and a mail server that cannot be reached are failures', async () => {
  const closed = await freePort()
  const report = await examined({
    DATABASE_URL: `postgres://app@127.0.0.1:${closed}/toptan`,
    SMTP_URL: `smtp://127.0.0.1:${closed}`,
    DATA_DIR: await folder(),
  })
  expect(report).toMatch(/FAIL The database of DATABASE_URL cannot be used: .*ECONNREFUSED/)
  expect(report).toMatch(/FAIL The mail server 127\.0\.0\.1 cannot be used: .*ECONNREFUSED/)
})

test('the age of the newest backup decides', async () => {
  const [dir, copy, empty] = await Promise.all([folder(), folder(), folder()])
  const name = (hours: number) => {
    const time = new Date(NOW.getTime() - hours * 60 * 60 * 1000).toISOString().slice(0, 19).replaceAll(':', '')
    return `toptan-${time}Z.sql.gz`
  }
  await Promise.all([200, 10, -100].map(hours => writeFile(join(dir, name(hours)), '')))
  await writeFile(join(copy, name(50)), '')
  await writeFile(join(empty, 'other.txt'), '')
  const report = await examined({ BACKUP_DIR: dir, BACKUP_COPY_DIR: copy, DATA_DIR: await folder() })
  expect(report).toContain(`OK The newest backup in ${dir} is 10 h old.`)
  expect(report).toContain(`WARN The newest backup in ${copy} is 2 days old.`)
  expect(await examined({ BACKUP_DIR: empty, DATA_DIR: dir })).toContain(`FAIL There is no backup in ${empty}.`)
})

test.each([
  [{ PUBLIC_URL: 'https://siparis.example.com' }, 'OK PUBLIC_URL is https://siparis.example.com.'],
  [{ PUBLIC_URL: 'http://siparis.example.com' }, 'FAIL PUBLIC_URL is http://siparis.example.com: without https'],
  [{ PUBLIC_URL: 'http://localhost:3000' }, 'WARN PUBLIC_URL is http://localhost:3000, which no other machine'],
  [
    { DATABASE_URL: 'postgres://a:b@db.example/t' },
    'WARN DATABASE_URL leads to db.example without TLS that is checked',
  ],
  [{ SMTP_URL: 'smtp://a:b@host' }, 'WARN SMTP_URL has a password and no TLS that is required'],
  [
    { ADMIN_USERNAME: 'yonetici', ADMIN_PASSWORD: 'yonetici' },
    'WARN ADMIN_PASSWORD has fewer than 12 characters or is the username. Only the first start uses it',
  ],
])('%s', async (environment, sentence) => {
  const found = await checkSettings(readSettings(environment), '/nowhere/.env')
  expect(found.map(({ level, sentence: text }) => `${level} ${text}`).join('\n')).toContain(sentence)
})

test('a .env file that other accounts can read is reported', async () => {
  const file = join(await folder(), '.env')
  await writeFile(file, '')
  await chmod(file, 0o644)
  expect(await checkSettings(readSettings({}), file)).toContainEqual({
    level: 'WARN',
    sentence: `${file} can be read by every account of this machine: chmod 600 ${file}`,
  })
})

test.each([
  ['v18.20.0', 'FAIL'],
  ['v20.18.3', 'FAIL'],
  ['v20.19.0', 'WARN'],
  ['v20.20.2', 'WARN'],
  ['v24.1.0', 'OK'],
])('Node %s is %s', (version, level) => expect(checkNode(version).level).toBe(level))

test('too little free space for a backup is a failure of BACKUP_DIR, which says so', async () => {
  const almost = async () => 256 * 1024 * 1024 - 1
  const [backups, data] = await Promise.all([
    checkDisk(tmpdir(), 'BACKUP_DIR', almost),
    checkDisk(tmpdir(), 'DATA_DIR', almost),
  ])
  expect(backups).toEqual({ level: 'FAIL', sentence: expect.stringMatching(/0\.3 GB free\. Backups fail\.$/) })
  expect(data).toEqual({ level: 'FAIL', sentence: expect.stringContaining('PostgreSQL stops') })
})
