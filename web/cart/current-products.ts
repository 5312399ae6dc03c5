import { isOffline } from '../api.ts'
import { isOnline } from '../pwa/connectivity.ts'
import type { Products } from './cart-changes.ts'
import { fetchCurrentProducts } from './cart-check.ts'

/** Products as they are sold now; `storedAt`: by the catalogue stored at this time (ms since 1970). */
export type CurrentProducts = { products: Products; storedAt?: number }

/**
 * Those of the products that are on sale: by the server's prices and stock, or without a network by the catalogue
 * stored in this browser. Rejects with the error of the request if there is none.
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
