import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type pg from 'pg'
import { Batch, type Outcome, type PreparedStatements, type Statement, statement } from './batch.ts'
import type { Copy } from './copy.ts'
import { statementName } from './prepared-statements.ts'
import { DatabaseUnavailable, isConnectionError } from './unavailable.ts'

type Options = {
  prepared: PreparedStatements
  /** Whether statements may be prepared. */
  prepares: boolean
  /** Registers a wait for the database; call the returned function when it is over. */
  watch: (giveUp: () => void) => () => void
  markBroken: () => void
  isBroken: () => boolean
}

/** Checks the result of a statement; throws if the transaction must not continue. */
export type Check = (result: QueryResult<unknown>) => void

type Pending = Statement & { check?: Check | undefined }

const BEGIN: Pending = { text: 'begin', name: 'begin', values: [] }
const COMMIT: Pending = { text: 'commit', name: 'commit', values: [] }

/**
 * A connection of the pool, from its acquisition to its release. If its state is unknown then, it is destroyed.
 * Statements whose results are not needed immediately wait for the next one and are sent together with it: the BEGIN of
 * a transaction with its first statement, and queued ones at the latest with the commit.
 */
export class Connection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  readonly #options: Options
  #pending: Pending[] = []
  #isBegun = false

  constructor(client: pg.PoolClient, options: Options) {
    this.#client = client
    this.#options = options
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    // Without parameters a text may hold several statements, which only the simple protocol allows.
    if (parameters.length === 0) {
      await this.flush()
      return resultOf(await this.#watched(() => this.#client.query(sql)))
    }
    const outcomes = await this.#send([...this.#pending, statement(sql, statementName(sql), parameters)])
    return resultOf(outcomes.at(-1)!)
  }

  /** Executes a statement of the open transaction together with the next one, whose caller gets the errors of both. */
  queueStatement({ sql, parameters }: CompiledQuery, check?: Check) {
    this.#pending.push({ ...statement(sql, statementName(sql), parameters), check })
  }

  /** Executes statements together, each seeing what those before it have done, and returns their rows. */
  async executeTogether(queries: readonly CompiledQuery[]) {
    const own = queries.map(({ sql, parameters }) => statement(sql, statementName(sql), parameters))
    const outcomes = await this.#send([...this.#pending, ...own])
    return outcomes.slice(-own.length).map(({ rows }) => rows)
  }

  /** Executes the statements that are waiting. */
  async flush() {
    if (this.#pending.length) await this.#send(this.#pending)
  }

  /** Executes a COPY; resolves to the number of copied rows. */
  async copy(statement: Copy): Promise<number> {
    await this.flush()
    return this.#watched(() => {
      this.#client.query(statement)
      return statement.completed
    })
  }

  begin(text: string) {
    this.#isBegun = false
    this.#pending = [text === BEGIN.text ? BEGIN : statement(text, undefined, [])]
  }

  async commit() {
    const isEmpty = !this.#isBegun && this.#pending.length === 1
    if (isEmpty) {
      this.#pending = []
      return
    }
    const outcomes = await this.#send([...this.#pending, COMMIT])
    // PostgreSQL reports success for the COMMIT of a failed transaction, although it has rolled it back.
    if (outcomes.at(-1)?.command === 'ROLLBACK')
      throw new Error('The transaction is rolled back, as its work ignored an error of the database')
  }

  async rollback() {
    this.#pending = []
    if (this.#isBegun) await this.#watched(() => this.#client.query('rollback'))
  }

  release() {
    this.#client.release(this.#options.isBroken() || this.#client.getTransactionStatus() !== 'I')
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('lists are read in pages')
  }

  async #send(batch: Pending[]): Promise<Outcome[]> {
    this.#pending = []
    this.#isBegun = true
    const sent = this.#options.prepares ? batch : batch.map(one => ({ ...one, name: undefined }))
    const { outcomes, error } = await this.#watched(
      () =>
        new Promise<{ outcomes: Outcome[]; error?: Error | undefined }>(resolve => {
          this.#client.query(new Batch(sent, this.#options.prepared, (outcomes, error) => resolve({ outcomes, error })))
        }),
    )
    outcomes.forEach((outcome, i) => batch[i]?.check?.(resultOf(outcome)))
    if (error) throw this.#translated(error)
    return outcomes
  }

  async #watched<T>(work: () => Promise<T>): Promise<T> {
    const over = this.#options.watch(() => {
      this.#options.markBroken()
      // While a statement runs, this destroys the socket, whatever the server does.
      void this.#client.end()
    })
    try {
      return await work()
    } catch (error) {
      throw this.#translated(error)
    } finally {
      over()
    }
  }

  #translated(error: unknown): unknown {
    if (!isConnectionError(error)) return error
    this.#options.markBroken()
    return new DatabaseUnavailable(error)
  }
}

const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

function resultOf({ command, rowCount, rows }: Outcome) {
  return { rows, ...(CHANGES.has(command) && { numAffectedRows: BigInt(rowCount ?? 0) }) }
}
