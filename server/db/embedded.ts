import { constants, existsSync } from 'node:fs'
import { access, mkdir, mkdtemp, open, readdir, readFile, realpath, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { type Account, accountFor, chownTo, commandError, run, UnusableDirectory } from './embedded-account.ts'
import { NoEmbeddedDatabase, usableBinaries } from './embedded-binaries.ts'
import {
  claimDirectory,
  clearLeftovers,
  clearServer,
  type Place as Directory,
  makeDraft,
  socketsOf,
} from './embedded-directory.ts'
import { type Log, parseLogLine } from './embedded-log.ts'
import { endServer, hasStartupProcess } from './embedded-processes.ts'
import { type Run, supervise } from './embedded-supervisor.ts'

export type EmbeddedServer = {
  /** The directory of the Unix socket, the only address that the server listens on. */
  host: string
  user: string
  database: string
  readonly pid: number
  /** Ends open sessions, checkpoints, and resolves when the process has ended. */
  stop(): Promise<void>
  /**
   * Resolves when the process has ended, with its exit status and the last lines that it logged. A supervised process
   * is restarted, so this resolves only after `stop`.
   */
  exited: Promise<string>
}

/** The directories of the data, the cluster and the sockets, and the account that owns them. */
type Place = Directory & { account: Account }

const USER = 'app'
/** The major version of the packages' PostgreSQL, which the names in the directory contain. */
const VERSION = '18'
const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  // Enough for the largest number of workers, each with a pool and connections for reports, notifications and more.
  max_connections: 300,
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  maintenance_work_mem: '128MB',
  random_page_cost: 1.1,
  jit: 'off',
  timezone: 'UTC',
  logging_collector: 'off',
}
// A socket's path with its closing zero has at most 104 bytes on macOS, 108 on Linux.
const MAX_SOCKET_DIRECTORY = 103 - '/.s.PGSQL.5432'.length

type EmbeddedOptions = {
  /** Further arguments for postgres. */
  flags?: string[]
  /** Logs the server's messages and restarts. If given, the server is supervised: restarted whenever it fails. */
  log?: Log
  /** The folder of the PostgreSQL to use; by default that of the package. */
  packaged?: string
}

/**
 * Starts the PostgreSQL of the npm packages on the data directory `dir`, after creating a cluster there if there is
 * none. Only one living process at a time can use a directory; the server that a dead one left running there is ended.
 */
export async function startEmbedded(dir: string, options: EmbeddedOptions = {}): Promise<EmbeddedServer> {
  const { flags = [], log, packaged } = options
  if (process.platform === 'win32') throw new NoEmbeddedDatabase('The embedded database does not run on Windows.')
  const place = await openDirectory(resolve(dir))
  const claim = await claimDirectory(place.home)
  try {
    await clearLeftovers(place, claim)
    await refuseOtherVersion(place)
    const binaries = await usableBinaries(place.home, place.account, packaged)
    if (!existsSync(place.cluster)) await makeCluster(binaries, place)
    const host = await makeSocketDirectory(place)
    const cleanUp = async () => {
      await rm(host, { recursive: true, force: true })
      await claim.release()
    }
    const first = await launch(binaries, host, place, { flags, log })
    const failed = await Promise.race([first.ready, first.ended])
    if (failed !== undefined) {
      await rm(host, { recursive: true, force: true })
      throw failureOf('The embedded PostgreSQL did not start', failed, place)
    }
    const end = (pid: number, how: { isStuck: boolean }) => endServer(place.cluster, pid, how)
    const address = { host, user: USER, database: 'postgres' }
    const supervised =
      log &&
      supervise(first, {
        launch: relaunch,
        end,
        hasStartupProcess: pid => hasStartupProcess(place.cluster, pid),
        address,
        log,
      })
    async function relaunch() {
      await clearServer({ cluster: place.cluster, sockets: host })
      for (const name of await readdir(host)) await rm(join(host, name), { force: true })
      return launch(binaries, host, place, { flags, log })
    }
    const exited = (supervised?.exited ?? first.ended).then(async how => {
      await cleanUp()
      return how
    })
    const stop = async () => {
      await (supervised ? supervised.stop() : end(first.pid, { isStuck: false }))
      await exited
    }
    return {
      ...address,
      get pid() {
        return supervised?.pid ?? first.pid
      },
      stop,
      exited,
    }
  } catch (error) {
    await claim.release()
    throw error
  }
}

/** The address of the server that a running portal has started on `dir`; undefined if none runs. */
export async function reachEmbedded(
  dir: string,
): Promise<Pick<EmbeddedServer, 'host' | 'user' | 'database'> | undefined> {
  const host = await socketsOf(join(dir, 'pg18'))
  return host ? { host, user: USER, database: 'postgres' } : undefined
}

async function openDirectory(dir: string): Promise<Place> {
  const created = await mkdir(dir, { recursive: true }).catch((error: Error) => {
    throw new UnusableDirectory(
      `The data directory ${dir} cannot be made (${error.message}). Set DATA_DIR to another one.`,
    )
  })
  const home = await realpath(dir)
  const cluster = join(home, 'pg18')
  const account = await accountFor(cluster)
  if (created) await chownTo(home, account)
  await access(home, constants.R_OK | constants.W_OK | constants.X_OK).catch(() => {
    throw new UnusableDirectory(
      `The data directory ${home} cannot be written. Set DATA_DIR to another one, or change its owner.`,
    )
  })
  if (account.uid !== undefined && (await commandError('test', ['-x', home], account)))
    throw new UnusableDirectory(
      `PostgreSQL does not run as root, and the account it runs as instead (uid ${account.uid}) cannot reach ${home}. ` +
        'Set DATA_DIR to a directory outside closed ones such as /root.',
    )
  return { home, cluster, sockets: join(home, 'pg18-socket'), account }
}

/**
 * Throws `UnusableDirectory` if the cluster, or the only one there, is of another major version of PostgreSQL, which
 * cannot read it: a new cluster beside it would look like lost data.
 */
async function refuseOtherVersion({ home, cluster }: Place) {
  const found = existsSync(cluster) ? [basename(cluster)] : (await readdir(home)).filter(name => /^pg\d+$/.test(name))
  for (const name of found) {
    const version = await readFile(join(home, name, 'PG_VERSION'), 'utf8').catch(() => '')
    if (version !== '' && version.trim() !== VERSION)
      throw new UnusableDirectory(
        `The database in ${join(home, name)} is of PostgreSQL ${version.trim()}, and this program contains ${VERSION}. ` +
          'Run npm run backup with the version of the program that used it, move the folder ' +
          `${home} away, and run npm run restore with this one (see docs/operating.md, "Another PostgreSQL").`,
      )
  }
}

/** Creates the cluster under a temporary name and renames it at the end, so that an incomplete one is never used. */
async function makeCluster(binaries: string, { home, cluster, account }: Place) {
  const draft = await makeDraft(home, account)
  const text = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const entry = [`--username=${USER}`, '--auth-local=trust', '--auth-host=reject']
  const args = ['-D', draft, ...text, ...entry, '--no-instructions']
  const initdb = await run(join(binaries, 'bin/initdb'), args, { account, signal: 'KILL' })
  const { code, text: how } = await initdb.ended
  if (code !== 0) throw failureOf(`A new database could not be made in ${home}`, how, { home })
  await rename(draft, cluster)
  // The rename must survive a power failure, or the next start would take the cluster for an unfinished draft.
  const folder = await open(home)
  await folder.sync()
  await folder.close()
}

/** What failed and why, by the lines that PostgreSQL has logged. */
const failureOf = (what: string, how: string, { home }: Pick<Place, 'home'>) =>
  new UnusableDirectory(
    /No space left on device|Check free disk space|Disk quota exceeded/.test(how)
      ? `${what}: there is no space left on the disk of ${home}.`
      : `${what}: ${how}`,
  )

async function makeSocketDirectory({ sockets, account }: Place): Promise<string> {
  if (Buffer.byteLength(sockets) <= MAX_SOCKET_DIRECTORY) {
    await mkdir(sockets, { mode: 0o700 })
    await chownTo(sockets, account)
    return sockets
  }
  const elsewhere = await mkdtemp(join(tmpdir(), 'toptan-'))
  await chownTo(elsewhere, account)
  if (Buffer.byteLength(elsewhere) <= MAX_SOCKET_DIRECTORY) return elsewhere
  await rm(elsewhere, { recursive: true })
  throw new UnusableDirectory(
    `${sockets} and ${elsewhere} are too long for a Unix socket. Set DATA_DIR to a shorter path.`,
  )
}

async function launch(
  binaries: string,
  host: string,
  { cluster, account }: Place,
  { flags, log }: { flags: string[]; log: Log | undefined },
): Promise<Run> {
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const args = ['-D', cluster, '-k', host, ...settings, ...flags]
  let announce = () => {}
  const ready = new Promise<void>(done => {
    announce = done
  })
  // A standby accepts read-only connections.
  const onLine = (line: string) => {
    if (line.includes('is ready to accept')) announce()
    const logged = log && parseLogLine(line)
    if (logged) log(logged.message, logged.level)
  }
  const server = await run(join(binaries, 'bin/postgres'), args, { account, signal: 'INT', onLine })
  return { pid: server.pid, ready, ended: server.ended.then(({ text }) => text) }
}
