import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Account, chownTo, UnusableDirectory } from './embedded-account.ts'
import { endOrphans, endServer, isServerOf, ps } from './embedded-processes.ts'

const DRAFT = 'pg18-draft-'
const CLAIM = /^portal-(\d+)-(.+)\.lock$/
const WAIT_FOR_PORTAL = 3_000
const WAIT_FOR_SERVER = 60_000

/** Exclusive use of a data directory; `abandoned` are the claim files of dead processes. */
type Claim = { abandoned: string[]; release(): Promise<void> }

/**
 * Claims a data directory for this process. If another living process holds it, waits 3 seconds and then throws
 * `UnusableDirectory`.
 */
export async function claimDirectory(dir: string): Promise<Claim> {
  const mine = join(dir, `portal-${process.pid}-${await startTimeOf(process.pid)}.lock`)
  const identity = await identityOf(dir)
  const deadline = Date.now() + WAIT_FOR_PORTAL
  for (;;) {
    // Every process writes its own claim before it searches for others, so of two at least one sees the other.
    await writeFile(mine, identity, { flag: 'wx' }).catch(claimError(dir, mine))
    const others = await claimsOf(dir, { path: mine, identity })
    const rival = others.find(({ isAlive }) => isAlive)
    if (!rival) return { abandoned: others.map(({ path }) => path), release: () => rm(mine, { force: true }) }

    await rm(mine, { force: true })
    if (Date.now() > deadline) throw new UnusableDirectory(inUse(dir, `process ${rival.pid}`, rival.path))
    // Two processes that saw each other both withdraw; a random pause lets one be first.
    await sleep(50 + Math.random() * 200)
  }
}

/** A folder to prepare something in: renamed when complete, or removed by the next start. */
export async function makeDraft(dir: string, account: Account): Promise<string> {
  const draft = await mkdtemp(join(dir, DRAFT))
  await chownTo(draft, account)
  return draft
}

/** The directories of a server and its portal. */
export type Place = { home: string; cluster: string; sockets: string }

/**
 * Removes what earlier starts left in a claimed directory: the server of a dead portal, a stale lock file and
 * unfinished drafts. Throws `UnusableDirectory` if a server runs there that no portal started.
 */
export async function clearLeftovers(place: Place, { abandoned }: Claim) {
  await clearServer(place, { isOurs: abandoned.length > 0 })
  const drafts = (await readdir(place.home)).filter(name => name.startsWith(DRAFT)).map(name => join(place.home, name))
  for (const path of [...drafts, ...abandoned, place.sockets])
    await rm(path, { recursive: true, force: true, maxRetries: 5 })
}

/**
 * Ends the server of a cluster and the remaining processes of a dead one. Throws `UnusableDirectory` if it belongs to
 * another portal.
 */
export async function clearServer({ cluster, sockets }: Pick<Place, 'cluster' | 'sockets'>, { isOurs = true } = {}) {
  const deadline = Date.now() + WAIT_FOR_SERVER
  for (;;) {
    const lock = await lockOf(cluster)
    if (!lock) return
    const server = `PostgreSQL, process ${lock.pid}`
    if (await isServerOf(lock.pid, cluster)) {
      if (!isOurs) throw new UnusableDirectory(inUse(cluster, server))
      await endServer(cluster, lock.pid)
    } else if (await accepts(sockets)) {
      // The process number of a server in another container means nothing here, but its socket accepts connections.
      throw new UnusableDirectory(inUse(cluster, server))
    } else if (await isCopied(lock, cluster)) {
      return rm(lock.path, { force: true })
    } else if (await isAttached(lock.segment)) {
      await endOrphans(cluster)
    } else {
      if (await accepts(lock.sockets)) throw new UnusableDirectory(inUse(cluster, server))
      return rm(lock.path, { force: true })
    }
    if (Date.now() > deadline) throw new UnusableDirectory(inUse(cluster, server))
    await sleep(50)
  }
}

function inUse(dir: string, by: string, lock?: string) {
  const advice = lock ? ` If no such process is running any more, delete ${lock}.` : ''
  return `The database in ${dir} is in use by ${by}. Stop it first, or give this one a DATA_DIR of its own.${advice}`
}

function claimError(dir: string, mine: string) {
  return (error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw new UnusableDirectory(inUse(dir, `this very process (${process.pid})`, mine))
    if (error.code === 'ENOSPC') throw new UnusableDirectory(`There is no space left on the disk of ${dir}.`)
    throw error
  }
}

/**
 * What distinguishes a directory from its copies, by whatever path it is reached. A claim contains it, and is empty
 * while it is being written, and in directories of older versions.
 */
async function identityOf(dir: string): Promise<string> {
  const { dev, ino } = await stat(dir, { bigint: true })
  return `${dev}-${ino}`
}

async function claimsOf(dir: string, { path: mine, identity }: { path: string; identity: string }) {
  const claims = (await readdir(dir)).flatMap(name => {
    const [, pid, birth] = CLAIM.exec(name) ?? []
    const path = join(dir, name)
    return pid && path !== mine ? [{ path, pid: Number(pid), birth }] : []
  })
  return Promise.all(
    claims.map(async ({ path, pid, birth }) => {
      const isHere = [identity, ''].includes(await readFile(path, 'utf8').catch(() => ''))
      return { path, pid, isAlive: isHere && (await startTimeOf(pid)) === birth }
    }),
  )
}

/** Distinguishes processes that had the same process number; undefined if the process is dead or does not exist. */
async function startTimeOf(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') {
    const started = await ps(pid, 'lstart=')
    return started && String(Date.parse(`${started} UTC`))
  }
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (!stat) return undefined
  // The program's name is in parentheses and may itself contain blanks and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, ticksSinceBoot] = [fields[0], fields[19]]
  if (state === 'Z' || state === 'X') return undefined
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8')
  return `${boot.slice(0, 8)}-${ticksSinceBoot}`
}

/** PostgreSQL's lock file in the directory of a cluster; undefined if there is none. */
async function lockOf(cluster: string) {
  const path = join(cluster, 'postmaster.pid')
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const [pid, directory = '', , , sockets = '', , segment = ''] = text.split('\n')
  return { path, pid: Number(pid), directory, sockets, segment: segment.trim().split(/\s+/) }
}

/** Whether the lock came with a copy of another directory: its server, if it runs, is not the server of this one. */
async function isCopied({ directory }: { directory: string }, cluster: string): Promise<boolean> {
  const original = await identityOf(directory).catch(() => undefined)
  return original !== undefined && original !== (await identityOf(cluster))
}

/** The directory of the socket of a cluster's server, if it runs: after a power failure, lock and directory are left. */
export async function socketsOf(cluster: string): Promise<string | undefined> {
  const lock = await lockOf(cluster).catch(() => undefined)
  return lock && !(await isCopied(lock, cluster)) && (await accepts(lock.sockets)) ? lock.sockets : undefined
}

/** Whether sessions of a killed server still run: they hold its shared memory until they end. */
async function isAttached([key, id]: string[]) {
  const table = await readFile('/proc/sysvipc/shm', 'utf8').catch(() => '')
  const rows = table.split('\n').map(line => line.trim().split(/\s+/))
  return rows.some(row => row[0] === key && row[1] === id && Number(row[6]) > 0)
}

function accepts(sockets: string): Promise<boolean> {
  return new Promise(resolve => {
    const probe = connect(join(sockets, '.s.PGSQL.5432'))
    probe.once('error', () => resolve(false))
    probe.once('connect', () => {
      probe.destroy()
      resolve(true)
    })
  })
}
