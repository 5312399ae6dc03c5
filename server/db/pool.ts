import { Socket } from 'node:net'
import pg from 'pg'
import { type Address, clientConfig, isPooled } from './address.ts'
import { PreparedStatements } from './batch.ts'
import { Connection } from './connection.ts'
import { PoolUsage } from './pool-usage.ts'
import { watchDatabase } from './probe.ts'
import { DatabaseUnavailable, isConnectionError } from './unavailable.ts'

type PoolOptions = Omit<pg.PoolConfig, 'stream' | 'types' | 'connectionTimeoutMillis'> & {
  typeParser: PreparedStatements['typeParser']
  onError?: ((error: Error) => void) | undefined
  /** How long to wait for a connection, in milliseconds in which this process runs; without a limit if undefined. */
  timeout: number | undefined
}

/**
 * The driver's own timeout, as a multiple of ours. It is for a connection that is never established while others are.
 * It is longer because it runs by the clock and would also end a wait in which only this process did not run.
 */
const DRIVER_TIMEOUT_FACTOR = 4

/** A pool of connections. */
export type ConnectionPool = { connect: () => Promise<Connection>; end: () => Promise<void>; usage: PoolUsage }

/**
 * A pool that survives broken connections and a silent server: waiting work fails with `DatabaseUnavailable`, and a
 * connection in an unknown state is destroyed. Reused with a statement running or a transaction open, it would let the
 * next user commit half of another's work.
 */
export function openPool(address: Address, { onError, typeParser, timeout, ...options }: PoolOptions): ConnectionPool {
  const sockets = new Set<Socket>()
  const clients = new Map<pg.ClientBase, PreparedStatements>()
  const broken = new WeakSet<pg.ClientBase>()
  const pool = new pg.Pool({
    ...clientConfig(address),
    ...options,
    ...(timeout !== undefined && { connectionTimeoutMillis: DRIVER_TIMEOUT_FACTOR * timeout }),
    types: { getTypeParser: typeParser },
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
      return [...clients.keys()].flatMap(client => processOf(client, address) ?? [])
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
    clients.set(client, new PreparedStatements(typeParser))
    client.on('error', () => broken.add(client))
  })
  pool.on('remove', client => clients.delete(client))

  return {
    usage: new PoolUsage(pool),
    async connect() {
      const client = await connectFrom(pool, watch, timeout)
      return new Connection(client, {
        prepared: clients.get(client) ?? new PreparedStatements(typeParser),
        watch: giveUp => watch.begin(processOf(client, address), giveUp),
        prepares: !isPooled(address),
        markBroken: () => broken.add(client),
        isBroken: () => broken.has(client),
      })
    },
    async end() {
      await pool.end()
      watch.close()
    },
  }
}

type Watch = ReturnType<typeof watchDatabase>

/**
 * A client of the pool. Throws `DatabaseUnavailable` if the database is or becomes silent or refuses connections, or
 * after `timeout` milliseconds.
 */
function connectFrom(pool: pg.Pool, watch: Watch, timeout: number | undefined): Promise<pg.PoolClient> {
  return new Promise<pg.PoolClient>((resolve, reject) => {
    if (watch.isSilent) throw new DatabaseUnavailable('The database does not respond')
    let givenUp: 'silent' | 'too long' | undefined
    const giveUp = () => {
      givenUp = watch.isSilent ? 'silent' : 'too long'
      reject(new DatabaseUnavailable(watch.isSilent ? 'The database does not respond' : 'No connection became free'))
    }
    const done = watch.begin(undefined, giveUp, timeout)
    pool.connect().then(
      client => {
        done()
        if (givenUp) client.release(givenUp === 'silent')
        else resolve(client)
      },
      error => {
        done()
        reject(isConnectionError(error) ? new DatabaseUnavailable(error) : error)
      },
    )
  })
}

/** The number of the server's process for this client; undefined behind a pooler, as it changes there. */
function processOf(client: pg.ClientBase, address: Address): number | undefined {
  if (isPooled(address)) return undefined
  return 'processID' in client && typeof client.processID === 'number' ? client.processID : undefined
}
