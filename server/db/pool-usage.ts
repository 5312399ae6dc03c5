import { performance } from 'node:perf_hooks'
import type pg from 'pg'

/** The longest time, in milliseconds, that a held connection counts, so that one import does not look like a queue. */
const MAX_HOLD = 1_000

/** The weight of the latest of the times for which connections were held. */
const WEIGHT = 0.05

/** How a pool of connections is used. */
export class PoolUsage {
  readonly #pool: pg.Pool
  readonly #acquiredAt = new WeakMap<pg.ClientBase, number>()
  #hold = 0

  constructor(pool: pg.Pool) {
    this.#pool = pool
    pool.on('acquire', client => void this.#acquiredAt.set(client, performance.now()))
    pool.on('release', (_, client) => {
      const since = this.#acquiredAt.get(client)
      if (since === undefined) return
      const held = Math.min(MAX_HOLD, performance.now() - since)
      this.#hold += (held - this.#hold) * WEIGHT
    })
  }

  /** The largest number of connections. */
  get max() {
    return this.#pool.options.max
  }

  /** The number of open connections. */
  get size() {
    return this.#pool.totalCount
  }

  get idle() {
    return this.#pool.idleCount
  }

  /** How many requests wait for a connection. */
  get waiting() {
    return this.#pool.waitingCount
  }

  /**
   * How long the next request will wait for a connection, in milliseconds, estimated by how long connections were held
   * lately. 0 while the queue is no longer than the pool, as in a short burst.
   */
  get expectedWait() {
    const { waiting, max } = this
    return waiting <= max ? 0 : (waiting * this.#hold) / max
  }
}
