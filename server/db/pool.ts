import { Socket } from 'node:net'
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { type Address, clientConfig } from './address.ts'
import { statementName } from './prepared-statements.ts'
import { watchDatabase } from './probe.ts'
import { DatabaseUnavailable, isConnectionError } from './unavailable.ts'

export type PoolOptions = Omit<pg.PoolConfig, 'stream'> & { onError?: ((error: Error) => void) | undefined }

/**
 * A pool that survives broken connections and a silent server: waiting work fails with `DatabaseUnavailable`, and a
 * connection in an unknown state is destroyed. Reused with a statement running or a transaction open, it would let the
 * next user commit half of another's work.
 */
export function openPool(address: Address, { onError, ...options }: PoolOptions): PostgresPool {
  const sockets = new Set<Socket>()
  const clients = new Set<pg.ClientBase>()
  const broken = new WeakSet<pg.ClientBase>()
  const pool = new pg.Pool({
    ...clientConfig(address),
    ...options,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    stream: () => {
      const socket = new Socket()
      sockets.add(socket)
      return socket.once('close', () => sockets.delete(socket))
    },
  })
  const watch = watchDatabase(address, {
    destroyAll() {
      onError?.(new Error('The database does not respond; all connections to it are closed'))
      for (const socket of sockets) socket.destroy()
      return [...clients].flatMap(client => processOf(client) ?? [])
    },
    destroyIdle() {
      for (let count = pool.idleCount; count > 0; count--)
        pool.connect().then(
          client => client.release(true),
          () => undefined,
        )
    },
  })
  // Idle and active connections may fail at any time; an `error` without a listener ends the process.
  pool.on('error', error => onError?.(error))
  pool.on('connect', client => {
    clients.add(client)
    client.on('error', () => broken.add(client))
  })
  pool.on('remove', client => clients.delete(client))

  return {
    connect: async () => guarded(await connectFrom(pool, watch), watch, broken),
    async end() {
      await pool.end()
      watch.close()
    },
  }
}

type NamedQueries = {
  query: <R>(query: { name: string; text: string; values: readonly unknown[] }) => Promise<PostgresQueryResult<R>>
}

type Watch = ReturnType<typeof watchDatabase>

/** A client of the pool. Throws `DatabaseUnavailable` if the database is or becomes silent, or refuses connections. */
function connectFrom(pool: pg.Pool, watch: Watch): Promise<pg.PoolClient> {
  return new Promise<pg.PoolClient>((resolve, reject) => {
    if (watch.isSilent) throw new DatabaseUnavailable('The database does not respond')
    let isLate = false
    const done = watch.begin(undefined, () => {
      isLate = true
      reject(new DatabaseUnavailable('The database does not respond'))
    })
    pool.connect().then(
      client => {
        done()
        if (isLate) client.release(true)
        else resolve(client)
      },
      error => {
        done()
        reject(isConnectionError(error) ? new DatabaseUnavailable(error) : error)
      },
    )
  })
}

/** A client whose queries are watched; it is destroyed on release if its connection is in an unknown state. */
function guarded(client: pg.PoolClient, watch: Watch, broken: WeakSet<pg.ClientBase>): PostgresPoolClient {
  const plain: PostgresPoolClient & NamedQueries = client
  const guardedQuery = async <R>(sql: string, parameters: readonly unknown[]) => {
    const over = watch.begin(processOf(client), () => {
      broken.add(client)
      // While a statement runs, this destroys the socket, whatever the server does.
      void client.end()
    })
    try {
      // Without parameters a text may hold several statements, which cannot be prepared.
      const name = parameters.length ? statementName(sql) : undefined
      return await (name ? plain.query<R>({ name, text: sql, values: parameters }) : plain.query<R>(sql, parameters))
    } catch (error) {
      if (!isConnectionError(error)) throw error
      broken.add(client)
      throw new DatabaseUnavailable(error)
    } finally {
      over()
    }
  }
  function query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
  function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
  function query<R>(statement: string | PostgresCursor<R>, parameters: readonly unknown[] = []) {
    return typeof statement === 'string' ? guardedQuery<R>(statement, parameters) : plain.query(statement)
  }
  return {
    query,
    release: () => client.release(broken.has(client) || client.getTransactionStatus() !== 'I'),
  }
}

/** The number of the server's process for this client. */
function processOf(client: pg.ClientBase): number | undefined {
  return 'processID' in client && typeof client.processID === 'number' ? client.processID : undefined
}
