import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { type AppOptions, buildApp } from './app.ts'
import { record } from './audit/audit.ts'
import { createAccount, hasAccounts } from './auth/accounts.ts'
import { deleteOldLinks } from './auth/links.ts'
import { withPasswordHash } from './auth/passwords.ts'
import { deleteOldRequests } from './auth/request-limits.ts'
import { deleteExpiredSessions } from './auth/sessions.ts'
import { deleteOldFailures } from './auth/throttle.ts'
import { deleteOldChanges } from './db/change-log.ts'
import { connect } from './db/connect.ts'
import { reachEmbedded, startEmbedded } from './db/embedded.ts'
import { UnusableDirectory } from './db/embedded-account.ts'
import { NoEmbeddedDatabase } from './db/embedded-binaries.ts'
import { migrate } from './db/migrate.ts'
import { openReportDatabase } from './db/report-database.ts'
import { inTransaction, type Pool, takeAdvisoryLock } from './db/transaction.ts'
import { messageOf } from './db/unavailable.ts'
import { loggingWait, retryUntilAvailable } from './db/wait-until-available.ts'
import { deleteExpiredKeys } from './http/idempotency.ts'
import { startMailSender } from './mail/mail-sender.ts'
import { deleteOldMails } from './mail/outbox.ts'
import { mailContext } from './mail-context.ts'
import { startLive } from './notifications/live.ts'
import { deleteOldNotifications } from './notifications/notifications.ts'
import { deleteEmptySums, startSumming } from './reports/sums.ts'
import { type Settings, WrongSettings } from './settings.ts'

const EVERY_HOUR = 60 * 60 * 1000

/** How long running requests may take to finish after a stop signal, in milliseconds. */
const SHUTDOWN_GRACE = 8_000

/** Starts everything in order: database, migrations, server, first admin. `stop` ends it in reverse order. */
export async function startPortal(settings: Settings, options: Omit<AppOptions, 'log' | 'live' | 'reports'> = {}) {
  const { clock = () => new Date() } = options
  let log = logToStderr
  const { address: database, db, reports, closeDatabase } = await openDatabase(settings, message => log(message))
  const live = startLive(database)
  let isStarted = false
  try {
    const app = await retryUntilAvailable(database, log, () =>
      buildApp(db, settings, { ...options, live, reports, clock, log: true, isStarted: () => isStarted }),
    )
    log = message => app.log.warn(message)
    const address = await app.listen({ port: settings.port, host: settings.host })
    // Last, so that nothing can fail between generating the password and printing it.
    const newAdmin = await retryUntilAvailable(database, log, () => firstAdmin(db, settings))
    isStarted = true
    if (settings.smtpUrl && !settings.publicUrl)
      app.log.warn(`PUBLIC_URL is not set: links in mails lead to ${address}`)
    const mail = mailContext(db, settings, { address, clock, log: app.log })
    const jobs = [startMailSender(mail), startSumming(db, app.log)]
    const sweeping = setInterval(
      () => void deleteExpired(db, clock()).catch(error => app.log.error(error)),
      EVERY_HOUR,
    ).unref()

    let stopping: Promise<void> | undefined
    const stop = () => {
      stopping ??= (async () => {
        clearInterval(sweeping)
        const ended = Promise.all(jobs.map(job => job.stop()))
        const forceClose = setTimeout(() => app.server.closeAllConnections(), SHUTDOWN_GRACE)
        await app.close()
        clearTimeout(forceClose)
        await ended
        await live.close()
        await closeDatabase()
      })()
      return stopping
    }
    const exitAfter = (work: Promise<void>, code: number) =>
      work.then(
        () => process.exit(code),
        error => {
          app.log.error(error)
          process.exit(1)
        },
      )
    const stopOnSignals = () => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) {
        process.on(signal, () => {
          app.log.info(`${signal}: finishing running requests`)
          void exitAfter(stop(), 0)
        })
      }
    }
    return { address, app, db, newAdmin, stop, stopOnSignals }
  } catch (error) {
    await closeDatabase()
    throw error
  }
}

type Log = (message: string) => void

/** Used until the app's log exists. */
const logToStderr: Log = message => void process.stderr.write(`${message}\n`)

/** The message for an error that the operator can fix; undefined for any other. */
export function startupErrorMessage(error: unknown): string | undefined {
  if (error instanceof NoEmbeddedDatabase) return `${error.message} Set DATABASE_URL to a PostgreSQL server.`
  if ([WrongSettings, UnusableDatabase, UnusableDirectory].some(kind => error instanceof kind)) return messageOf(error)
  const isPortTaken = error instanceof Error && 'syscall' in error && error.syscall === 'listen'
  return isPortTaken ? error.message : undefined
}

/** Opens the server of DATABASE_URL, or the embedded one in DATA_DIR, and migrates it. */
async function openDatabase({ databaseUrl, replicaUrl, dataDir }: Settings, log: Log) {
  const dir = join(dataDir, 'postgres')
  const embedded = databaseUrl
    ? undefined
    : await loggingWait(`Waiting for the embedded database in ${dir} to start`, log, startEmbedded(dir, { log }))
  const address = embedded ?? { connectionString: databaseUrl! }
  const forMigrations = connect(address, { connections: 1, unlimited: true })
  try {
    await retryUntilAvailable(address, log, () => migrate(forMigrations))
  } catch (error) {
    await embedded?.stop()
    throw embedded ? error : new UnusableDatabase(error)
  } finally {
    await forMigrations.destroy()
  }
  const db = connect(address, { onError: error => log(`A connection to the database broke: ${error.message}`) })
  const reports = openReportDatabase(address, replicaUrl, log)
  const closeDatabase = async () => {
    await Promise.all([db.destroy(), reports.close()])
    await embedded?.stop()
  }
  return { address, db, reports, closeDatabase }
}

/** Opens the database for a command: the one that a running portal has open, or else starts it for the command. */
export async function reachDatabase(settings: Settings): Promise<{ db: Pool; closeDatabase: () => Promise<void> }> {
  const running = settings.databaseUrl ? undefined : await reachEmbedded(join(settings.dataDir, 'postgres'))
  if (!running) return openDatabase(settings, logToStderr)
  const db = connect(running, { connections: 1 })
  return { db, closeDatabase: () => db.destroy() }
}

/** The database of DATABASE_URL cannot be used, with the reason in one sentence. */
export class UnusableDatabase extends Error {
  constructor(cause: unknown) {
    super(`The database of DATABASE_URL cannot be used: ${messageOf(cause)}`, { cause })
  }
}

/**
 * Creates the first admin if there is none: the configured one, or one with a generated password, which is returned.
 */
async function firstAdmin(db: Pool, settings: Settings) {
  if (await hasAccounts(db, 'admin')) return undefined
  const { username, password } = settings.firstAdmin ?? {
    username: 'admin',
    password: randomBytes(9).toString('base64url'),
  }
  const account = await withPasswordHash({ role: 'admin' as const, name: username, username, password })
  const isCreated = await inTransaction(db, async tx => {
    // The lock lets only one of two concurrently starting processes create it.
    await takeAdvisoryLock(tx, 'first_admin')
    if (await hasAccounts(tx, 'admin')) return false
    const now = new Date()
    const id = await createAccount(tx, account, now)
    const after = { name: username, username }
    await record(tx, { actor: undefined, now }, [{ action: 'created', entity: 'admin', entity_id: id, after }])
    return true
  })
  return isCreated && !settings.firstAdmin ? { username, password } : undefined
}

async function deleteExpired(db: Pool, now: Date) {
  await deleteOldChanges(db)
  await deleteExpiredKeys(db, now)
  await deleteExpiredSessions(db, now)
  await deleteOldFailures(db, now)
  await deleteOldRequests(db, now)
  await deleteOldLinks(db, now)
  await deleteOldMails(db, now)
  await deleteOldNotifications(db, now)
  await deleteEmptySums(db)
}
