import pLimit from 'p-limit'
import { istanbulDay } from '#contract/turkish.ts'
import { inSnapshot, type Pool } from '../db/transaction.ts'
import { drawBooklet } from '../documents/booklet.ts'
import type { FileReply } from '../http/files.ts'
import { bookletOf, type CatalogueFilter, type Company, partsOf, readProducts, versionOf } from './pdf-content.ts'

type Printed = { version: string; pieces: Uint8Array[] }

/** The size limit of the cache, in bytes; the latest PDF is cached whatever its size. */
const MAX_CACHE_BYTES = 96 * 1024 * 1024

/**
 * Creates the catalogue PDF, whole or one category, at current prices. `hasVersion` is whether the
 * client already has that version; then only the version is returned. A PDF is cached until its content or the day
 * changes; PDFs are drawn one at a time, and concurrent requests for the same catalogue share one.
 */
export function cataloguePrinter(company: Company) {
  const cache = new Map<string, Printed>()
  const inProgress = new Map<string, Promise<Printed>>()
  const oneAtATime = pLimit(1)

  return async function catalogueFile(
    db: Pool,
    now: Date,
    { category, hasVersion }: { category: string | undefined; hasVersion: (version: string) => boolean },
  ): Promise<FileReply> {
    const filter = { category: category || undefined, day: istanbulDay(now) }
    const version = await versionOf(db, company, filter)
    if (hasVersion(version)) return { version }
    const printed = cached(filter, version) ?? (await printOnce(db, filter, version))
    return { ...printed, name: `toptan-katalog-${filter.day}.pdf` }
  }

  function cached({ category = '' }: CatalogueFilter, version: string): Printed | undefined {
    const printed = cache.get(category)
    if (printed?.version !== version) return undefined
    store(category, printed)
    return printed
  }

  /** Stores a PDF as the most recently used one and evicts the least recently used ones beyond the limit. */
  function store(category: string, printed: Printed) {
    cache.delete(category)
    cache.set(category, printed)
    for (const oldest of cache.keys()) {
      if (cache.size === 1 || sizeOf([...cache.values()]) <= MAX_CACHE_BYTES) return
      cache.delete(oldest)
    }
  }

  /** Continues if the client disconnects, as the result is cached for the next request. */
  function printOnce(db: Pool, filter: CatalogueFilter, version: string): Promise<Printed> {
    const pending = inProgress.get(version)
    if (pending) return pending
    // The outdated PDF is evicted first, so that two versions are never in memory simultaneously.
    cache.delete(filter.category ?? '')
    const printed = oneAtATime(async () => {
      const done = cached(filter, version) ?? (await print(db, company, filter))
      store(filter.category ?? '', done)
      return done
    }).finally(() => inProgress.delete(version))
    inProgress.set(version, printed)
    return printed
  }
}

const sizeOf = (all: Printed[]) => all.flatMap(({ pieces }) => pieces).reduce((sum, piece) => sum + piece.length, 0)

async function print(db: Pool, company: Company, filter: CatalogueFilter): Promise<Printed> {
  const { version, products } = await inSnapshot(db, async tx => ({
    version: await versionOf(tx, company, filter),
    products: await readProducts(tx, filter),
  }))
  return { version, pieces: await drawBooklet(bookletOf(products, company, filter), partsOf(db, products, filter)) }
}
