import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import { type Address, isPooled } from './address.ts'
import { Connection } from './connection.ts'
import { type ConnectionPool, openPool } from './pool.ts'
import { Pool } from './transaction.ts'

const { builtins, getTypeParser } = pg.types
const PARSERS: Record<number, (text: string) => unknown> = {
  [builtins.INT8]: Number,
  [builtins.NUMERIC]: Number,
  [builtins.DATE]: text => text,
  [builtins.TIMESTAMPTZ]: text => new Date(text).toISOString(),
}

type ConnectOptions = {
  connections?: number
  /** Without timeouts, for work that no request waits for (migrations). */
  unlimited?: boolean
  /** How long to wait for a connection, in milliseconds in which this process runs. */
  timeout?: number
  onError?: (error: Error) => void
}

/** Creates the pool of a database. Whole numbers, days and instants are parsed to the types of the contract. */
export function connect(address: Address, options: ConnectOptions = {}) {
  return poolOver(createPools(address, options))
}

/** A pool for all work, and one of a single connection for short statements that every request waits for. */
export type Pools = { main: ConnectionPool; reserved?: ConnectionPool }

/** Creates the pools of a database; their connections are opened when they are needed. */
export function createPools(
  address: Address,
  { connections = 16, unlimited = false, timeout = TIMEOUT, onError }: ConnectOptions = {},
): Pools {
  const poolOf = (max: number) =>
    openPool(address, {
      max,
      application_name: 'toptan',
      typeParser: (type, format) => PARSERS[type] ?? getTypeParser(type, format),
      onError,
      timeout: unlimited ? undefined : timeout,
      ...(!unlimited && !isPooled(address) && TIMEOUTS),
    })
  return { main: poolOf(connections), ...(connections > 1 && { reserved: poolOf(1) }) }
}

/** The `Pool` that uses these pools and ends them when it is destroyed. */
export function poolOver({ main, reserved }: Pools): Pool {
  const over = (connections: ConnectionPool, reserved?: Pool) =>
    new Pool({ dialect: dialectOf(connections) }, { reserved, usage: connections.usage })
  return over(main, reserved && over(reserved))
}

function dialectOf(pool: ConnectionPool): Dialect {
  return {
    createDriver: () => driverOf(pool),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: db => new PostgresIntrospector(db),
  }
}

function driverOf(pool: ConnectionPool): Driver {
  return {
    init: async () => undefined,
    acquireConnection: () => pool.connect(),
    beginTransaction: async (connection, settings) => ours(connection).begin(beginningOf(settings)),
    commitTransaction: connection => ours(connection).commit(),
    rollbackTransaction: connection => ours(connection).rollback(),
    releaseConnection: async connection => ours(connection).release(),
    destroy: () => pool.end(),
  }
}

function beginningOf({ isolationLevel, accessMode }: TransactionSettings) {
  return ['begin', ...(isolationLevel ? [`isolation level ${isolationLevel}`] : []), accessMode ?? ''].join(' ').trim()
}

function ours(connection: DatabaseConnection): Connection {
  if (connection instanceof Connection) return connection
  throw new Error('a connection of another pool')
}

/** In milliseconds. Together with the time that `probe.ts` needs to detect a silent database, less than 15 seconds. */
const TIMEOUT = 8_000

/**
 * In milliseconds. A request that waits longer is refused with `not_ready`, and its connection serves others. Behind a
 * pooler, they must be set for the pooler's connections.
 */
const TIMEOUTS = {
  lock_timeout: 15_000,
  statement_timeout: 60_000,
  idle_in_transaction_session_timeout: 60_000,
}

/** Logs a warning if the pooler's connections have no timeouts, so that a statement could wait for a lock forever. */
export async function checkPoolerTimeouts(db: Pool, log: (message: string) => void) {
  const names = Object.keys(TIMEOUTS)
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings where name = any(${names}::text[]) and setting = '0'`.execute(db)
  const missing = rows.map(({ name }) => name)
  if (missing.length) log(`The pooler of DATABASE_URL does not set ${missing.join(', ')}: see docs/operating.md`)
}
