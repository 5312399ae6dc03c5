import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import { CopyOut } from '../db/copy.ts'
import { MIN_FREE } from '../db/disk-space.ts'
import { schemaVersion } from '../db/migrate.ts'
import { copy, inSnapshot, type Pool, type Tx } from '../db/transaction.ts'
import { programVersion } from '../http/program-version.ts'
import {
  checkBackup,
  DamagedBackup,
  FORMAT,
  firstLine,
  type Header,
  lastLine,
  type Manifest,
  SECTION_END,
  sectionStart,
  Tally,
} from './format.ts'
import { type TableShape, tablesOf } from './tables.ts'

/** A backup cannot be written or restored; the message is the reason, for the operator. */
export class BackupImpossible extends Error {}

/** A backup that was written, and its size in bytes. */
export type WrittenBackup = { file: string; bytes: number; manifest: Manifest }

type Options = { now: Date; signal?: AbortSignal | undefined; freeSpace?: FreeSpace | undefined }

/** The free bytes of the disk of a folder. */
export type FreeSpace = (folder: string) => Promise<number>

/** The file name of a backup made at that time; it contains the time in UTC. */
export const backupName = (now: Date) => `toptan-${now.toISOString().slice(0, 19).replaceAll(':', '')}Z.sql.gz`

/**
 * Writes the snapshot of a transaction of `runBackupSnapshot` to a new file that only its owner can read, reads it back
 * and checks it. The file gets its name after that, so a file of that name is complete. Throws `BackupImpossible` if
 * the file exists or there is nothing to save.
 */
export async function writeBackup(tx: Tx, file: string, options: Options): Promise<WrittenBackup> {
  const { now, signal } = options
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  if (await exists(file)) throw new BackupImpossible(`${file} exists already. Give the backup another name.`)
  const schema = await schemaVersion(tx)
  if (!schema) throw new BackupImpossible('The database is empty: there is nothing to save.')
  const header: Header = { format: FORMAT, schema, program: programVersion(), created_at: now.toISOString() }
  const draft = draftOf(file)
  try {
    const written = await writeSnapshot(tx, draft, header, options)
    const manifest = await checkBackup(draft, signal)
    if (JSON.stringify(manifest) !== JSON.stringify(written))
      throw new DamagedBackup(`${draft} was read back with another content than was written.`)
    await putInPlace(draft, file)
    return { file, bytes: (await stat(file)).size, manifest }
  } finally {
    await rm(draft, { force: true })
  }
}

/**
 * Runs the work on a snapshot, in a transaction without timeouts; see `inSnapshot`. Its locks prevent migrations from
 * altering the tables, since rows of a rewritten table would be missing in the snapshot.
 */
export async function runBackupSnapshot<T>(db: Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  let cause: unknown
  const tables = (await tablesOf(db)).map(({ name }) => name)
  const run = async (tx: Tx) => {
    // Before anything else: the snapshot is taken by the first statement that needs one, which LOCK does not.
    if (tables.length) await sql.raw(`lock table ${tables.join(', ')} in access share mode`).execute(tx)
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    await sql`set local statement_timeout = 0`.execute(tx)
    return work(tx)
  }
  return inSnapshot(db, tx =>
    run(tx).catch(error => {
      cause = error
      throw error
    }),
  ).catch(error => {
    // If the connection was closed, the rollback also fails, with an error that is less informative than the cause.
    throw cause ?? error
  })
}

/** The ending of the names of unfinished files. */
export const DRAFT = '.unfinished'

/** A name in the same folder for a file that is being written. */
export const draftOf = (file: string) => join(dirname(file), `.${basename(file)}.${randomUUID()}${DRAFT}`)

/** Writes a new file that only its owner can read. */
export const newFile = (path: string) => createWriteStream(path, { flags: 'wx', mode: 0o600 })

/** So many bytes stay free on a disk that may also be the database's. */
export const KEEP_FREE = 4 * MIN_FREE

/** After so many written bytes that is checked. */
const CHECK_EVERY = 1024 * 1024

/**
 * Passes on what is written into a folder. Throws `BackupImpossible` when too little would stay free on its disk: if
 * that is the database's, requests would be refused until the file is deleted.
 */
export const leavingRoom = (folder: string, freeSpace: FreeSpace = freeSpaceOf) =>
  async function* (chunks: AsyncIterable<Buffer>) {
    let unchecked = 0
    for await (const chunk of chunks) {
      unchecked += chunk.length
      if (unchecked >= CHECK_EVERY) {
        unchecked = 0
        if ((await freeSpace(folder)) < KEEP_FREE)
          throw new BackupImpossible(`There is no space left in ${folder} but ${KEEP_FREE / 1024 ** 2} MB.`)
      }
      yield chunk
    }
  }

/** File systems that report no size, as some shares do, count as empty. */
export async function freeSpaceOf(folder: string): Promise<number> {
  const { blocks, bavail, bsize } = await statfs(folder)
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize
}

/** Gives a written file its name, after which it survives a power failure. */
export async function putInPlace(draft: string, file: string) {
  await synced(draft)
  await rename(draft, file)
  await synced(dirname(file))
}

async function synced(path: string) {
  const opened = await open(path)
  try {
    await opened.sync()
  } finally {
    await opened.close()
  }
}

async function writeSnapshot(tx: Tx, draft: string, header: Header, options: Options): Promise<Manifest> {
  const manifest: Manifest = { ...header, tables: {}, sequences: [] }
  // The default level takes 1.4 times as long, for a file that is 1 % smaller.
  const gzip = createGzip({ level: 3 })
  const text = Readable.from(snapshot(tx, header, manifest))
  await pipeline(text, gzip, leavingRoom(dirname(draft), options.freeSpace), newFile(draft), { signal: options.signal })
  return manifest
}

/** The text of the file; reading it fills the manifest. */
async function* snapshot(tx: Tx, header: Header, manifest: Manifest): AsyncGenerator<Buffer | string> {
  // So that the text is the same on every server.
  await sql`set local datestyle = 'ISO, YMD'`.execute(tx)
  await sql`set local timezone = 'UTC'`.execute(tx)
  await sql`set local bytea_output = 'hex'`.execute(tx)
  const tables = await tablesOf(tx)
  yield firstLine(header)
  // For a restore with psql by a superuser. The portal's own restore reads neither this nor the sequences below.
  yield 'SET session_replication_role = replica;\n'
  for (const table of tables) {
    const columns = table.columns.join(', ')
    yield sectionStart(table.name, columns)
    const tally = new Tally()
    let copies = 0
    if (table.name !== CHANGE_LOG) {
      const statement = new CopyOut(`copy ${table.name} (${columns}) to stdout`)
      const copied = copy(tx, statement)
      copied.catch(() => undefined)
      yield* tally.of(statement.data)
      copies = await copied
    }
    const result = tally.result()
    if (result.rows !== copies) throw new DamagedBackup(`PostgreSQL sent ${result.rows} rows of ${copies}.`)
    manifest.tables[table.name] = result
    yield SECTION_END
  }
  manifest.sequences = await sequencesOf(tx, tables)
  for (const { table, column, value } of manifest.sequences)
    yield `\nSELECT setval(pg_get_serial_sequence('${table}', '${column}'), ${value});\n`
  yield lastLine(manifest)
}

/** Its rows refer to transactions of this server, which have no meaning on another. */
const CHANGE_LOG = 'changes'

/** Read after the rows: sequences are not part of a snapshot, and have then passed every value that is in the rows. */
async function sequencesOf(tx: Tx, tables: TableShape[]): Promise<Manifest['sequences']> {
  const sequences: Manifest['sequences'] = []
  for (const { name, generated } of tables)
    for (const column of generated) {
      const { rows } = await sql<{ value: number | null }>`
        select pg_sequence_last_value(pg_get_serial_sequence(${name}, ${column})::regclass) as value`.execute(tx)
      const value = rows[0]?.value
      if (typeof value === 'number') sequences.push({ table: name, column, value })
    }
  return sequences
}

async function exists(file: string) {
  return stat(file).then(
    () => true,
    () => false,
  )
}
