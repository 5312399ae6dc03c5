import { readdir, readFile } from 'node:fs/promises'
import { type Migration, type MigrationResultSet, Migrator, sql } from 'kysely'
import type { Database } from './tables.ts'
import { type Pool, runWithAdvisoryLock } from './transaction.ts'
import { isConnectionError, messageOf } from './unavailable.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

/**
 * Migrates the database to the current version, all or nothing. Of several concurrent processes one does it, and the
 * others wait: Kysely's migrator reads the tables before it takes its own lock, and fails if one is dropped between.
 * Returns the names of the migrations applied. Throws `UnusableSchema` if the database has a migration that this
 * program does not know, or if one fails.
 */
export async function migrate(pool: Pool): Promise<string[]> {
  return runWithAdvisoryLock(pool, 'migration', async db => {
    await refuseNewer(db)
    return namesOf(await migrateRepeatedly(db))
  })
}

/** How often migrations are repeated after a deadlock with a request. */
const RETRIES = 5

async function migrateRepeatedly(db: Database): Promise<MigrationResultSet> {
  for (let left = RETRIES; ; left--) {
    const result = await migratorOf(db).migrateToLatest()
    if (left === 0 || !isDeadlock(result.error)) return result
  }
}

const isDeadlock = (error: unknown) => error instanceof Error && 'code' in error && error.code === '40P01'

/** Migrates like `migrate`, but only up to that migration, which must not be older than the database. */
export async function migrateTo(db: Pool, name: string): Promise<string[]> {
  return namesOf(await migratorOf(db).migrateTo(name))
}

/** The schema of the database cannot be used or migrated, with the reason in a sentence for the operator. */
export class UnusableSchema extends Error {}

async function refuseNewer(db: Database) {
  const known = await knownMigrations()
  const unknown = (await appliedMigrations(db)).filter(name => !known.includes(name))
  if (unknown.length)
    throw new UnusableSchema(
      `The database has the schema ${unknown.at(-1)}, which this program does not know; it knows those up to ` +
        `${known.at(-1)}. Nothing was changed. Start the version that migrated it, or a newer one.`,
    )
}

/** Throws `UnusableSchema` unless the database has the schema of this program, for work that does not migrate it. */
export async function requireCurrentSchema(db: Database) {
  await refuseNewer(db)
  const [schema, own] = [await schemaVersion(db), (await knownMigrations()).at(-1)]
  if (schema === own) return
  throw new UnusableSchema(
    `The database ${schema === undefined ? 'is empty' : `has the schema ${schema}`}, and this program needs ${own}. ` +
      'Nothing was changed: only a start of the portal migrates a database, which an older one may still use. Start ' +
      'this version first, or run the command of the version that runs.',
  )
}

const migratorOf = (db: Database) => new Migrator({ db, provider: { getMigrations } })

function namesOf({ error, results = [] }: MigrationResultSet): string[] {
  const failed = results.find(({ status }) => status === 'Error')
  if (error && (!failed || isConnectionError(error))) throw error
  if (failed)
    throw new UnusableSchema(
      `The migration ${failed.migrationName} failed: ${messageOf(error)}. The database is as it was before.`,
      { cause: error },
    )
  return results.map(({ migrationName }) => migrationName)
}

/** The names of all migrations that this program has, in their order. */
export const knownMigrations = async () => Object.keys(await getMigrations())

/** The last migration of the database; undefined if it has none. */
export async function schemaVersion(db: Database): Promise<string | undefined> {
  return (await appliedMigrations(db)).at(-1)
}

/** The migrations of the database, in their order. */
async function appliedMigrations(db: Database): Promise<string[]> {
  const exists = sql<{ exists: boolean }>`select to_regclass('kysely_migration') is not null as exists`
  if (!(await exists.execute(db)).rows[0]?.exists) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** The names of the tables of a schema: those that the migrations up to this one create. */
export async function migratedTables(schema: string): Promise<Set<string>> {
  const tables = new Set<string>()
  for (const { name, text } of await readMigrations())
    if (name <= schema)
      for (const [, action, table = ''] of text.matchAll(/^\s*(create|drop) table (\w+)/gim))
        if (action?.toLowerCase() === 'create') tables.add(table)
        else tables.delete(table)
  return tables
}

async function getMigrations(): Promise<Record<string, Migration>> {
  const migrations = await readMigrations()
  return Object.fromEntries(
    migrations.map(({ name, text }) => [name, { up: async db => void (await sql.raw(text).execute(db)) }]),
  )
}

async function readMigrations(): Promise<{ name: string; text: string }[]> {
  const files = (await readdir(FOLDER)).filter(name => name.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async file => ({ name: file.replace('.sql', ''), text: await readFile(new URL(file, FOLDER), 'utf8') })),
  )
}
