import { isOffline } from '../api.ts'
import { isOnline } from '../pwa/connectivity.ts'
import type { Products } from './cart-changes.ts'
import { fetchCurrentProducts } from './cart-check.ts'

/** Products on sale by id. `storedAt`: when the catalogue that they come from was stored, in ms since 1970. */
export type CurrentProducts = { products: Products; storedAt?: number }

/**
 * The products of these ids that are on sale, with prices and stock from the server, or offline all products of the
 * catalogue stored in this browser. Rejects with the error of the request if no catalogue is stored.
 */
export async function currentProducts(ids: readonly string[], signal?: AbortSignal): Promise<CurrentProducts> {
  const stored = isOnline() ? undefined : await storedProducts()
  if (stored) return stored
  return fetchCurrentProducts(ids, signal).then(
    products => ({ products }),
    async (error: unknown) => {
      const kept = isOffline(error) ? await storedProducts() : undefined
      if (!kept) throw error
      return kept
    },
  )
}

async function storedProducts(): Promise<CurrentProducts | undefined> {
  const { readOfflineCatalogue } = await import('../catalogue/offline-catalogue.ts')
  const stored = await readOfflineCatalogue()
  if (!stored) return undefined
  const all = stored.catalogue.find({ search: '', category: '' })
  return { products: new Map(all.map(product => [product.id, product])), storedAt: Date.parse(stored.at) }
}
