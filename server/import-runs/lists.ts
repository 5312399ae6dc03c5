import { type Selectable, sql } from 'kysely'
import type { ImportRun, ImportState, RefusedRow } from '#contract/import-runs.ts'
import type { Warehouse } from '#contract/products.ts'
import type { ImportRunTable } from '../db/import-tables.ts'
import type { Database } from '../db/tables.ts'
import { keyedList, type List } from '../http/lists.ts'
import { refuse } from '../http/refusal.ts'
import { isStale, STALE_AFTER } from './runs.ts'

type Kind = ImportRunTable['kind']
type Reader = { actor: { id: string }; now: Date }

const COLUMNS = [
  'id',
  'kind',
  'account_id',
  'actor_name',
  'key',
  'warehouse',
  'file_name',
  'started_at',
  'noted_at',
  'finished_at',
  'done',
  'total',
  'created',
  'updated',
  'unchanged',
  'refused',
  'failure',
  'warnings',
  'seen_at',
] as const

/** All imports, the latest first. */
export function listRuns(db: Database, reader: Reader, { kind }: { kind?: Kind | undefined }): List<ImportRun> {
  const runs = db.selectFrom('import_runs').select(COLUMNS)
  return keyedList(kind ? runs.where('kind', '=', kind) : runs, {
    direction: 'desc',
    key: [
      { ref: 'started_at', kind: 'instant', of: row => row.started_at },
      { ref: 'id', kind: 'id', of: row => row.id },
    ],
    item: run => shownTo(reader, run),
  })
}

const MAX_OPEN = 20

/** The latest imports that are running, and the reader's own whose result has not been seen. */
export async function listOpenRuns(db: Database, reader: Reader, { kind }: { kind?: Kind | undefined }) {
  const isRunning = sql<boolean>`finished_at is null and noted_at > ${staleSince(reader.now)}`
  const runs = db
    .selectFrom('import_runs')
    .select(COLUMNS)
    .where(eb => eb.or([isRunning, eb.and([eb('account_id', '=', reader.actor.id), eb('seen_at', 'is', null)])]))
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_OPEN)
  const rows = await (kind ? runs.where('kind', '=', kind) : runs).execute()
  return rows.map(run => shownTo(reader, run))
}

type Row = Pick<Selectable<ImportRunTable>, (typeof COLUMNS)[number]>

function shownTo({ actor, now }: Reader, { account_id, noted_at, seen_at, key, ...run }: Row): ImportRun {
  const is_own = account_id === actor.id
  const state = stateOf({ ...run, noted_at }, now)
  return { ...run, state, is_own, key: is_own ? key : null, is_seen: seen_at !== null }
}

const staleSince = (now: Date) => new Date(now.getTime() - STALE_AFTER).toISOString()

function stateOf(
  { finished_at, failure, noted_at }: { finished_at: string | null; failure: string | null; noted_at: string },
  now: Date,
): ImportState {
  if (finished_at === null) return isStale({ noted_at }, now) ? 'interrupted' : 'running'
  return failure === null ? 'finished' : 'failed'
}

/** How far the reader's running import of this kind is. */
export async function readRunningProgress(db: Database, { actor, now }: Reader, kind: Kind) {
  const running = await db
    .selectFrom('import_runs')
    .select(['done', 'total'])
    .where('kind', '=', kind)
    .where('account_id', '=', actor.id)
    .where('finished_at', 'is', null)
    .where('noted_at', '>', staleSince(now))
    // A time in the future was noted before the clock was set back.
    .where('noted_at', '<', new Date(now.getTime() + STALE_AFTER).toISOString())
    .orderBy('started_at', 'desc')
    .executeTakeFirst()
  return { is_running: running !== undefined, done: running?.done ?? 0, total: running?.total ?? 0 }
}

/** The latest import of the same file into this warehouse that is running or has finished without failing. */
export async function earlierRun(db: Database, file_hash: Buffer, warehouse: Warehouse, now: Date) {
  return db
    .selectFrom('import_runs')
    .select(['actor_name', 'started_at', 'finished_at', 'created', 'updated'])
    .where('kind', '=', 'products')
    .where('file_hash', '=', file_hash)
    .where('warehouse', '=', warehouse)
    .where('failure', 'is', null)
    .where(eb => eb.or([eb('finished_at', 'is not', null), eb('noted_at', '>', staleSince(now))]))
    .orderBy('started_at', 'desc')
    .executeTakeFirst()
}

/** The rows that an import refused, in the order of the file; none of an unknown one. */
export const listRefusedRows = (db: Database, import_id: string): List<RefusedRow> =>
  keyedList(refusedRows(db, import_id), {
    direction: 'asc',
    key: [{ ref: 'row', kind: 'number', of: ({ row }) => row }],
    item: ({ row, name, faults }) => ({ row, name, faults }),
  })

/** The rows that an import refused, with their cells, in the order of the file. */
export const listStoredRows = (db: Database, import_id: string) =>
  keyedList(refusedRows(db, import_id), {
    direction: 'asc',
    key: [{ ref: 'row', kind: 'number', of: ({ row }) => row }],
    item: row => row,
  })

const refusedRows = (db: Database, import_id: string) =>
  db.selectFrom('refused_import_rows').select(['row', 'name', 'cells', 'faults']).where('import_id', '=', import_id)

/** The import's file, warehouse and export mark; refuses with `not_found`. */
export async function requireRun(db: Database, id: string) {
  const run = await db
    .selectFrom('import_runs')
    .select(['file_name', 'warehouse', 'export_mark'])
    .where('id', '=', id)
    .executeTakeFirst()
  return run ?? refuse('not_found')
}
