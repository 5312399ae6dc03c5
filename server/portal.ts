import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { type AppOptions, buildApp } from './app.ts'
import { hasAccounts } from './auth/accounts.ts'
import { deleteOldDevices } from './auth/devices.ts'
import { deleteOldLinks } from './auth/links.ts'
import { sharePasswordChecks, withPasswordHash } from './auth/passwords.ts'
import { deleteOldRequests } from './auth/request-limits.ts'
import { deleteExpiredSessions } from './auth/sessions.ts'
import { deleteOldFailures } from './auth/throttle.ts'
import { deleteExpiredRegistrations } from './customers/expired-registrations.ts'
import { startNightlyBackups } from './backup/nightly.ts'
import { logToStderr, openDatabase } from './database.ts'
import type { Address } from './db/address.ts'
import { deleteOldChanges } from './db/change-log.ts'
import { inTransaction, type Pool, takeAdvisoryLock } from './db/transaction.ts'
import { retryUntilAvailable } from './db/wait-until-available.ts'
import { deleteExpiredKeys } from './http/idempotency.ts'
import { startMailSender } from './mail/mail-sender.ts'
import { deleteOldMails } from './mail/outbox.ts'
import { mailContext } from './mail-context.ts'
import { startLive } from './notifications/live.ts'
import { deleteOldNotifications } from './notifications/notifications.ts'
import { erasePersonalData } from './privacy/erasure.ts'
import { deleteEmptySums, startSumming } from './reports/sums.ts'
import type { Settings } from './settings.ts'
import { stoppable } from './stoppable.ts'

const EVERY_HOUR = 60 * 60 * 1000

type PortalOptions = Omit<AppOptions, 'log' | 'live' | 'reports' | 'isRetiring'> & {
  /** The embedded database, if another process of the portal has started it. */
  runningDatabase?: Address | undefined
}

/** Starts everything in order: database, migrations, server, first admin. `stop` ends it in reverse order. */
export async function startPortal(settings: Settings, { runningDatabase, ...options }: PortalOptions = {}) {
  sharePasswordChecks(settings.workers)
  const { clock = () => new Date() } = options
  let log = logToStderr
  const opened = await openDatabase(settings, message => log(message), runningDatabase)
  const { address: database, direct, db, reports, closeDatabase } = opened
  const live = startLive(direct)
  let isStarted = false
  const isRetiring = () => server?.isRetiring ?? false
  let server: ReturnType<typeof stoppable> | undefined
  try {
    const app = await retryUntilAvailable(database, log, async () => {
      // A further process of a portal is ready as soon as it listens.
      isStarted = await hasAccounts(db, 'admin')
      return buildApp(db, settings, {
        ...options,
        live,
        reports,
        clock,
        log: true,
        isStarted: () => isStarted,
        isRetiring,
      })
    })
    server = stoppable(app)
    log = message => app.log.warn(message)
    const address = await app.listen({ port: settings.port, host: settings.host })
    // Last, so that nothing can fail between generating the password and printing it.
    const newAdmin = await retryUntilAvailable(database, log, () => firstAdmin(db, settings))
    isStarted = true
    if (settings.smtpUrl && !settings.publicUrl)
      app.log.warn(`PUBLIC_URL is not set: links in mails lead to ${address}`)
    const mail = mailContext(db, settings, { address, clock, log: app.log })
    const nightly = { db, direct, backups: settings.backups, clock, log: app.log }
    const jobs = [startMailSender(mail), startSumming(db, app.log), startNightlyBackups(nightly)]
    const sweeping = setInterval(
      () => void deleteExpired(db, clock()).catch(error => app.log.error(error)),
      EVERY_HOUR,
    ).unref()

    let ending: Promise<void> | undefined
    const end = async (closed: Promise<void>) => {
      clearInterval(sweeping)
      const ended = Promise.all(jobs.map(job => job.stop()))
      await closed
      await ended
      await live.close()
      await closeDatabase()
    }
    const { stop: stopServer, retire: retireServer } = server
    const stop = () => {
      const closed = stopServer()
      return (ending ??= end(closed))
    }
    /** Stops like `stop`, but first serves what still arrives over open connections, so that no request is refused. */
    const retire = () => (ending ??= end(retireServer()))
    const leave = () => void (isStarted = false)
    const signals = () => stopOnSignals(app.log, { delay: settings.stopDelay, leave, stop })
    return { address, app, db, newAdmin, stop, retire, stopOnSignals: signals }
  } catch (error) {
    await closeDatabase()
    throw error
  }
}

type Stopping = { delay: number; leave: () => void; stop: () => Promise<void> }

/**
 * Ends the process on SIGINT and SIGTERM. With a delay, in seconds, the portal is first no longer ready but serves, so
 * that a load balancer sends its requests elsewhere before connections are refused; a second signal skips the rest of it.
 */
function stopOnSignals(log: FastifyBaseLogger, { delay, leave, stop }: Stopping) {
  let stopping: NodeJS.Timeout | undefined
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      const isFirst = !stopping
      clearTimeout(stopping)
      leave()
      if (isFirst && delay) log.info(`${signal}: no longer ready, stopping in ${delay} seconds`)
      stopping = setTimeout(
        () => {
          log.info(`${signal}: finishing running requests`)
          void exitAfter(stop(), log)
        },
        isFirst ? delay * 1000 : 0,
      )
    })
  }
}

/** Ends the process after the work, with status 1 if it fails. */
export const exitAfter = (work: Promise<void>, log: Pick<FastifyBaseLogger, 'error'>) =>
  work.then(
    () => process.exit(0),
    error => {
      log.error(error)
      process.exit(1)
    },
  )

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
  await deleteOldDevices(db, now)
    return true
  await deleteExpiredRegistrations(db, now)
  })
  return isCreated && !settings.firstAdmin ? { username, password } : undefined
}

/** What is printed of a first admin whose password was generated. */
export const newAdminMessage = ({ username, password }: { username: string; password: string }) =>
  `First admin: ${username}   password (shown only now): ${password}`

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
  await erasePersonalData(db, now)
}
