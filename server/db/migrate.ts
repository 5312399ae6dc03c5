import { readdir, readFile } from 'node:fs/promises'
import { type Migration, Migrator, sql } from 'kysely'
import type { Pool } from './transaction.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

/**
 * Migrates the database to the current version, all or nothing. Of several concurrent processes one does it, because
 * Kysely's migrator holds an advisory lock meanwhile. Returns the names of the migrations applied.
 */
export async function migrate(db: Pool): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations } })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error
  return (results ?? []).map(result => result.migrationName)
}

async function getMigrations(): Promise<Record<string, Migration>> {
  const names = (await readdir(FOLDER)).filter(name => name.endsWith('.sql')).sort()
  const texts = await Promise.all(names.map(name => readFile(new URL(name, FOLDER), 'utf8')))
  return Object.fromEntries(
    names.map((name, i) => [name.replace('.sql', ''), { up: async db => void (await sql.raw(texts[i]!).execute(db)) }]),
  )
}
