import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { type AppOptions, buildApp } from './app.ts'
import { hasAccounts, openAccount } from './auth/accounts.ts'
import { forgetUnusedSessions } from './auth/sessions.ts'
import { connect } from './db/connect.ts'
import { startEmbedded } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import type { Database } from './db/tables.ts'
import { forgetExpiredKeys } from './http/idempotency.ts'
import type { Settings } from './settings.ts'

const EVERY_HOUR = 60 * 60 * 1000

/** Starts everything in order: database, its migrations, the first admin, the server. `stop` ends it in reverse. */
export async function startPortal(settings: Settings, options: Omit<AppOptions, 'log'> = {}) {
  const { db, closeDatabase } = await openDatabase(settings)
  try {
    await migrate(db)
    const newAdmin = await firstAdmin(db, settings)
    const app = await buildApp(db, settings, { ...options, log: true })
    const address = await app.listen({ port: settings.port, host: settings.host })
    const sweeping = setInterval(() => void sweep(db).catch(error => app.log.error(error)), EVERY_HOUR).unref()

    let stopping: Promise<void> | undefined
    const stop = () => {
      stopping ??= (async () => {
        clearInterval(sweeping)
        await app.close()
        await closeDatabase()
      })()
      return stopping
    }
    const stopOnSignals = () => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) {
        process.on(signal, () => {
          app.log.info(`${signal}: finishing what is under way`)
          stop().then(
            () => process.exit(0),
            error => {
              app.log.error(error)
              process.exit(1)
            },
          )
        })
      }
    }
    return { address, app, db, newAdmin, stop, stopOnSignals }
  } catch (error) {
    await closeDatabase()
    throw error
  }
}

/** The server that DATABASE_URL names, or the embedded one in DATA_DIR. */
export async function openDatabase({ databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>) {
  const embedded = databaseUrl ? undefined : await startEmbedded(join(dataDir, 'postgres'))
  const db = connect(embedded ?? { connectionString: databaseUrl! })
  const closeDatabase = async () => {
    await db.destroy()
    await embedded?.stop()
  }
  return { db, closeDatabase }
}

/** Without any admin nobody could begin: makes the one that is set, or one with a password of its own. */
async function firstAdmin(db: Database, settings: Settings) {
  if (await hasAccounts(db, 'admin')) return undefined
  const admin = settings.firstAdmin ?? { username: 'admin', password: randomBytes(9).toString('base64url') }
  await db.transaction().execute(tx => openAccount(tx, { role: 'admin', name: 'Yönetici', ...admin }, new Date()))
  return settings.firstAdmin ? undefined : admin
}

async function sweep(db: Database) {
  const now = new Date()
  await forgetExpiredKeys(db, now)
  await forgetUnusedSessions(db, now)
}
