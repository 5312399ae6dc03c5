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
 * changes; PDFs are drawn one at a time, and concurrent requests for the same edition share one.
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
    const edition = { category: category || undefined, day: istanbulDay(now) }
    const version = await versionOf(db, company, edition)
    if (hasVersion(version)) return { version }
    const printed = cached(edition, version) ?? (await printOnce(db, edition, version))
    return { ...printed, name: `toptan-katalog-${edition.day}.pdf` }
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
  function printOnce(db: Pool, edition: CatalogueFilter, version: string): Promise<Printed> {
    const pending = inProgress.get(version)
    if (pending) return pending
    // The outdated PDF is evicted first, so that two versions are never in memory at once.
    cache.delete(edition.category ?? '')
    const printed = oneAtATime(async () => {
      const done = cached(edition, version) ?? (await print(db, company, edition))
      store(edition.category ?? '', done)
      return done
    }).finally(() => inProgress.delete(version))
    inProgress.set(version, printed)
    return printed
  }
}

const sizeOf = (all: Printed[]) => all.flatMap(({ pieces }) => pieces).reduce((sum, piece) => sum + piece.length, 0)

async function print(db: Pool, company: Company, edition: CatalogueFilter): Promise<Printed> {
  const { version, products } = await inSnapshot(db, async tx => ({
    version: await versionOf(tx, company, edition),
    products: await readProducts(tx, edition),
  }))
  return { version, pieces: await drawBooklet(bookletOf(products, company, edition), partsOf(db, products, edition)) }
}
