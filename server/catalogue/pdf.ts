import { istanbulDay } from '#contract/turkish.ts'
import type { Database } from '../db/tables.ts'
import { drawBooklet } from '../documents/booklet.ts'
import type { FileReply } from '../http/files.ts'
import { bookletOf, type Company, type Edition, partsOf, readProducts, versionOf } from './pdf-content.ts'

type Printed = { version: string; pieces: Uint8Array[] }

/** What is kept at most, in bytes; what was printed last is kept whatever its size. */
const MAX_CACHE_BYTES = 96 * 1024 * 1024

/**
 * Prints the catalogue, whole or one category, with prices as they are. What was printed is handed out again until
 * something in it changes or the day is over; one is printed at a time, and who asks for the same gets the same.
 */
export function cataloguePrinter(company: Company) {
  const cache = new Map<string, Printed>()
  const inProgress = new Map<string, Promise<Printed>>()
  let lastPrint: Promise<unknown> = Promise.resolve()

  return async function catalogueFile(
    db: Database,
    now: Date,
    { category, holds }: { category: string | undefined; holds: (version: string) => boolean },
  ): Promise<FileReply> {
    const edition = { category: category || undefined, day: istanbulDay(now) }
    const version = await versionOf(db, company, edition)
    if (holds(version)) return { version }
    const printed = cached(edition, version) ?? (await printOnce(db, edition, version))
    return { ...printed, name: `toptan-katalog-${edition.day}.pdf` }
  }

  function cached({ category = '' }: Edition, version: string): Printed | undefined {
    const printed = cache.get(category)
    if (printed?.version !== version) return undefined
    store(category, printed)
    return printed
  }

  /** The one that was asked for last stands last; from the front they go when there is no room. */
  function store(category: string, printed: Printed) {
    cache.delete(category)
    cache.set(category, printed)
    for (const oldest of cache.keys()) {
      if (cache.size === 1 || sizeOf([...cache.values()]) <= MAX_CACHE_BYTES) return
      cache.delete(oldest)
    }
  }

  /** Goes on when who asked has left: the next one will be glad of it. */
  function printOnce(db: Database, edition: Edition, version: string): Promise<Printed> {
    const pending = inProgress.get(version)
    if (pending) return pending
    // What is there is out of date; two of them at once need not be in memory.
    cache.delete(edition.category ?? '')
    const printed = lastPrint
      .then(() => cached(edition, version) ?? print(db, company, edition))
      .then(done => {
        store(edition.category ?? '', done)
        return done
      })
      .finally(() => inProgress.delete(version))
    inProgress.set(version, printed)
    lastPrint = printed.catch(() => undefined)
    return printed
  }
}

const sizeOf = (all: Printed[]) => all.flatMap(({ pieces }) => pieces).reduce((sum, piece) => sum + piece.length, 0)

async function print(db: Database, company: Company, edition: Edition): Promise<Printed> {
  const { version, products } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async tx => ({
      version: await versionOf(tx, company, edition),
      products: await readProducts(tx, edition),
    }))
  return { version, pieces: await drawBooklet(bookletOf(products, company, edition), partsOf(db, products, edition)) }
}
