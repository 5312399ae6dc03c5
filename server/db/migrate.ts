import { readdir, readFile } from 'node:fs/promises'
import { type Migration, type MigrationResultSet, Migrator, sql } from 'kysely'
import type { Database } from './tables.ts'
import type { Pool } from './transaction.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

/**
 * Migrates the database to the current version, all or nothing. Of several concurrent processes one does it, because
 * Kysely's migrator holds an advisory lock meanwhile. Returns the names of the migrations applied.
 */
export async function migrate(db: Pool): Promise<string[]> {
  return namesOf(await migratorOf(db).migrateToLatest())
}

/** Migrates like `migrate`, but only up to that migration, which must not be older than the database. */
export async function migrateTo(db: Pool, name: string): Promise<string[]> {
  return namesOf(await migratorOf(db).migrateTo(name))
}

const migratorOf = (db: Pool) => new Migrator({ db, provider: { getMigrations } })

function namesOf({ error, results = [] }: MigrationResultSet): string[] {
  if (error) throw error
  return results.map(({ migrationName }) => migrationName)
}

/** The names of all migrations that this program has, in their order. */
export const knownMigrations = async () => Object.keys(await getMigrations())

/** The last migration of the database; undefined if it has none. */
export async function schemaVersion(db: Database): Promise<string | undefined> {
  const exists = sql<{ exists: boolean }>`select to_regclass('kysely_migration') is not null as exists`
  if (!(await exists.execute(db)).rows[0]?.exists) return undefined
  const last = sql<{ name: string }>`select name from kysely_migration order by name desc limit 1`
  return (await last.execute(db)).rows[0]?.name
}

async function getMigrations(): Promise<Record<string, Migration>> {
  const names = (await readdir(FOLDER)).filter(name => name.endsWith('.sql')).sort()
  const texts = await Promise.all(names.map(name => readFile(new URL(name, FOLDER), 'utf8')))
  return Object.fromEntries(
    names.map((name, i) => [name.replace('.sql', ''), { up: async db => void (await sql.raw(texts[i]!).execute(db)) }]),
  )
}
