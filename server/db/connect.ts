import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Address } from './address.ts'
import { openPool } from './pool.ts'
import type { Tables } from './tables.ts'

const { builtins, getTypeParser } = pg.types
const PARSERS: Record<number, (text: string) => unknown> = {
  [builtins.INT8]: Number,
  [builtins.NUMERIC]: Number,
  [builtins.DATE]: text => text,
  [builtins.TIMESTAMPTZ]: text => new Date(text).toISOString(),
}

export type ConnectOptions = {
  connections?: number
  /** Nobody waits for what is done here (migrations): it may take its time. */
  patient?: boolean
  onError?: (error: Error) => void
}

/** Opens a pool of connections. Whole numbers, days and instants come out as the contract has them. */
export function connect(address: Address, { connections = 16, patient = false, onError }: ConnectOptions = {}) {
  const pool = openPool(address, {
    max: connections,
    application_name: 'toptan',
    types: { getTypeParser: (type, format) => PARSERS[type] ?? getTypeParser(type, format) },
    onError,
    ...(!patient && IMPATIENT),
  })
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** Whoever waits longer than this is told that the system is not ready, and makes room for others. */
const IMPATIENT = {
  // With what the watch takes to notice a silent database, together less than 15 seconds.
  connectionTimeoutMillis: 8_000,
  lock_timeout: 15_000,
  statement_timeout: 60_000,
  idle_in_transaction_session_timeout: 60_000,
}
