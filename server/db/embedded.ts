import { constants, existsSync } from 'node:fs'
import { access, mkdir, mkdtemp, open, readFile, realpath, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Account, accountFor, failure, give, run } from './embedded-account.ts'
import { usableBinaries } from './embedded-binaries.ts'
import { claimDirectory, clearLeftovers, makeDraft } from './embedded-directory.ts'

export type EmbeddedServer = {
  /** The directory of its Unix socket; it listens nowhere else. */
  host: string
  user: string
  database: string
  pid: number
  /** Ends open sessions, writes everything down and resolves when the process has ended. */
  stop(): Promise<void>
  /** Resolves when the process has ended, asked to or not, with how it ended and the last that it logged. */
  gone: Promise<string>
}

/** Where it all is: the data directory, in it the cluster and the sockets, and to whom they belong. */
type Place = { home: string; cluster: string; sockets: string; account: Account }

const USER = 'app'
const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: 100,
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  maintenance_work_mem: '128MB',
  random_page_cost: 1.1,
  jit: 'off',
  timezone: 'UTC',
  logging_collector: 'off',
}
// macOS takes 104 bytes for a socket's path with its closing zero, Linux 108.
const LONGEST_SOCKET_DIRECTORY = 103 - '/.s.PGSQL.5432'.length

/**
 * Starts the PostgreSQL that came with the packages on the data directory `dir`, making a cluster there first if there
 * is none. `flags` are further arguments for postgres. Only one living process can have a directory.
 */
export async function startEmbedded(dir: string, { flags = [] }: { flags?: string[] } = {}): Promise<EmbeddedServer> {
  if (process.platform === 'win32')
    throw new Error('The embedded database does not run on Windows. Set DATABASE_URL to a PostgreSQL server.')
  const place = await openDirectory(resolve(dir))
  const claim = await claimDirectory(place.home)
  try {
    await clearLeftovers(place, claim)
    const binaries = await usableBinaries(place.home, place.account)
    if (!existsSync(place.cluster)) await makeCluster(binaries, place)
    const host = await makeSocketDirectory(place)
    const server = await launch(binaries, host, place, flags)
    const gone = server.gone.then(async how => {
      await claim.release()
      return how
    })
    const stop = async () => {
      server.interrupt()
      await gone
    }
    return { host, user: USER, database: 'postgres', pid: server.pid, stop, gone }
  } catch (error) {
    await claim.release()
    throw error
  }
}

/** Where the server that a running portal keeps on `dir` can be reached; undefined where none runs. */
export async function reachEmbedded(
  dir: string,
): Promise<Pick<EmbeddedServer, 'host' | 'user' | 'database'> | undefined> {
  // PostgreSQL's own lock file names the folder of its socket in the fifth line.
  const lock = await readFile(join(dir, 'pg18', 'postmaster.pid'), 'utf8').catch(() => '')
  const host = lock.split('\n')[4]
  const isThere = host
    ? await access(host).then(
        () => true,
        () => false,
      )
    : false
  return host && isThere ? { host, user: USER, database: 'postgres' } : undefined
}

async function openDirectory(dir: string): Promise<Place> {
  const created = await mkdir(dir, { recursive: true }).catch((error: Error) => {
    throw new Error(`The data directory ${dir} cannot be made (${error.message}). Set DATA_DIR to another one.`)
  })
  const home = await realpath(dir)
  const cluster = join(home, 'pg18')
  const account = await accountFor(cluster)
  if (created) await give(home, account)
  await access(home, constants.R_OK | constants.W_OK | constants.X_OK).catch(() => {
    throw new Error(`The data directory ${home} cannot be written. Set DATA_DIR to another one, or change its owner.`)
  })
  if (account.uid !== undefined && (await failure('test', ['-x', home], account)))
    throw new Error(
      `PostgreSQL does not run as root, and the account it runs as instead (uid ${account.uid}) cannot reach ${home}. ` +
        'Set DATA_DIR to a directory outside closed ones such as /root.',
    )
  return { home, cluster, sockets: join(home, 'pg18-socket'), account }
}

/** Works under another name and renames at the end: a half-made cluster never looks finished. */
async function makeCluster(binaries: string, { home, cluster, account }: Place) {
  const draft = await makeDraft(home, account)
  const text = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const entry = [`--username=${USER}`, '--auth-local=trust', '--auth-host=reject']
  const args = ['-D', draft, ...text, ...entry, '--no-instructions']
  const initdb = await run(join(binaries, 'bin/initdb'), args, { account, signal: 'KILL' })
  const { code, text: how } = await initdb.ended
  if (code !== 0) throw new Error(`A new database could not be made in ${home}: ${how}`)
  await rename(draft, cluster)
  // A power cut must not undo the renaming: the next start would take the cluster for an unfinished draft.
  const folder = await open(home)
  await folder.sync()
  await folder.close()
}

async function makeSocketDirectory({ sockets, account }: Place): Promise<string> {
  if (Buffer.byteLength(sockets) <= LONGEST_SOCKET_DIRECTORY) {
    await mkdir(sockets, { mode: 0o700 })
    await give(sockets, account)
    return sockets
  }
  const elsewhere = await mkdtemp(join(tmpdir(), 'toptan-'))
  await give(elsewhere, account)
  if (Buffer.byteLength(elsewhere) <= LONGEST_SOCKET_DIRECTORY) return elsewhere
  await rm(elsewhere, { recursive: true })
  throw new Error(`${sockets} and ${elsewhere} are too long for a Unix socket. Set DATA_DIR to a shorter path.`)
}

async function launch(binaries: string, host: string, { cluster, account }: Place, flags: string[]) {
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const args = ['-D', cluster, '-k', host, ...settings, ...flags]
  let announce = () => {}
  const ready = new Promise<undefined>(done => {
    announce = () => done(undefined)
  })
  const onLine = (line: string) => line.includes('ready to accept connections') && announce()
  const server = await run(join(binaries, 'bin/postgres'), args, { account, signal: 'INT', onLine })
  const gone = server.ended.then(async ({ text }) => {
    await rm(host, { recursive: true, force: true })
    return text
  })
  const failed = await Promise.race([ready, gone])
  if (failed !== undefined) throw new Error(`The embedded PostgreSQL did not start: ${failed}`)
  return { pid: server.pid, interrupt: server.interrupt, gone }
}
