import { sql } from 'kysely'
import { endRestoredAccess } from '../auth/restored-access.ts'
import { CopyIn } from '../db/copy.ts'
import { knownMigrations, migrate, migratedTables, migrateTo, schemaVersion } from '../db/migrate.ts'
import { copy, inTransaction, type Pool, type Tx } from '../db/transaction.ts'
import { BackupImpossible } from './backup.ts'
import { checkBackup, DamagedBackup, type Manifest, readBackup, Tally } from './format.ts'
import { type TableShape, tablesOf } from './tables.ts'

/** Checks a backup, and that this program can restore it. Throws `DamagedBackup` or `BackupImpossible` if not. */
export async function checkRestorable(file: string): Promise<Manifest> {
  const manifest = await checkBackup(file)
  const known = await knownMigrations()
  if (known.includes(manifest.schema)) return manifest
  throw new BackupImpossible(
    `${file} has the schema ${manifest.schema}, which this program does not know; it knows those up to ` +
      `${known.at(-1)}. Restore it with the version that wrote it (${manifest.program}) or a newer one.`,
  )
}

/**
 * Restores a backup, with the manifest that `checkRestorable` has returned, into a database without data, and migrates
 * that to the version of this program. All rows are loaded in one transaction, so a failure leaves no data behind. The
 * user must own the database, but need not be a superuser. `db` must have no timeouts. Sessions, and links with which
 * accounts are accessed, are not restored. Returns the names of the tables that were left out: those that are not the
 * portal’s and that the database does not have. Throws `BackupImpossible` if there is data, or the schema is newer than
 * that of the backup.
 */
export async function restoreBackup(db: Pool, file: string, manifest: Manifest): Promise<string[]> {
  const current = await schemaVersion(db)
  await refuseData(db, await tablesOf(db))
  if (current !== undefined && current > manifest.schema)
    throw new BackupImpossible(
      `The database has the schema ${current} already, and ${file} the older one ${manifest.schema}. ` +
        'Restore it into a new database.',
    )
  await migrateTo(db, manifest.schema)
  const leftOut = await inTransaction(db, tx => load(tx, file, manifest))
  await migrate(db)
  await sql`analyze`.execute(db)
  return leftOut
}

/** The tables of a backup that are not the portal's, as someone created them in its schema. */
export async function unknownTables({ schema, tables }: Manifest): Promise<string[]> {
  if (!(await knownMigrations()).includes(schema)) return []
  const own = await migratedTables(schema)
  return Object.keys(tables).filter(name => !own.has(name))
}

async function refuseData(db: Pool | Tx, tables: TableShape[]) {
  if (tables.length === 0) return
  const used = tables.map(({ name }) => `select '${name}' as name where exists (select from ${name})`)
  const { rows } = await sql.raw<{ name: string }>(used.join(' union all ')).execute(db)
  const [first] = rows
  if (first)
    throw new BackupImpossible(
      `The database has data already (in ${first.name}), which a restore does not replace. Restore into a new one: stop ` +
        'the portal, then move the folder "postgres" in DATA_DIR away, or name an empty database in DATABASE_URL and, if ' +
        'they are set, in DATABASE_DIRECT_URL and DATABASE_OWNER_URL.',
    )
}

async function load(tx: Tx, file: string, manifest: Manifest): Promise<string[]> {
  const { tables, sequences } = manifest
  const changed = new DamagedBackup(`${file} has changed since it was checked.`)
  await sql`set local datestyle = 'ISO, YMD'`.execute(tx)
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`set local lock_timeout = 0`.execute(tx)
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
  await sql`set local maintenance_work_mem = '256MB'`.execute(tx)
  const shapes = await tablesOf(tx)
  // A portal that is started now waits for these locks; one started earlier may have created its first admin.
  await runAll(tx, [`lock table ${shapes.map(({ name }) => name).join(', ')} in access exclusive mode`])
  await refuseData(tx, shapes)
  const putBack = await withoutIndexesAndTriggers(tx, shapes)
  const leftOut = (await unknownTables(manifest)).filter(table => !shapes.some(({ name }) => name === table))
  const read = await readBackup(file, async ({ table, columns, rows }) => {
    if (leftOut.includes(table)) return drain(rows)
    const shape = shapes.find(({ name }) => name === table)
    const unknown = columns.split(', ').filter(column => !shape?.columns.includes(column))
    if (!shape || unknown.length)
      throw new BackupImpossible(`${file} has ${table} (${unknown.join(', ')}), which its schema does not have.`)
    const tally = new Tally()
    await copy(tx, new CopyIn(`copy ${table} (${columns}) from stdin`, tally.of(rows)))
    if (tally.result().sha256 !== tables[table]?.sha256) throw changed
  })
  if (JSON.stringify(read) !== JSON.stringify(manifest)) throw changed
  await putBack()
  await endRestoredAccess(tx, new Set(shapes.map(({ name }) => name)))
  await setSequences(tx, shapes, sequences)
  return leftOut
}

async function drain(rows: AsyncIterable<Buffer>) {
  for await (const _ of rows);
}

/** The tables whose last ids are in exported workbooks: for an import, rows with later ids came after the export. */
const IN_WORKBOOKS = new Set(['stock_ledger', 'lot_ledger', 'audit_log'])

/** More than the movements of any time between a backup and the loss of its database: of years at any load. */
const GAP = 1_000_000_000

async function setSequences(tx: Tx, shapes: TableShape[], sequences: Manifest['sequences']) {
  for (const { name, generated } of shapes)
    for (const column of generated) {
      const last = sequences.find(one => one.table === name && one.column === column)?.value ?? 0
      // Workbooks that were exported after the backup have ids that are not in it.
      const gap = IN_WORKBOOKS.has(name) ? GAP : 0
      // At least the largest value in the rows, whatever the file contains, so that no value is given twice.
      const next = sql`greatest(${last}::bigint, coalesce(max(${sql.id(column)}), 0)) + ${gap}::bigint`
      await sql`
        select setval(pg_get_serial_sequence(${name}, ${column}), ${next}) from ${sql.raw(name)}
        having ${next} > 0`.execute(tx)
    }
}

/**
 * Removes indexes, keys and triggers, which would slow the loading down or react to it. The returned function creates
 * them again, which checks every key and reference.
 */
async function withoutIndexesAndTriggers(tx: Tx, tables: TableShape[]): Promise<() => Promise<void>> {
  const names = tables.map(({ name }) => name)
  const { rows } = await sql<{ removal: string; creation: string }>`
    select removal, creation from (
      select format('alter table %s drop constraint %I', conrelid::regclass, conname) as removal,
        format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as creation,
        case when contype = 'f' then 3 else 1 end as rank, conname as name
      from pg_constraint where contype in ('p', 'u', 'f') and conrelid = any(${names}::regclass[])
      union all
      select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid), 2, indexrelid::regclass::text
      from pg_index where indrelid = any(${names}::regclass[])
        and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
    ) as parts order by rank, name`.execute(tx)
  await runAll(tx, [
    ...names.map(name => `alter table ${name} disable trigger user`),
    ...rows.toReversed().map(({ removal }) => removal),
  ])
  return () =>
    runAll(tx, [
      ...rows.map(({ creation }) => creation),
      ...names.map(name => `alter table ${name} enable trigger user`),
    ])
}

/** Runs the statements in one round trip. */
const runAll = async (tx: Tx, statements: string[]) => void (await sql.raw(statements.join(';\n')).execute(tx))
