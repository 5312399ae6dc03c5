import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { type Address, type EmbeddedAddress, isPooled } from './db/address.ts'
import { checkPoolerTimeouts, connect } from './db/connect.ts'
import { DiskSpace } from './db/disk-space.ts'
import { reachEmbedded, startEmbedded } from './db/embedded.ts'
import { UnusableDirectory } from './db/embedded-account.ts'
import { NoEmbeddedDatabase } from './db/embedded-binaries.ts'
import type { Log } from './db/embedded-log.ts'
import { areDifferent, identityOf } from './db/identity.ts'
import { migrate, requireCurrentSchema, UnusableSchema } from './db/migrate.ts'
import { openReportDatabase } from './db/report-database.ts'
import { asRuntimeRole, currentRole, grantAccess, prepareRuntimeRole } from './db/roles.ts'
import type { Pool } from './db/transaction.ts'
import { isStorageFull, messageOf } from './db/unavailable.ts'
import { awaitWithLog, retryUntilAvailable } from './db/wait-until-available.ts'
import { type Settings, WrongSettings } from './settings.ts'

/** Writes warnings and errors to stderr, for use where no app has a log yet; routine messages are dropped. */
export const logToStderr: Log = (message, level = 'warn') => {
  if (level === 'warn' || level === 'error') process.stderr.write(`${message}\n`)
}

/** The message for an error that the operator can fix; undefined for any other. */
export function startupErrorMessage(error: unknown): string | undefined {
  if (error instanceof NoEmbeddedDatabase) return `${error.message} Set DATABASE_URL to a PostgreSQL server.`
  if (
    [WrongSettings, NoDatabase, UnusableDatabase, UnusableDirectory, UnusableSchema].some(kind => error instanceof kind)
  )
    return messageOf(error)
  const isNoSpace = error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT'].includes(String(error.code))
  if (isNoSpace || isStorageFull(error)) return `There is no space left on the disk: ${messageOf(error)}`
  // A worker's address is bound by its primary process.
  const listening = /^(listen|bind|getaddrinfo)$/
  const isAddress = error instanceof Error && 'syscall' in error && listening.test(String(error.syscall))
  return isAddress ? `The portal cannot listen on its HOST and PORT: ${error.message}` : undefined
}

/** Starts the database in DATA_DIR. */
export function openEmbedded({ dataDir }: Pick<Settings, 'dataDir'>, log: Log) {
  const dir = join(dataDir, 'postgres')
  return awaitWithLog(`Waiting for the embedded database in ${dir} to start`, log, startEmbedded(dir, { log }))
}

/**
 * Opens the database and migrates it: the server of DATABASE_URL, else the embedded one, which is `running` already if
 * another process of the portal has started it. Migrations run as the owner of the database, everything else as a role
 * that owns nothing, if there is one. `direct` is the address without a pooler, for work that needs a session.
 */
export async function openDatabase(settings: Settings, log: Log, running?: EmbeddedAddress) {
  const { databaseUrl, databaseOwnerUrl, replicaUrl } = settings
  const embedded = databaseUrl || running ? undefined : await openEmbedded(settings, log)
  const own = embedded ?? running
  const { address, direct, ownerAddress } = addressesOf(settings, own)
  try {
    if (databaseUrl) await requireOneDatabase({ ...settings, databaseUrl }, address, log)
    await withConnection(ownerAddress, async owner => {
      await retryUntilAvailable(ownerAddress, log, () => migrate(owner))
      await prepareRole(owner, settings, own, log)
    })
  } catch (error) {
    await embedded?.stop()
    const isDenied = error instanceof Error && 'code' in error && error.code === '42501'
    const hint = isDenied && !databaseOwnerUrl ? '. DATABASE_OWNER_URL names the role that may migrate it' : ''
    throw databaseUrl && !(error instanceof WrongSettings) ? new UnusableDatabase(error, hint) : error
  }
  const db = connect(address, {
    connections: connectionsPerWorker(settings.workers),
    onError: error => log(`A connection to the database broke: ${error.message}`),
  })
  const reports = openReportDatabase(address, replicaUrl, log)
  const disk = new DiskSpace()
  if (own) await disk.watch(settings.dataDir, log)
  const closeDatabase = async () => {
    disk.close()
    await Promise.all([db.destroy(), reports.close()])
    await embedded?.stop()
  }
  if (isPooled(address)) await retryUntilAvailable(address, log, () => checkPoolerTimeouts(db, log))
  return { address, direct, db, reports, disk, closeDatabase }
}

/** The addresses for the role of the portal, for it without a pooler, and for the owner of the tables. */
function addressesOf({ databaseUrl, databaseDirectUrl, databaseOwnerUrl }: Settings, own?: EmbeddedAddress) {
  const address: Address = own
    ? asRuntimeRole(own)
    : { connectionString: databaseUrl!, isPooled: databaseDirectUrl !== undefined }
  const direct = databaseDirectUrl ? { connectionString: databaseDirectUrl } : address
  return { address, direct, ownerAddress: databaseOwnerUrl ? { connectionString: databaseOwnerUrl } : (own ?? direct) }
}

/** Gives the role of the portal the privileges that it needs, which it lacks on tables that a restore has created. */
async function prepareRole(owner: Pool, settings: Settings, own: EmbeddedAddress | undefined, log: Log) {
  const { direct, ownerAddress } = addressesOf(settings, own)
  if (own) return retryUntilAvailable(ownerAddress, log, () => prepareRuntimeRole(owner))
  if (!settings.databaseOwnerUrl) return
  const acting = await withConnection(direct, db => retryUntilAvailable(direct, log, () => currentRole(db)))
  // `grantAccess` would take privileges from an owner; the start logs a warning instead (`checkRole`).
  if (!acting.isOwner) await retryUntilAvailable(ownerAddress, log, () => grantAccess(owner, acting.name))
}

/** Throws if the URLs lead to different databases: one of them would be migrated, and another one used. */
async function requireOneDatabase(settings: Settings & { databaseUrl: string }, address: Address, log: Log) {
  const { databaseUrl, databaseDirectUrl, databaseOwnerUrl } = settings
  const others = { DATABASE_DIRECT_URL: databaseDirectUrl, DATABASE_OWNER_URL: databaseOwnerUrl }
  const identityAt = (at: Address) => withConnection(at, db => retryUntilAvailable(at, log, () => identityOf(db)))
  const own = databaseDirectUrl || databaseOwnerUrl ? await identityAt(address) : undefined
  for (const [name, url] of Object.entries(others))
    if (url !== undefined && areDifferent(own, await identityAt({ connectionString: url })))
      throw new WrongSettings([
        `${name} leads to another database (${nameOfUrl(url)}) than DATABASE_URL (${nameOfUrl(databaseUrl)})`,
      ])
}

/** Runs the work on one connection without timeouts, and closes it. */
async function withConnection<T>(address: Address, work: (db: Pool) => Promise<T>): Promise<T> {
  const db = connect(address, { connections: 1, unlimited: true })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Logs a warning if the portal runs as the owner of its tables, or as a superuser. */
export async function checkRole(db: Pool, log: Log) {
  const { name, isOwner } = await currentRole(db)
  if (isOwner)
    log(
      `The portal runs as ${name}, which may alter and drop its tables and change the stock ledger and the audit ` +
        'trail. Set DATABASE_OWNER_URL to keep that for migrations (docs/operating.md, "Roles")',
    )
}

/** Together at most 64 connections while one worker is being replaced, but not so few that they wait for each other. */
const connectionsPerWorker = (workers: number) => Math.max(4, Math.min(16, Math.floor(64 / (workers + 1))))

/** A worker's connections for reports (2), for what every request waits for, and for notifications. */
const FURTHER_CONNECTIONS = 4

/** A host's connections for the nightly backup, and for probes of a database that responds late. */
const HOST_CONNECTIONS = 5

/** The most connections of all workers of a host together, also while one is being replaced. */
export const connectionsNeeded = (workers: number) =>
  (workers === 1 ? 1 : workers + 1) * (connectionsPerWorker(workers) + FURTHER_CONNECTIONS) + HOST_CONNECTIONS

type DatabaseSettings = Pick<Settings, 'databaseUrl' | 'dataDir'>

/** Whether there is a database to open: that of DATABASE_URL, or an embedded one that a start of the portal created. */
export const hasDatabase = ({ databaseUrl, dataDir }: DatabaseSettings) =>
  databaseUrl !== undefined || existsSync(join(dataDir, 'postgres'))

/** Throws for a command that must not create the database. */
export function requireDatabase(settings: DatabaseSettings) {
  if (!hasDatabase(settings)) throw new NoDatabase(settings.dataDir)
}

/** Writes to stderr which database a command uses: without the portal's settings it is not the portal's. */
export const announceDatabase = (settings: DatabaseSettings) =>
  void process.stderr.write(`Using ${nameOfDatabase(settings)}\n`)

/** The URL of the role that owns the tables, for backups and restores; undefined for the embedded database. */
export const ownersUrl = ({ databaseUrl, databaseDirectUrl, databaseOwnerUrl }: Settings) =>
  databaseUrl && (databaseOwnerUrl ?? databaseDirectUrl ?? databaseUrl)

/** What to call the database of these settings, without its user and password. */
export function nameOfDatabase({ databaseUrl, dataDir }: DatabaseSettings) {
  if (databaseUrl === undefined) return `the embedded database in ${resolve(dataDir)}`
  return `the database ${nameOfUrl(databaseUrl)}`
}

function nameOfUrl(url: string) {
  const { host, pathname } = new URL(url)
  return `postgres://${host}${pathname}`
}

/**
 * Opens the database for a command, which must exist and have the schema of this program. The embedded one is started
 * if no running portal has started it.
 */
export async function reachDatabase(settings: Settings): Promise<{ db: Pool; closeDatabase: () => Promise<void> }> {
  requireDatabase(settings)
  announceDatabase(settings)
  const { databaseUrl, dataDir } = settings
  const running = databaseUrl ? undefined : await reachEmbedded(join(dataDir, 'postgres'))
  const embedded = databaseUrl || running ? undefined : await openEmbedded(settings, logToStderr)
  const own = running ?? embedded
  const { address, ownerAddress } = addressesOf(settings, own)
  try {
    if (databaseUrl) await requireOneDatabase({ ...settings, databaseUrl }, address, logToStderr)
    await withConnection(ownerAddress, async owner => {
      await requireCurrentSchema(owner)
      await prepareRole(owner, settings, own, logToStderr)
    })
  } catch (error) {
    await embedded?.stop()
    throw databaseUrl && !(error instanceof WrongSettings) ? new UnusableDatabase(error) : error
  }
  const db = connect(address, { connections: 1 })
  const closeDatabase = async () => {
    await db.destroy()
    await embedded?.stop()
  }
  return { db, closeDatabase }
}

/**
 * Opens the database for a backup or a restore: as its owner, over one connection without timeouts, and without
 * migrating it. The embedded database of a running portal is used only if `isShared`.
 */
export async function reachUnmigrated(settings: Settings, { isShared }: { isShared: boolean }) {
  const { dataDir } = settings
  const connectionString = ownersUrl(settings)
  const open = (address: Address) => connect(address, { connections: 1, unlimited: true })
  if (connectionString) {
    const db = open({ connectionString })
    try {
      await sql`select 1`.execute(db)
    } catch (error) {
      await db.destroy()
      throw new UnusableDatabase(error)
    }
    return { db, closeDatabase: () => db.destroy() }
  }
  const running = isShared ? await reachEmbedded(join(dataDir, 'postgres')) : undefined
  const embedded = running ? undefined : await openEmbedded(settings, logToStderr)
  const db = open(running ?? embedded!)
  const closeDatabase = async () => {
    await db.destroy()
    await embedded?.stop()
  }
  return { db, closeDatabase }
}

/** There is no database, and only a start of the portal or a restore may create it. */
class NoDatabase extends Error {
  constructor(dataDir: string) {
    super(
      `There is no database in ${resolve(dataDir)}, which DATA_DIR names, and DATABASE_URL is not set. The first start of the ` +
        'portal creates one; if the portal uses another, give the command its settings.',
    )
  }
}

/** The database of DATABASE_URL cannot be used, with the reason in one sentence. */
export class UnusableDatabase extends Error {
  constructor(cause: unknown, hint = '') {
    super(`The database of DATABASE_URL cannot be used: ${messageOf(cause)}${hint}`, { cause })
  }
}
