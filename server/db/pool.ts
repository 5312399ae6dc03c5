import { Socket } from 'node:net'
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import pg from 'pg'
import { type Address, clientConfig } from './address.ts'
import { watchDatabase } from './probe.ts'
import { DatabaseUnavailable, isConnectionError } from './unavailable.ts'

export type PoolOptions = Omit<pg.PoolConfig, 'stream'> & { onError?: ((error: Error) => void) | undefined }

/**
 * A pool whose connections may break at any moment, and whose server may fall silent. What waits then fails with
 * `DatabaseUnavailable`, and a connection whose state is not known for sure is destroyed: given back with a statement
 * under way or a transaction open, the next one to use it would commit half of what somebody else did.
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
    giveUpAll() {
      onError?.(new Error('The database does not answer; all connections to it are given up'))
      for (const socket of sockets) socket.destroy()
      return [...clients].flatMap(client => processOf(client) ?? [])
    },
    giveUpIdle() {
      for (let count = pool.idleCount; count > 0; count--)
        pool.connect().then(
          client => client.release(true),
          () => undefined,
        )
    },
  })
  // An idle connection that ends, and one that ends while it is in use: an `error` without a listener ends the process.
  pool.on('error', error => onError?.(error))
  pool.on('connect', client => {
    clients.add(client)
    client.on('error', () => broken.add(client))
  })
  pool.on('remove', client => clients.delete(client))

  const fromPool = () =>
    new Promise<pg.PoolClient>((resolve, reject) => {
      if (watch.isSilent) throw new DatabaseUnavailable('The database does not answer')
      let isLate = false
      const over = watch.begin(undefined, () => {
        isLate = true
        reject(new DatabaseUnavailable('The database does not answer'))
      })
      pool.connect().then(
        client => {
          over()
          if (isLate) client.release(true)
          else resolve(client)
        },
        error => {
          over()
          reject(isConnectionError(error) ? new DatabaseUnavailable(error) : error)
        },
      )
    })

  const guarded = (client: pg.PoolClient): PostgresPoolClient => {
    const plain: PostgresPoolClient = client
    const answered = async <R>(sql: string, parameters: readonly unknown[]) => {
      const over = watch.begin(processOf(client), () => {
        broken.add(client)
        // With a statement under way this destroys the socket, whatever the other side does.
        void client.end()
      })
      try {
        return await plain.query<R>(sql, parameters)
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
    function query<R>(asked: string | PostgresCursor<R>, parameters: readonly unknown[] = []) {
      return typeof asked === 'string' ? answered<R>(asked, parameters) : plain.query(asked)
    }
    return {
      query,
      release: () => client.release(broken.has(client) || client.getTransactionStatus() !== 'I'),
    }
  }

  return {
    connect: async () => guarded(await fromPool()),
    async end() {
      await pool.end()
      watch.close()
    },
  }
}

/** The server's process for this client. */
function processOf(client: pg.ClientBase): number | undefined {
  return 'processID' in client && typeof client.processID === 'number' ? client.processID : undefined
}
