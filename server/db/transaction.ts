import { type Compilable, CompiledQuery, Kysely, type KyselyConfig, sql, type Transaction } from 'kysely'
import type { Call } from '#contract/call.ts'
import { type Check, Connection } from './connection.ts'
import type { Copy } from './copy.ts'
import type { PoolUsage } from './pool-usage.ts'
import type { Database, Tables } from './tables.ts'

type Resources = Call['invalidates']

type PoolOptions = {
  reserved?: Pool | undefined
  usage: PoolUsage
  of?: Pool
  invalidates?: Resources
}

/** A connection pool: every statement is committed on its own. */
export class Pool extends Kysely<Tables> {
  readonly #config: KyselyConfig
  readonly #options: PoolOptions
  readonly #declaring = new WeakMap<Resources, Pool>()
  /** How its connections are used. */
  readonly usage: PoolUsage

  constructor(config: KyselyConfig, options: PoolOptions) {
    super(config)
    this.#config = config
    this.#options = options
    this.usage = options.usage
  }

  /** The same connections for a mutation or a job that invalidates these resources (page 043). */
  invalidating(invalidates: Resources): Pool {
    let declaring = this.#declaring.get(invalidates)
    if (!declaring) {
      declaring = new Pool(this.#config, { ...this.#options, of: this.whole, invalidates })
      this.#declaring.set(invalidates, declaring)
    }
    return declaring
  }

  /** What its transactions invalidate; undefined if nothing has been declared. */
  get invalidates(): Resources | undefined {
    return this.#options.invalidates
  }

  /** The pool without the declaration of `invalidating`. */
  get whole(): Pool {
    return this.#options.of ?? this
  }

  override get isTransaction(): false {
    return false
  }

  /** A connection of its own for short statements that every request waits for, even while all others are in use. */
  get reserved(): Pool {
    return this.#options.reserved ?? this
  }

  override async destroy() {
    await Promise.all([super.destroy(), this.#options.reserved?.destroy()])
  }
}

declare const opened: unique symbol

/** An open transaction of `inTransaction` or `inSnapshot`. One opened by Kysely alone is not accepted. */
export type Tx = Transaction<Tables> & { readonly [opened]: true }

type AfterCommit = (pool: Pool) => void

/** The work to do after the commit of each open transaction, and the pool that it was opened on. */
const openTransactions = new WeakMap<Database, { afterCommit: AfterCommit[]; pool: Pool }>()

/**
 * Runs the work in one transaction: in `db` if that is an open one, else in a new one, which is rolled back if the work
 * fails. Work that is registered with `afterCommit` runs after the commit of the outermost transaction, before the call
 * that opened it resolves. Broken connections are handled in `pool.ts`.
 */
export async function inTransaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (isOpen(db)) return work(db)
  if (db instanceof Pool) return run(db, db.transaction(), work)
  throw new Error('Only a pool or an open transaction of inTransaction can run a transaction')
}

/** Runs reading work on one snapshot of the database, in a new transaction that refuses to write. */
export async function inSnapshot<T>(pool: Pool, work: (tx: Tx) => Promise<T>): Promise<T> {
  return run(pool, pool.transaction().setIsolationLevel('repeatable read').setAccessMode('read only'), work)
}

/**
 * Does the work after the transaction has committed, and not at all after a rollback. Throws if the transaction is not
 * one of `inTransaction` or is over, because the work would be lost.
 */
export function afterCommit(tx: Tx, work: AfterCommit) {
  openTransaction(tx).afterCommit.push(work)
}

/** The resources that the mutation or job of the transaction invalidates; undefined if nothing has been declared. */
export const invalidatedBy = (tx: Tx): Resources | undefined => openTransaction(tx).pool.invalidates

function openTransaction(tx: Tx) {
  const opened = openTransactions.get(tx)
  if (!opened) throw new Error('This needs an open transaction of inTransaction')
  return opened
}

/**
 * Executes a statement whose result is not needed together with the next one of the transaction, at the latest with its
 * commit, to save a round trip. Its errors, and errors of the check, reach the caller of that next statement; the
 * transaction must then be rolled back. If that is the commit, the check comes too late to prevent it: `flush` before.
 */
export async function queueStatement(tx: Tx, query: Statement, check?: Check) {
  await onConnection(tx, async connection => connection.queueStatement(compiled(query), check))
}

/** Executes the statements that wait for the next one; see `queueStatement`. */
export async function flush(tx: Tx) {
  await onConnection(tx, connection => connection.flush())
}

/**
 * Executes statements that do not need each other's results in one round trip, in this order, and returns the rows of
 * each. Every statement sees what was committed when it begins.
 */
export async function executeTogether<A, B, C, D, E>(
  tx: Tx,
  ...queries: [Compilable<A>, Compilable<B>, Compilable<C>, Compilable<D>, Compilable<E>]
): Promise<[A[], B[], C[], D[], E[]]> {
  const rows = await onConnection(tx, connection => connection.executeTogether(queries.map(compiled)))
  const [first = [], second = [], third = [], fourth = [], fifth = []] = rows
  return [first, second, third, fourth, fifth]
}

/** Executes a COPY; resolves to the number of copied rows. */
export async function copy(tx: Tx, statement: Copy): Promise<number> {
  return onConnection(tx, connection => connection.copy(statement))
}

type Statement = Compilable | CompiledQuery

const compiled = (query: Statement): CompiledQuery => ('compile' in query ? query.compile() : query)

/** A statement with a constant text, which costs less than building it. */
export const statementOf = <Row>(text: string, values: unknown[]): Compilable<Row> => ({
  compile: () => CompiledQuery.raw(text, values),
})

function onConnection<T>(tx: Tx, work: (connection: Connection) => Promise<T>): Promise<T> {
  return tx.getExecutor().provideConnection(async connection => {
    if (!(connection instanceof Connection)) throw new Error('not a connection of our pool')
    return work(connection)
  })
}

/** The number of each advisory lock in the database. A lock is held per subject, such as a warehouse. */
const ADVISORY_LOCKS = {
  first_admin: 1,
  login_attempts: 2,
  requested_mail: 3,
  customer_import: 4,
  product_import: 5,
  sales_sums: 6,
  backup: 7,
  open_value: 11,
  cutoff_reminder: 12,
  transfer: 20,
  migration: 21,
  push_subscriptions: 22,
  delivery_capacity: 23,
  delivery_routes: 24,
}

/** How often a connection that holds a lock for hours is used, in milliseconds. */
const LOCK_CHECK_INTERVAL = 60_000

/** Takes an advisory lock until the transaction ends; waits while another transaction holds it for this subject. */
export async function takeAdvisoryLock(tx: Tx, lock: keyof typeof ADVISORY_LOCKS, subject = '') {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS[lock]}::int, hashtext(${subject}))`.execute(tx)
}

/**
 * Takes an advisory lock whose holder may need minutes: waits as long as a statement may take (`statement_timeout`),
 * longer than for other locks (`lock_timeout`).
 */
export async function takeLongHeldLock(tx: Tx, lock: keyof typeof ADVISORY_LOCKS, subject = '') {
  const { rows } = await sql<{ limit: string }>`select current_setting('lock_timeout') as limit`.execute(tx)
  const setLimit = (limit: string) => sql`select set_config('lock_timeout', ${limit}, true)`.execute(tx)
  await setLimit('0')
  await takeAdvisoryLock(tx, lock, subject)
  await setLimit(rows[0]?.limit ?? '0')
}

/** Runs the work on one connection that holds an advisory lock; waits while another connection holds it. */
export async function runWithAdvisoryLock<T>(
  pool: Pool,
  lock: keyof typeof ADVISORY_LOCKS,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  return pool.connection().execute(async db => {
    await sql`select pg_advisory_lock(${ADVISORY_LOCKS[lock]}::int, 0)`.execute(db)
    try {
      return await work(db)
    } finally {
      // A broken connection holds no lock.
      await sql`select pg_advisory_unlock(${ADVISORY_LOCKS[lock]}::int, 0)`.execute(db).catch(() => undefined)
    }
  })
}

/**
 * Takes an advisory lock until the transaction ends, unless another transaction holds it; resolves to whether it did.
 */
export async function tryAdvisoryLock(tx: Tx, lock: keyof typeof ADVISORY_LOCKS): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${ADVISORY_LOCKS[lock]}::int, hashtext('')) as taken`.execute(tx)
  return rows[0]?.taken === true
}

/**
 * Runs the work while one connection of the pool, outside a transaction, holds an advisory lock; does nothing and
 * resolves to undefined if another one holds it. The work uses other connections, and has to end when `lost` is
 * aborted, since the lock is lost then. The connection is used every `interval` milliseconds, so that no proxy closes
 * it as idle.
 */
export async function tryWithAdvisoryLock<T>(
  pool: Pool,
  lock: keyof typeof ADVISORY_LOCKS,
  work: (lost: AbortSignal) => Promise<T>,
  { interval = LOCK_CHECK_INTERVAL } = {},
): Promise<T | undefined> {
  const key = sql`${ADVISORY_LOCKS[lock]}::int, hashtext('')`
  return pool.connection().execute(async db => {
    const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${key}) as taken`.execute(db)
    if (rows[0]?.taken !== true) return undefined
    const lost = new AbortController()
    const check = () => sql`select 1`.execute(db).catch((error: unknown) => lost.abort(error))
    const checking = setInterval(() => void check(), interval)
    try {
      await sql`
        select set_config(name, '0', false) from pg_settings where name = 'idle_session_timeout'`.execute(db)
      return await work(lost.signal)
    } finally {
      clearInterval(checking)
      await sql`select pg_advisory_unlock(${key})`.execute(db).catch(() => undefined)
    }
  })
}

async function run<T>(pool: Pool, builder: ReturnType<Pool['transaction']>, work: (tx: Tx) => Promise<T>): Promise<T> {
  const afterCommitted: AfterCommit[] = []
  const result = await builder.execute(async tx => {
    open(tx, { afterCommit: afterCommitted, pool })
    try {
      return await work(tx)
    } finally {
      openTransactions.delete(tx)
    }
  })
  for (const callback of afterCommitted) callback(pool.whole)
  return result
}

function open(tx: Transaction<Tables>, opened: { afterCommit: AfterCommit[]; pool: Pool }): asserts tx is Tx {
  openTransactions.set(tx, opened)
}

const isOpen = (db: Database): db is Tx => openTransactions.has(db)
