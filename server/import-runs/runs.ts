import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Call } from '#contract/call.ts'
import { IMPORT_RETENTION_DAYS, type RefusedRow } from '#contract/import-runs.ts'
import type { Warehouse } from '#contract/products.ts'
import type { ImportRunTable } from '../db/import-tables.ts'
import type { Pool, Tx } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { Refusal } from '../http/refusal.ts'
import type { Upload } from '../http/serve-upload.ts'

/** An import whose process has sent no heartbeat for this long, in milliseconds, counts as interrupted. */
export const STALE_AFTER = 60_000

/** How often the process of an import sends a heartbeat, in milliseconds, also while it waits for another import. */
const HEARTBEAT_INTERVAL = 10_000

/** Whether an unfinished import counts as interrupted. */
export const isStale = ({ noted_at }: { noted_at: string }, now: Date) =>
  Date.parse(noted_at) <= now.getTime() - STALE_AFTER

const RETENTION = IMPORT_RETENTION_DAYS * 24 * 60 * 60 * 1000

type NewRun = {
  kind: ImportRunTable['kind']
  actor: Actor<'admin'>
  /** The request's idempotency key. */
  key: string | undefined
  warehouse: Warehouse | null
  file: Upload
}

/** A refused row with its cells, as they are written to a workbook. */
export type StoredRow = RefusedRow & { cells: (string | number | null)[] }

type RunResult = {
  created: number
  updated: number
  unchanged: number
  refused: number
  warnings?: string[]
  /** The refused rows of products. Those of customers are personal data and not stored; the response names them. */
  rows?: StoredRow[]
  /** The document properties by which the portal recognizes its own export. */
  exportMark?: Record<string, string> | undefined
}

/**
 * Stores the start of an import, so that every process can report it. A concurrent request with the same key joins it,
 * and changes nothing of it before `takeOver`. The caller reports progress, stores the result in the import's
 * transaction, and calls `end` when the request has ended.
 */
export async function startRun(pool: Pool, run: NewRun, clock: () => Date) {
  const owner = randomUUID()
  const inserted = await insertRun(pool, run, owner, clock())
  const { id } = inserted
  let { isJoined } = inserted
  // Its failure may have been stored already: the other request ends in its own time.
  const makeOwn = () =>
    pool
      .updateTable('import_runs')
      .set({ owner, finished_at: null, failure: null })
      .where('id', '=', id)
      .where(eb => eb.or([eb('finished_at', 'is', null), eb('failure', 'is not', null)]))
      .execute()
      .then(ignore, ignore)
  let taking = inserted.isInterrupted ? makeOwn() : undefined
  const unfinished = () => pool.updateTable('import_runs').where('id', '=', id).where('finished_at', 'is', null)
  // Failing to store the progress must not stop the import.
  const store = async (progress: Partial<Progress>) => {
    // Until it has been taken over, an import that failed or was interrupted is not unfinished.
    await taking
    await unfinished()
      .set({ ...progress, noted_at: clock() })
      .execute()
      .then(ignore, ignore)
  }
  const heartbeat = setInterval(() => void store({}), HEARTBEAT_INTERVAL).unref()
  const storeLatest = latestOnly(store)
  return {
    /** Stores how many rows are done. Does not wait: another connection may be needed, and this one holds locks. */
    report: (done: number, total: number) => {
      if (!isJoined) storeLatest(done, total)
    },
    /**
     * Makes a joined import the caller's own; for the transaction that holds the key, as the other request has ended.
     * Does not wait, as `report`.
     */
    takeOver: () => {
      if (!isJoined) return
      isJoined = false
      taking = makeOwn()
    },
    /** Stores the result in the transaction of the import. */
    finish: (tx: Tx, result: RunResult) => finishRun(tx, id, result, clock()),
    /**
     * Stores why it failed, unless another request has taken it over. A repetition that got the stored reply leaves no
     * import of its own.
     */
    async end(call: Call, error: unknown) {
      clearInterval(heartbeat)
      if (isJoined) return
      await taking
      const failure = error instanceof Refusal ? error.message : call.failure
      const ended = error
        ? unfinished().where('owner', '=', owner).set({ finished_at: clock(), failure }).execute()
        : pool
            .deleteFrom('import_runs')
            .where('id', '=', id)
            .where('owner', '=', owner)
            .where('finished_at', 'is', null)
            .execute()
      // Without the database the import counts as interrupted after a minute.
      await ended.then(ignore, ignore)
    },
  }
}

const ignore = () => undefined

type Progress = { done: number; total: number }

/** The least time between two updates of the stored progress, in milliseconds. */
const PROGRESS_INTERVAL = 100

/** Stores one progress at a time; of those reported while it is being stored, only the latest. */
function latestOnly(store: (progress: Progress) => Promise<unknown>) {
  let waiting: Progress | undefined
  let isStoring = false
  return (done: number, total: number) => {
    waiting = { done, total }
    if (isStoring) return
    isStoring = true
    void (async () => {
      while (waiting) {
        const latest = waiting
        waiting = undefined
        await store(latest)
        await sleep(PROGRESS_INTERVAL, undefined, { ref: false })
      }
      isStoring = false
    })()
  }
}

/**
 * Inserts the import unless one with this key is unfinished; resolves to the id of either, and whether it is another
 * request's: `isJoined` if that is running, else `isInterrupted`.
 */
async function insertRun(pool: Pool, { kind, actor, key, warehouse, file }: NewRun, owner: string, now: Date) {
  const own = randomUUID()
  const { id, noted_before } = await pool
    .insertInto('import_runs')
    .values({
      id: own,
      kind,
      account_id: actor.id,
      actor_name: actor.name,
      key: key ?? null,
      owner,
      warehouse,
      file_name: cleanFileName(file.name),
      file_hash: hashOf(file),
      started_at: now,
      noted_at: now,
    })
    .onConflict(on =>
      on
        .columns(['account_id', 'key'])
        .where('finished_at', 'is', null)
        // Not `do nothing`, which would return no row.
        .doUpdateSet({ noted_at: now }),
    )
    .returning('id')
    // As it was before this statement; null if it was not stored yet when the statement began.
    .returning(eb =>
      eb
        .selectFrom('import_runs as before')
        .select('before.noted_at')
        .whereRef('before.id', '=', 'import_runs.id')
        .as('noted_before'),
    )
    .executeTakeFirstOrThrow()
  const isRunning = noted_before === null || !isStale({ noted_at: noted_before }, now)
  return { id, isJoined: id !== own && isRunning, isInterrupted: id !== own && !isRunning }
}

async function finishRun(
  tx: Tx,
  id: string,
  { rows = [], warnings = [], exportMark, ...counts }: RunResult,
  now: Date,
) {
  const total = counts.created + counts.updated + counts.unchanged + counts.refused
  await tx
    .updateTable('import_runs')
    .set({
      ...counts,
      finished_at: now,
      // The request that began it may have failed and recorded that.
      failure: null,
      total,
      done: total,
      warnings: storableJson(warnings),
      export_mark: exportMark ? JSON.stringify(exportMark) : null,
    })
    .where('id', '=', id)
    .execute()
  await insertRefusedRows(tx, id, rows)
}

/** The name that the client gave to a file, without control characters and not too long. */
export const cleanFileName = (name: string) => name.replace(/\p{Cc}/gu, '').slice(0, 200)

/** The hash that identifies a file's content. */
export const hashOf = ({ bytes }: Upload) => createHash('sha256').update(bytes).digest()

/** Rows per statement, so that building one does not block the event loop for long. */
const BATCH_SIZE = 500

async function insertRefusedRows(tx: Tx, import_id: string, rows: StoredRow[]) {
  for (let i = 0; i < rows.length; i += BATCH_SIZE) {
    const batch = rows.slice(i, i + BATCH_SIZE).map(row => ({ import_id, ...row }))
    await sql`
      insert into refused_import_rows (import_id, row, name, cells, faults)
      select import_id, row, name, cells, faults
      from jsonb_populate_recordset(null::refused_import_rows, ${storableJson(batch)}::jsonb)`.execute(tx)
  }
}

/**
 * JSON without characters that PostgreSQL cannot store: NUL, and half of a surrogate pair, with which a shortened text
 * may end.
 */
const storableJson = (value: unknown) =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? part.replace(/[\0\p{Cs}]/gu, '') : part))

/** Deletes imports and their refused rows after 180 days. */
export async function deleteOldImports(pool: Pool, now: Date) {
  const oldest = new Date(now.getTime() - RETENTION).toISOString()
  await pool.deleteFrom('import_runs').where('started_at', '<', oldest).execute()
}
