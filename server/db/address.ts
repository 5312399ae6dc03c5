import type pg from 'pg'

/**
 * The address of a database: DATABASE_URL, or the Unix socket of the embedded server. Behind a pooler that gives each
 * transaction another session, nothing that belongs to a session can be used: parameters of the connection, prepared
 * statements, the number of the server's process.
 */
export type Address = { connectionString: string; isPooled?: boolean } | EmbeddedAddress

/** The directory of the Unix socket of the embedded server, the role to act as, and the database. */
export type EmbeddedAddress = { host: string; user: string; database: string }

/** Whether a pooler gives each transaction another session. */
export const isPooled = (address: Address) => 'connectionString' in address && address.isPooled === true

/**
 * The client's connection settings. The PG* environment variables complete DATABASE_URL, as for every PostgreSQL
 * client; for the embedded server every setting is given, so that none of them applies.
 */
export function clientConfig(address: Address): pg.ClientConfig {
  if ('connectionString' in address) {
    const { connectionString } = address
    return isPooled(address) ? { connectionString } : { options: KEEPALIVE_OPTIONS, connectionString }
  }
  const { host, user, database } = address
  return {
    host,
    user,
    database,
    port: 5432,
    // The embedded server does not check it, but an empty password would be replaced by PGPASSWORD.
    password: 'none',
    ssl: false,
    sslnegotiation: 'postgres',
    client_encoding: 'UTF8',
    // Set, so that PGOPTIONS is ignored.
    options: '-c timezone=UTC',
  }
}

// The server ends the session of a dead client, which releases the locks of its transaction.
const KEEPALIVE_OPTIONS = '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3'
