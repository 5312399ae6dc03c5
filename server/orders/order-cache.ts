import { Order } from '#contract/orders.ts'
import type { ChangeLog } from '../db/change-log.ts'
import type { Database } from '../db/tables.ts'
import type { Actor } from '../http/context.ts'
import { serializeReply } from '../http/encoder.ts'
import type { EncodedList } from '../http/lists.ts'
import { listOrders, listVersions, type OrderFilter, ordersOf } from './lists.ts'
import type { Sorting } from './sorting.ts'

/** The maximum size of the cache, in bytes. */
const MAX_BYTES = 16 * 1024 * 1024

/** Larger pages are those of exports and offline copies, whose orders are not read again soon. */
const MAX_CACHED_PAGE = 100

type CachedOrder = { version: string; bytes: Uint8Array }

const UTF8 = new TextEncoder()

/**
 * Caches orders as the bytes that lists send. A page reads the ids and versions of its orders. Only orders that are not
 * cached in that version are read with their lines and encoded, which takes most of the time of a page.
 */
export class OrderCache {
  /** The most recently used last. */
  readonly #cached = new Map<string, CachedOrder>()
  readonly #strictness: { isStrict: boolean }
  #size = 0

  constructor({ changes, isStrict }: { changes: Pick<ChangeLog, 'onChange'>; isStrict: boolean }) {
    this.#strictness = { isStrict }
    // Another server, or a restored database, may have given the same version to another state.
    changes.onChange(({ accounts }) => {
      if (accounts !== 'all') return
      this.#cached.clear()
      this.#size = 0
    })
  }

  /** The orders visible to the actor, in the list's order. */
  list(db: Database, actor: Actor, filter: OrderFilter & Sorting = {}): EncodedList {
    return {
      isEncoded: true,
      read: async (after, limit) => {
        if (limit > MAX_CACHED_PAGE) {
          const { rows, last } = await listOrders(db, actor, filter).read(after, limit)
          return { items: rows.map(order => this.#encode(order)), last }
        }
        const { rows, last } = await listVersions(db, actor, filter).read(after, limit)
        const bytes = new Map(rows.map(row => [row.id, this.#find(row)]))
        const missing = rows.filter(({ id }) => !bytes.get(id)).map(({ id }) => id)
        if (missing.length > 0) for (const [id, read] of await this.#read(db, missing)) bytes.set(id, read)
        // An order that was deleted after its id was read is left out.
        const items = [...bytes.values()].filter(one => one !== undefined)
        return { items, last }
      },
    }
  }

  async #read(db: Database, ids: string[]): Promise<[id: string, bytes: Uint8Array][]> {
    const orders = await ordersOf(db, ids)
    return orders.map(({ version, order }) => {
      const bytes = this.#encode(order)
      this.#store(order.id, { version, bytes })
      return [order.id, bytes]
    })
  }

  #encode(order: Order): Uint8Array {
    return UTF8.encode(serializeReply(Order, order, this.#strictness))
  }

  #find({ id, version }: { id: string; version: string }): Uint8Array | undefined {
    const cached = this.#cached.get(id)
    if (cached?.version !== version) return undefined
    this.#cached.delete(id)
    this.#cached.set(id, cached)
    return cached.bytes
  }

  #store(id: string, cached: CachedOrder) {
    this.#drop(id)
    this.#cached.set(id, cached)
    this.#size += cached.bytes.length
    for (const oldest of this.#cached.keys()) {
      if (this.#size <= MAX_BYTES) return
      this.#drop(oldest)
    }
  }

  #drop(id: string) {
    this.#size -= this.#cached.get(id)?.bytes.length ?? 0
    this.#cached.delete(id)
  }
}
