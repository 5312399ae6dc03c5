import { CompiledQuery, sql } from 'kysely'
import { shareNextRun } from './share-next-run.ts'
import type { Pool } from './transaction.ts'

/** The ids of the products and accounts that transactions have changed; `all` if they are too many or unknown. */
export type Changes = { products: Changed; accounts: Changed }
export type Changed = ReadonlySet<string> | 'all'

/** How long the database retains the log, and how long a process can rely on it without reading, in milliseconds. */
const RETENTION = 24 * 60 * 60 * 1000
const MAX_GAP = RETENTION / 2

const ALL: Changes = { products: 'all', accounts: 'all' }

/** The largest number of entries that are read one by one; more count as a change of everything. */
const MAX_ENTRIES = 1000

/**
 * The database's snapshot now, and the changes that are visible in it but were not in the given one. This is exact in
 * whatever order transactions commit: one that was running then has an id of at least the xmin of that snapshot. The
 * limit makes the planner use the index, whatever its statistics are. A restored dump may contain ids above the present
 * ones. Snapshots can only be compared if `source` is the same: it differs after a restart, on another server and for
 * another table.
 */
const READ = `
  select pg_current_snapshot()::text as snapshot,
  concat(pg_postmaster_start_time(), ' ', 'changes'::regclass::oid) as source, (
    select json_agg(json_build_array(kind, ids)) from (
      select kind, ids from changes
      where xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xid, $1::pg_snapshot)
        and xid < pg_snapshot_xmax(pg_current_snapshot())
      order by xid limit ${MAX_ENTRIES}
    ) as entries
  ) as changes`

type Row = { snapshot: string; source: string; changes: [kind: keyof Changes, ids: string[] | null][] | null }

/** A snapshot in which everything is visible. */
const AFTER_ALL = '9223372036854775807:9223372036854775807:'

/**
 * Reports to this process what any process has changed, so that it can hold often-read data in memory. Callers call
 * `catchUp` before they read such data; concurrent callers share one query. It does not use NOTIFY, since notifications
 * can be lost and make the transactions that send them commit one after the other.
 */
export class ChangeLog {
  /** Resolves when every change that was committed before the call has been reported. */
  readonly catchUp = shareNextRun(() => this.#read())
  readonly #db: Pool
  readonly #listeners: ((changes: Changes) => void)[] = []
  #snapshot: string | undefined
  #source: string | undefined
  #readAt = { elapsed: 0, date: 0 }

  constructor(db: Pool) {
    this.#db = db.reserved
  }

  /** Reports all changes to the listener, beginning with `all`. */
  onChange(listener: (changes: Changes) => void) {
    this.#listeners.push(listener)
    listener(ALL)
  }

  async #read() {
    // Both clocks, as the one stops while the machine is suspended and the other can be set.
    const now = { elapsed: performance.now(), date: Date.now() }
    const gap = Math.max(now.elapsed - this.#readAt.elapsed, Math.abs(now.date - this.#readAt.date))
    const before = gap < MAX_GAP ? this.#snapshot : undefined
    const { rows } = await this.#db.executeQuery<Row>(CompiledQuery.raw(READ, [before ?? AFTER_ALL]))
    const { snapshot, source, changes } = rows[0]!
    const isKnown = before !== undefined && source === this.#source
    if (!isKnown || changes?.length === MAX_ENTRIES) this.#report(ALL)
    else if (changes) this.#report(summaryOf(changes))
    this.#snapshot = snapshot
    this.#source = source
    this.#readAt = now
  }

  #report(changes: Changes) {
    for (const listener of this.#listeners) listener(changes)
  }
}

function summaryOf(rows: NonNullable<Row['changes']>): Changes {
  const changedIn = (kind: keyof Changes): Changed => {
    const lists = rows.filter(([of]) => of === kind).map(([, ids]) => ids)
    return lists.includes(null) ? 'all' : new Set(lists.flatMap(ids => ids ?? []))
  }
  return { products: changedIn('products'), accounts: changedIn('accounts') }
}

/** Deletes the part of the log that no process relies on any more. */
export async function deleteOldChanges(db: Pool) {
  await sql`delete from changes where created_at < now() - make_interval(secs => ${RETENTION / 1000})`.execute(db)
}
