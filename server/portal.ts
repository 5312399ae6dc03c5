import type { FastifyBaseLogger } from 'fastify'
import { type AppOptions, buildApp } from './app.ts'
import { hasAccounts } from './auth/accounts.ts'
import { deleteOldDevices } from './auth/devices.ts'
import { deleteOldLinks } from './auth/links.ts'
import { sharePasswordChecks } from './auth/passwords.ts'
import { deleteOldRequests } from './auth/request-limits.ts'
import { deleteExpiredSessions } from './auth/sessions.ts'
import { deleteOldFailures } from './auth/throttle.ts'
import { startNightlyBackups } from './backup/nightly.ts'
import { deleteExpiredRegistrations } from './customers/expired-registrations.ts'
import { checkRole, logToStderr, openDatabase } from './database.ts'
import type { EmbeddedAddress } from './db/address.ts'
import { deleteOldChanges } from './db/change-log.ts'
import type { Pool, Tx } from './db/transaction.ts'
import { retryUntilAvailable } from './db/wait-until-available.ts'
import { startCutoffReminders } from './delivery/cutoff-reminders.ts'
import { firstAdmin } from './first-admin.ts'
import { deleteExpiredKeys } from './http/idempotency.ts'
import { deleteUnusedImages } from './images/unused-images.ts'
import { deleteOldImports } from './import-runs/runs.ts'
import { startExpiryBlocks } from './lots/expiry-blocks.ts'
import { startExpiryNotices } from './lots/expiry-notices.ts'
import { startMailSender } from './mail/mail-sender.ts'
import { deleteOldMails } from './mail/outbox.ts'
import { mailContext } from './mail-context.ts'
import { startLive } from './notifications/live.ts'
import { deleteOldNotifications } from './notifications/notifications.ts'
import { startPushSender } from './notifications/push-sender.ts'
import { deleteExpiredPushes } from './notifications/pushes.ts'
import { startOfferEndings } from './offers/offer-endings.ts'
import { withArrivalNotifications } from './orders/arrivals.ts'
import { completeDueErasures, pseudonymizeRegistration } from './privacy/erasure.ts'
import { pushContext } from './push-context.ts'
import { deleteEmptySums, startSumming } from './reports/sums.ts'
import { deleteOldSecurityEvents } from './security-log/security-log.ts'
import { type Settings, servesPlainHttp } from './settings.ts'
import { startStandingOrders } from './standing-orders/job.ts'
import { customersServedOn } from './standing-orders/lists.ts'
import { stoppable } from './stoppable.ts'
import { endProcess, stopOnSignals } from './stopping.ts'

const MINUTE = 60 * 1000
/** When expired rows are deleted: first this long after the start, and then this often, in milliseconds. */
const FIRST_DELETION = 5 * MINUTE
const DELETION_INTERVAL = 60 * MINUTE

const PLAIN_HTTP =
  'HOST can be reached from other machines and PUBLIC_URL is not https: passwords and sessions can be read on the way. Put a TLS proxy in front and set PUBLIC_URL to its https address'

/** In development, that is, when the portal runs from its sources, replies are checked as in tests (page 047). */
const RUNS_FROM_SOURCES = import.meta.url.endsWith('.ts')

type PortalOptions = Omit<AppOptions, 'log' | 'live' | 'disk' | 'reports' | 'isRetiring' | 'isStrict'> & {
  /** The embedded database for its owner, if another process of the portal has started it. */
  runningDatabase?: EmbeddedAddress | undefined
  /** Whether the links of mails that are written to files are printed, which only the demo does. */
  printsLinks?: boolean
}

/** Starts everything in order: database, migrations, server, first admin. `stop` ends it in reverse order. */
export async function startPortal(settings: Settings, given: PortalOptions = {}) {
  const { runningDatabase, printsLinks = false, clock = () => new Date(), ...options } = given
  sharePasswordChecks(settings.workers)
  let log = logToStderr
  const opened = await openDatabase(settings, (message, level) => log(message, level), runningDatabase)
  const { address: database, direct, db, reports, disk, closeDatabase } = opened
  const live = startLive(direct)
  let isStarted = false
  const isRetiring = () => server?.isRetiring ?? false
  let server: ReturnType<typeof stoppable> | undefined
  try {
    const app = await retryUntilAvailable(database, log, async () => {
      // If the portal has an admin already, as another process created it, this process is ready when it listens.
      isStarted = await hasAccounts(db, 'admin')
      const parts = { disk, live, reports, clock, isRetiring, isStrict: RUNS_FROM_SOURCES }
      return buildApp(db, settings, { ...options, ...parts, log: true, isStarted: () => isStarted })
    })
    server = stoppable(app)
    log = (message, level = 'warn') => app.log[level](message)
    await retryUntilAvailable(database, log, () => checkRole(db, log))
    const address = await app.listen({ port: settings.port, host: settings.host })
    // Last, so that nothing can fail between storing the password and naming its file.
    const newAdmin = await retryUntilAvailable(database, log, () => firstAdmin(db, settings))
    isStarted = true
    warnOfSettings(settings, address, app.log)
    live.listen()
    const mail = mailContext(db, settings, { address, clock, log: app.log, printsLinks })
    const push = await pushContext(db, settings, { clock, log: app.log, network: options.pushNetwork })
    const backups = startNightlyBackups({ db, direct, backups: settings.backups, clock, log: app.log })
    const jobs = [
      backups,
      startMailSender(mail),
      ...(settings.sendsPushes ? [startPushSender(push)] : []),
      ...startJobs({ db, settings, clock, log: app.log }),
    ]
    const stopDeletions = startDeletions(() => void deleteExpired(db, clock(), app.log))

    let ending: Promise<void> | undefined
    const end = async (closed: Promise<void>) => {
      stopDeletions()
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
    const exitAfter = (work: Promise<void>) => void endProcess(work, app.log, backups.isHung)
    const leave = () => void (isStarted = false)
    const how = { delay: settings.stopDelay, leave, stop: () => exitAfter(stop()) }
    return { address, app, db, newAdmin, stop, retire, exitAfter, stopOnSignals: () => stopOnSignals(app.log, how) }
  } catch (error) {
    await live.close()
    await closeDatabase()
    throw error
  }
}

type JobContext = Parameters<typeof startStandingOrders>[0] & {
  settings: Settings
  log: FastifyBaseLogger
}

/** Starts the background jobs, except the backups and those that send mail and pushes. */
function startJobs({ db, settings, clock, log }: JobContext) {
  const { standingOrderLead: lead } = settings
  const served = (tx: Tx, customers: readonly string[], day: string, now: Date) =>
    customersServedOn(tx, customers, day, { now, lead })
  return [
    startSumming(db, log),
    startStandingOrders({ db, settings, clock, log }),
    startCutoffReminders({ db, clock, log, served }),
    startExpiryBlocks({ db, clock, log }),
    startOfferEndings({ db, clock, log, withArrivals: withArrivalNotifications }),
    startExpiryNotices({ db, clock, log }),
  ]
}

/** Logs a warning for settings that are valid but probably unintended. `address` is where the portal listens. */
function warnOfSettings(settings: Settings, address: string, log: FastifyBaseLogger) {
  if (settings.smtpUrl && !settings.publicUrl) log.warn(`PUBLIC_URL is not set: links in mails lead to ${address}`)
  if (servesPlainHttp(settings)) log.warn(PLAIN_HTTP)
}

/**
 * Runs the deletions some minutes after the start, so that they also run in processes that are restarted often, and
 * every hour. Returns a function that ends this.
 */
export function startDeletions(run: () => void) {
  const first = setTimeout(run, FIRST_DELETION).unref()
  const repeated = setInterval(run, DELETION_INTERVAL).unref()
  return () => {
    clearTimeout(first)
    clearInterval(repeated)
  }
}

type Deletion = (db: Pool, now: Date) => Promise<unknown>

const DELETIONS: Deletion[] = [
  deleteOldChanges,
  deleteExpiredKeys,
  deleteExpiredSessions,
  deleteOldDevices,
  deleteOldFailures,
  deleteOldRequests,
  (db, now) => deleteExpiredRegistrations(db, now, pseudonymizeRegistration),
  deleteOldLinks,
  deleteOldMails,
  deleteOldNotifications,
  deleteExpiredPushes,
  deleteEmptySums,
  completeDueErasures,
  deleteOldSecurityEvents,
  deleteOldImports,
  deleteUnusedImages,
]

/** Deletes expired rows of every kind. A failed deletion is logged and does not prevent the others. */
export async function deleteExpired(db: Pool, now: Date, log: Pick<FastifyBaseLogger, 'error'>) {
  for (const deletion of DELETIONS) await deletion(db, now).catch((error: unknown) => log.error(error))
}
