import type pg from 'pg'
import { deleteFirst, MAX_PREPARED } from './prepared-statements.ts'

/** A statement of a batch. If it has a name, it is prepared under that name once per connection. */
export type Statement = { text: string; name: string | undefined; values: (Buffer | string | null)[] }

/** The result of a statement. */
export type Outcome = Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>

/** Makes a statement of a batch. Throws for a value that cannot be sent. */
export function statement(text: string, name: string | undefined, values: readonly unknown[]): Statement {
  return { text, name, values: values.map(value => sentAs(value)) }
}

type Columns = { name: string; parse: (text: string) => unknown }[]
type TypeParser = pg.CustomTypesConfig['getTypeParser']

/**
 * The statements that a connection has prepared, with the columns of their rows, which are then not described again.
 */
export class PreparedStatements {
  readonly typeParser: TypeParser
  /** In the order of their last use. */
  readonly #columns = new Map<string, Columns>()
  /** Those that the batch in progress prepares and closes. */
  readonly #preparing = new Set<string>()
  readonly #closing = new Set<string>()
  /** Those that a failed batch may or may not have prepared or closed: they are closed before another is prepared. */
  readonly #uncertain = new Set<string>()

  constructor(typeParser: TypeParser) {
    this.typeParser = typeParser
  }

  /** The columns of a statement that is used now; undefined if it must be prepared. */
  use(name: string): Columns | undefined {
    const columns = this.#columns.get(name)
    if (columns) {
      this.#columns.delete(name)
      this.#columns.set(name, columns)
    }
    return columns
  }

  /** Records that a statement is being prepared; returns the names of the statements that must be closed first. */
  preparing(name: string): string[] {
    const closing = [...this.#uncertain]
    this.#uncertain.clear()
    // A statement that occurs twice in one batch.
    if (this.#preparing.has(name)) closing.push(name)
    this.#preparing.add(name)
    const isFull = this.#columns.size + this.#preparing.size > MAX_PREPARED
    const oldest = isFull ? deleteFirst(this.#columns) : undefined
    if (oldest !== undefined) closing.push(oldest)
    for (const one of closing) this.#closing.add(one)
    return closing
  }

  /** Records that a statement is prepared. */
  add(name: string, columns: Columns) {
    this.#columns.set(name, columns)
  }

  /** Notes that a batch has ended. After an error PostgreSQL has skipped the rest of it. */
  end(hasFailed: boolean) {
    if (hasFailed)
      for (const name of [...this.#preparing, ...this.#closing]) {
        this.#columns.delete(name)
        this.#uncertain.add(name)
      }
    this.#preparing.clear()
    this.#closing.clear()
  }
}

const NO_COLUMNS: Columns = []

type OnEnd = (outcomes: Outcome[], error?: Error) => void

/**
 * Statements that are sent with one write and whose replies come together, for `query` of a client: a write and a reply
 * cost more than most statements. `connection.ts` decides which are sent together. If one fails, PostgreSQL skips the
 * following ones. `onEnd` receives the results of the completed ones, and the error.
 */
export class Batch implements pg.Submittable {
  readonly statements: readonly Statement[]
  readonly #prepared: PreparedStatements
  readonly #onEnd: OnEnd
  readonly #outcomes: Outcome[] = []
  /** The columns of each statement that was prepared before. */
  readonly #known: (Columns | undefined)[] = []
  #described = NO_COLUMNS
  #rows: object[] = []

  constructor(statements: readonly Statement[], prepared: PreparedStatements, onEnd: OnEnd) {
    this.statements = statements
    this.#prepared = prepared
    this.#onEnd = onEnd
  }

  submit(connection: pg.Connection) {
    connection.stream.cork()
    for (const one of this.statements) this.#send(connection, one)
    connection.sync()
    connection.stream.uncork()
  }

  #send(connection: pg.Connection, { text, name = '', values }: Statement) {
    const columns = this.#prepared.use(name)
    this.#known.push(columns)
    if (!columns) {
      if (name) for (const old of this.#prepared.preparing(name)) connection.close({ type: 'S', name: old }, true)
      connection.parse({ text, name, types: [] }, true)
    }
    connection.bind({ statement: name, values, valueMapper: asIs }, true)
    if (!columns) connection.describe({ type: 'P', name: '' }, true)
    connection.execute(null, true)
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }) {
    const { typeParser } = this.#prepared
    this.#described = fields.map(({ name, dataTypeID }) => ({ name, parse: typeParser(dataTypeID, 'text') }))
  }

  handleDataRow({ fields }: { fields: (string | null)[] }) {
    const row: Record<string, unknown> = {}
    const columns = this.#known[this.#outcomes.length] ?? this.#described
    columns.forEach(({ name, parse }, i) => {
      const value = fields[i] ?? null
      row[name] = value === null ? null : parse(value)
    })
    this.#rows.push(row)
  }

  handleCommandComplete({ text }: { text: string }) {
    const index = this.#outcomes.length
    const { name } = this.statements[index] ?? {}
    if (name && !this.#known[index]) this.#prepared.add(name, this.#described)
    // `INSERT 0 5`, `SELECT 3` or `BEGIN`.
    const [command = '', ...counts] = text.split(' ')
    this.#outcomes.push({ command, rowCount: Number(counts.at(-1) ?? 0), rows: this.#rows })
    this.#described = NO_COLUMNS
    this.#rows = []
  }

  handleReadyForQuery() {
    this.#prepared.end(false)
    this.#onEnd(this.#outcomes)
  }

  handleError(error: Error) {
    this.#prepared.end(true)
    this.#onEnd(this.#outcomes, error)
  }
}

const asIs = (value: unknown) => value

/** How a value is sent: as text, or the bytes themselves. */
function sentAs(value: unknown): Buffer | string | null {
  if (value === null || value === undefined) return null
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  if (Array.isArray(value)) return `{${value.map(elementAs).join(',')}}`
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'number' || typeof value === 'bigint') return `${value}`
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function elementAs(element: unknown): string {
  if (Array.isArray(element)) return `{${element.map(elementAs).join(',')}}`
  const sent = sentAs(element)
  if (sent === null) return 'NULL'
  const text = Buffer.isBuffer(sent) ? `\\x${sent.toString('hex')}` : sent
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
