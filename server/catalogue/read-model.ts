import { setImmediate } from 'node:timers/promises'
import { Product } from '#contract/catalogue.ts'
import type { Changed, ChangeLog } from '../db/change-log.ts'
import { shareNextRun } from '../db/share-next-run.ts'
import type { Database } from '../db/tables.ts'
import type { Pool } from '../db/transaction.ts'
import { serializeReply } from '../http/encoder.ts'
import { type HeldProduct, HeldProducts } from './held-products.ts'
import { type RowOnSale, readPageOnSale, readSomeOnSale } from './lists.ts'

/** Rows per query: few enough that other requests do not wait long. If more have changed, everything is reloaded. */
const PAGE = 1000

const UTF8 = new TextEncoder()

const READERS = { page: readPageOnSale, some: readSomeOnSale }

type Options = {
  isStrict: boolean
  /** Receives the error if the products could not be loaded; the next request tries again. */
  onError?: (error: unknown) => void
}

/**
 * The products on sale, serialized for customers and held in the memory of each process. It follows the change log,
 * which is read when the session of a request is checked, so it is never older than the request. Prices and stock of
 * orders are checked in the database, never here.
 */
export class CatalogueModel {
  readonly #db: Pool
  readonly #options: Options
  readonly #readers: typeof READERS
  #held: HeldProducts | undefined
  /** The products whose rows must be read again. */
  #stale = new Set<string>()
  #isLoading = false
  /** The last load that `current` began: false if it fails; it never rejects. */
  #loading: Promise<boolean> | undefined
  /** Counts the changes that affect everything; each makes a running load useless. */
  #resets = 0
  #refreshing: Promise<void> | undefined

  constructor(db: Pool, changes: Pick<ChangeLog, 'onChange'>, options: Options, readers: typeof READERS = READERS) {
    this.#db = db
    this.#options = options
    this.#readers = readers
    changes.onChange(({ products }) => this.#note(products))
  }

  /**
   * The products as of the request, or undefined while they are being loaded: then the caller reads the database, or
   * waits (`loaded`). Rejects if changed products cannot be read.
   */
  async current(): Promise<HeldProducts | undefined> {
    if (this.#stale.size > PAGE) this.#note('all')
    if (!this.#held) {
      if (!this.#isLoading)
        this.#loading = this.load().then(
          () => true,
          error => {
            this.#options.onError?.(error)
            return false
          },
        )
      return undefined
    }
    if (this.#stale.size) await this.#refresh()
    else if (this.#refreshing) await this.#refreshing
    return this.#held
  }

  /**
   * Like `current`, but waits until the products are loaded: for lists, which would cost the database as much for each
   * request as a part of that load, and find exact matches only. Undefined if they cannot be loaded, or have changed again
   * altogether.
   */
  async loaded(): Promise<HeldProducts | undefined> {
    let held = await this.current()
    let hasFailed = false
    // Twice, as the first load ends without products if all of them change during it.
    for (let loads = 0; !held && !hasFailed && loads < 2; loads++) {
      hasFailed = !(await this.#loading)
      held = await this.current()
    }
    return held
  }

  #note(products: Changed) {
    if (products === 'all') {
      this.#held = undefined
      this.#stale.clear()
      this.#resets++
    } else for (const id of products) this.#stale.add(id)
  }

  /** Loads everything, page by page. Products that change during this are noted and read again later. */
  async load() {
    this.#isLoading = true
    const resets = this.#resets
    const held = new HeldProducts()
    const readAll = async (db: Database) => {
      let rows: RowOnSale[] = []
      do {
        rows = await this.#readers.page(db, rows.at(-1), PAGE)
        // One that is renamed during this can be on two pages: what was read last replaces the former.
        held.replace(
          rows.map(({ id }) => id),
          rows.map(row => this.#heldOf(row)),
        )
        await setImmediate()
      } while (rows.length === PAGE && resets === this.#resets)
    }
    try {
      // Over one connection: each page would otherwise wait for one behind the requests that wait for the load.
      await this.#db.connection().execute(readAll)
      if (resets === this.#resets) this.#held = held
    } finally {
      this.#isLoading = false
    }
  }

  readonly #refresh = shareNextRun(async () => {
    const held = this.#held
    // Everything is being reloaded; products that change during this are read again after it.
    if (!held) return
    const ids = [...this.#stale]
    this.#stale.clear()
    this.#refreshing = this.#readers.some(this.#db, ids).then(rows =>
      held.replace(
        ids,
        rows.map(row => this.#heldOf(row)),
      ),
    )
    try {
      await this.#refreshing
    } catch (error) {
      for (const id of ids) this.#stale.add(id)
      throw error
    } finally {
      this.#refreshing = undefined
    }
  })

  #heldOf({ search_text, ...product }: RowOnSale): HeldProduct {
    const { id, name, category } = product
    // A Buffer, which is what is sent, but not of the text: a small one is part of a larger one, which stays in memory.
    const { buffer } = UTF8.encode(serializeReply(Product, product, this.#options))
    const bytes = Buffer.from(buffer)
    return { id, name, category, searchText: search_text, bytes, position: 0 }
  }
}
