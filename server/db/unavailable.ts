import pg from 'pg'

/**
 * The database cannot be reached, or the connection broke. Whether the last statement took effect is unknown: a COMMIT
 * may have succeeded although its reply was lost.
 */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super(messageOf(cause), { cause })
  }
}

/**
 * Whether the error means that the server is unreachable, refuses connections now, or has ended this one, or that the
 * connection has a statement which was prepared for an earlier schema.
 */
export function isConnectionError(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true
  if (error instanceof pg.DatabaseError) return SERVER_CODES.test(error.code ?? '') || isOutdatedPlan(error)
  if (!(error instanceof Error)) return false
  // All addresses of a host name failed.
  if (error instanceof AggregateError) return error.errors.some(isConnectionError)
  return ('code' in error && SYSTEM_CODES.has(String(error.code))) || CLIENT_MESSAGES.test(error.message)
}

/** Whether the database has no space left to write. */
export const isStorageFull = (error: unknown) => error instanceof Error && 'code' in error && error.code === '53100'

/** Whether a prepared statement is of an earlier schema: it must be prepared again on a new connection. */
const isOutdatedPlan = ({ code, message }: pg.DatabaseError) => code === '0A000' && message.startsWith('cached plan')

/** The message of an error, or its code if it has none. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || String('code' in error ? error.code : error.name)
}

// Connection exceptions; sessions ended by an administrator, a crash or a time-out; too many clients; a server that has
// become a standby and only reads.
const SERVER_CODES = /^(08...|57P0[1-5]|25P0[34]|25006|53300)$/

// Includes those of a Unix socket that no longer exists.
const SYSTEM_CODES = new Set(
  'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOENT ENOTFOUND EAI_AGAIN'.split(' '),
)

// Errors of the client library itself have no code.
const CLIENT_MESSAGES = /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout e)/
