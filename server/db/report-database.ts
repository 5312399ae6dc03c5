import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Address } from './address.ts'
import { connect } from './connect.ts'
import { IDENTITY } from './identity.ts'
import type { Pool } from './transaction.ts'
import { isConnectionError, messageOf } from './unavailable.ts'

/** How long a report waits for the replica to replay what the primary database had committed, in milliseconds. */
const TIMEOUT = 1_000

/** How often the replica is polled during this, and for how long it is not used after a failure, in milliseconds. */
const POLL_INTERVAL = 10
const COOLDOWN = 10_000

/** The largest number of statements of reports that run simultaneously in this process, per database. */
const CONNECTIONS = 2

/** Opens the pools of reports on the database and on its standby, if there is one. */
export function openReportDatabase(address: Address, replicaUrl: string | undefined, log: (message: string) => void) {
  const open = (at: Address, name: string) =>
    connect(at, {
      connections: CONNECTIONS,
      onError: error => log(`A connection of reports to the ${name} broke: ${error.message}`),
    })
  const replica = replicaUrl === undefined ? undefined : open({ connectionString: replicaUrl }, 'replica')
  return new ReportDatabase({ primary: open(address, 'database'), replica, log })
}

type ReportPools = {
  /** A small pool of its own, so that reports wait for each other instead of making other requests wait. */
  primary: Pool
  replica?: Pool | undefined
  log?: (message: string) => void
}

/**
 * The database that reports, exports and PDFs read: the replica, if there is one and it has everything that was
 * committed before, else the primary. So they always show a user's own changes.
 */
export class ReportDatabase {
  readonly #pools: ReportPools
  #unusedUntil = 0
  #isReplicaUsed = true

  constructor(pools: ReportPools) {
    this.#pools = pools
  }

  /** How the connections of reports to the primary database, and to its standby if there is one, are used. */
  get usages() {
    const { primary, replica } = this.#pools
    return { reports: primary.usage, ...(replica && { replica: replica.usage }) }
  }

  /** The pool for reads of several statements, such as the pages of an export. */
  async choose(): Promise<Pool> {
    const { primary, replica } = this.#pools
    if (!replica || performance.now() < this.#unusedUntil) return primary
    try {
      await withinTimeout(isCaughtUp(primary, replica))
      this.#report('Reports are read from the replica again', true)
      return replica
    } catch (error) {
      this.#leaveAlone(error)
      return primary
    }
  }

  /** Runs reading work; runs it again on the primary if the replica fails during it. */
  async read<T>(work: (db: Pool) => Promise<T>): Promise<T> {
    const pool = await this.choose()
    try {
      return await work(pool)
    } catch (error) {
      if (pool === this.#pools.primary || !isFailureOfReplica(error)) throw error
      this.#leaveAlone(error)
      return work(this.#pools.primary)
    }
  }

  async close() {
    await Promise.all([this.#pools.primary.destroy(), this.#pools.replica?.destroy()])
  }

  #leaveAlone(error: unknown) {
    this.#unusedUntil = performance.now() + COOLDOWN
    this.#report(`Reports are read from the primary: ${messageOf(error)}`, false)
  }

  /** Logs a message only when the use of the replica has changed. */
  #report(message: string, isReplicaUsed: boolean) {
    if (isReplicaUsed !== this.#isReplicaUsed) this.#pools.log?.(message)
    this.#isReplicaUsed = isReplicaUsed
  }
}

/** Resolves when the replica has everything that the primary has committed by now. */
async function isCaughtUp(primary: Pool, replica: Pool) {
  const { rows } = await sql<{ lsn: string; system: string }>`
    select pg_current_wal_lsn()::text as lsn, ${IDENTITY} as system`.execute(primary)
  const { lsn, system } = rows[0]!
  for (const end = performance.now() + TIMEOUT; performance.now() < end; await sleep(POLL_INTERVAL)) {
    const { rows: replies } = await sql<{ system: string; is_standby: boolean; has_all: boolean }>`
      select ${IDENTITY} as system, pg_is_in_recovery() as is_standby,
        pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn as has_all`.execute(replica)
    const { system: replicated, is_standby, has_all } = replies[0]!
    if (!is_standby || replicated !== system) throw new Error('DATABASE_REPLICA_URL is not a standby of this database')
    if (has_all) return
  }
  throw tooLate()
}

/** Rejects after `TIMEOUT` unless the work has completed before. */
async function withinTimeout(work: Promise<void>) {
  const over = new AbortController()
  const limit = sleep(TIMEOUT, undefined, over).then(() => {
    throw tooLate()
  })
  try {
    await Promise.race([work, limit])
  } finally {
    over.abort()
    for (const left of [work, limit]) left.catch(() => undefined)
  }
}

const tooLate = () => new Error(`the replica has been behind, or has not responded, for ${TIMEOUT / 1000} s`)

/** PostgreSQL's code for a statement that a standby cancels because it conflicts with what it replays. */
const CONFLICT_WITH_RECOVERY = '40001'

const isFailureOfReplica = (error: unknown) =>
  isConnectionError(error) || (error instanceof Error && 'code' in error && error.code === CONFLICT_WITH_RECOVERY)
