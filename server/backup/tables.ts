import { sql } from 'kysely'
import { migratedTables, schemaVersion } from '../db/migrate.ts'
import type { Database } from '../db/tables.ts'

/** A table of the schema: its name and columns as quoted for SQL, and the columns that sequences fill. */
export type TableShape = { name: string; columns: string[]; generated: string[] }

/** The migrator's own tables; in a restored database the migrations create them. */
const MIGRATORS = ['kysely_migration', 'kysely_migration_lock']

/**
 * The tables of the schema, in alphabetical order, except those that are not the portal’s and that the role may not read.
 */
export async function tablesOf(db: Database): Promise<TableShape[]> {
  const own = [...(await migratedTables((await schemaVersion(db)) ?? ''))]
  const { rows } = await sql<TableShape>`
    select quote_ident(relname) as name, array_agg(quote_ident(attname) order by attnum) as columns,
      array_remove(array_agg(case when attidentity <> '' then attname::text end), null) as generated
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> all(${MIGRATORS}::text[])
      and (relname = any(${own}::text[]) or has_table_privilege(pg_class.oid, 'select'))
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname order by relname`.execute(db)
  return rows
}
