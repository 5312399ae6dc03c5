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
import { connect } from './db/connect.ts'
import { reachEmbedded, startEmbedded } from './db/embedded.ts'
import { UnusableDirectory } from './db/embedded-account.ts'
import { NoEmbeddedDatabase } from './db/embedded-binaries.ts'
import { migrate } from './db/migrate.ts'
import { type Database, takeTurn } from './db/tables.ts'
import { messageOf } from './db/unavailable.ts'
import { sayingWhat, untilAvailable } from './db/wait-until-available.ts'
import { forgetExpiredKeys } from './http/idempotency.ts'
import { forgetOldMails } from './mail/outbox.ts'
import { startPostman } from './mail/postman.ts'
import { startLive } from './notifications/live.ts'
import { deleteOldNotifications } from './notifications/notifications.ts'
import { postOffice } from './post-office.ts'
import { type Settings, WrongSettings } from './settings.ts'

const EVERY_HOUR = 60 * 60 * 1000

/** How long requests under way may take to finish once the portal is told to stop. */
const GRACE = 8_000

/** Starts everything in order: database, its migrations, the server, the first admin. `stop` ends it in reverse. */
export async function startPortal(settings: Settings, options: Omit<AppOptions, 'log' | 'live'> = {}) {
  const { clock = () => new Date() } = options
  let say = sayPlainly
  const { address: database, db, closeDatabase } = await openDatabase(settings, what => say(what))
  const live = startLive(database)
  let isStarted = false
  try {
    const app = await untilAvailable(database, say, () =>
      buildApp(db, settings, { ...options, live, clock, log: true, isStarted: () => isStarted }),
    )
    say = what => app.log.warn(what)
    const address = await app.listen({ port: settings.port, host: settings.host })
    // Last, so that nothing can fail between making the password and saying it.
    const newAdmin = await untilAvailable(database, say, () => firstAdmin(db, settings))
    isStarted = true
    if (settings.smtpUrl && !settings.publicUrl)
      app.log.warn(`PUBLIC_URL is not set: links in mails lead to ${address}`)
    const postman = startPostman(postOffice(db, settings, { address, clock, log: app.log }))
    const sweeping = setInterval(() => void sweep(db, clock()).catch(error => app.log.error(error)), EVERY_HOUR).unref()

    let stopping: Promise<void> | undefined
    const stop = () => {
      stopping ??= (async () => {
        clearInterval(sweeping)
        const mailed = postman.stop()
        const impatience = setTimeout(() => app.server.closeAllConnections(), GRACE)
        await app.close()
        clearTimeout(impatience)
        await mailed
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
          app.log.info(`${signal}: finishing what is under way`)
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

type Say = (what: string) => void

/** While there is no log yet. */
const sayPlainly: Say = what => void process.stderr.write(`${what}\n`)

/** What to say of an error that whoever starts the portal can mend; undefined of any other. */
export function plainly(error: unknown): string | undefined {
  if (error instanceof NoEmbeddedDatabase) return `${error.message} Set DATABASE_URL to a PostgreSQL server.`
  if ([WrongSettings, UnusableDatabase, UnusableDirectory].some(kind => error instanceof kind)) return messageOf(error)
  const isPortTaken = error instanceof Error && 'syscall' in error && error.syscall === 'listen'
  return isPortTaken ? error.message : undefined
}

/** The server that DATABASE_URL names, or the embedded one in DATA_DIR; brought up to date. */
async function openDatabase({ databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>, say: Say) {
  const dir = join(dataDir, 'postgres')
  const embedded = databaseUrl
    ? undefined
    : await sayingWhat(`Waiting for the embedded database in ${dir} to start`, say, startEmbedded(dir, { say }))
  const address = embedded ?? { connectionString: databaseUrl! }
  const forMigrations = connect(address, { connections: 1, patient: true })
  try {
    await untilAvailable(address, say, () => migrate(forMigrations))
  } catch (error) {
    await embedded?.stop()
    throw embedded ? error : new UnusableDatabase(error)
  } finally {
    await forMigrations.destroy()
  }
  const db = connect(address, { onError: error => say(`A connection to the database broke: ${error.message}`) })
  const closeDatabase = async () => {
    await db.destroy()
    await embedded?.stop()
  }
  return { address, db, closeDatabase }
}

/** The database for a command beside the portal: the one that a running portal has open, else opened for a while. */
export async function reachDatabase(settings: Settings): Promise<{ db: Database; closeDatabase: () => Promise<void> }> {
  const running = settings.databaseUrl ? undefined : await reachEmbedded(join(settings.dataDir, 'postgres'))
  if (!running) return openDatabase(settings, sayPlainly)
  const db = connect(running, { connections: 1 })
  return { db, closeDatabase: () => db.destroy() }
}

/** Why the database of DATABASE_URL cannot be used, in one sentence. */
export class UnusableDatabase extends Error {
  constructor(cause: unknown) {
    super(`The database of DATABASE_URL cannot be used: ${messageOf(cause)}`, { cause })
  }
}

/** Without any admin nobody could begin: makes the one that is set, or one with a password of its own. */
async function firstAdmin(db: Database, settings: Settings) {
  if (await hasAccounts(db, 'admin')) return undefined
  const { username, password } = settings.firstAdmin ?? {
    username: 'admin',
    password: randomBytes(9).toString('base64url'),
  }
  const account = await withPasswordHash({ role: 'admin' as const, name: username, username, password })
  const made = await db.transaction().execute(async tx => {
    // Of two processes that start at once, one makes it.
    await takeTurn(tx, 'toptan: first admin')
    if (await hasAccounts(tx, 'admin')) return false
    const now = new Date()
    const id = await createAccount(tx, account, now)
    const after = { name: username, username }
    await record(tx, { actor: undefined, now }, [{ action: 'created', entity: 'admin', entity_id: id, after }])
    return true
  })
  return made && !settings.firstAdmin ? { username, password } : undefined
}

async function sweep(db: Database, now: Date) {
  await forgetExpiredKeys(db, now)
  await deleteExpiredSessions(db, now)
  await deleteOldFailures(db, now)
  await deleteOldRequests(db, now)
  await deleteOldLinks(db, now)
  await forgetOldMails(db, now)
  await deleteOldNotifications(db, now)
}
