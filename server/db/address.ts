import type pg from 'pg'

/** Where a database is: what DATABASE_URL says, or the Unix socket of the embedded server. */
export type Address = { connectionString: string } | { host: string; user: string; database: string }

/**
 * How a client reaches the database. The PG* variables of the environment complete DATABASE_URL, as they do for every
 * PostgreSQL client; of the embedded server they say nothing, so nothing is left for them to fill in.
 */
export function clientConfig(address: Address): pg.ClientConfig {
  if ('connectionString' in address) return { options: NOTICE_DEAD_CLIENTS, ...address }
  const { host, user, database } = address
  return {
    host,
    user,
    database,
    port: 5432,
    // Not asked for by this server. An empty one would be looked up in PGPASSWORD.
    password: 'none',
    ssl: false,
    sslnegotiation: 'postgres',
    client_encoding: 'UTF8',
    // Not empty, or PGOPTIONS would be taken.
    options: '-c timezone=UTC',
  }
}

// A server that hears nothing of a client ends its session, and with it the locks that its transaction holds.
const NOTICE_DEAD_CLIENTS = '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3'
