import type { Order } from '#contract/orders.ts'
import { isOffline } from '../api.ts'
import type { Products } from '../cart/cart-changes.ts'
import { fetchCurrentProducts } from '../cart/cart-check.ts'
import { isOnline } from '../pwa/connectivity.ts'
import { type OfferedLine, offeredLines } from './reorder.ts'

/** Products as they are sold now; `storedAt`: by the catalogue stored at this time (ms since 1970). */
export type CurrentProducts = { products: Products; storedAt?: number }

/** An old order as it can be ordered today. */
export type ReorderOffer = CurrentProducts & { order: Order; lines: OfferedLine[] }

/**
 * What of an old order can be ordered: by the server's prices and stock, or without a network by the catalogue stored in
 * this browser. Rejects with the error of the request if there is none.
 */
export async function reorderOffer(order: Order): Promise<ReorderOffer> {
  const current = await currentProducts(order.items.map(item => item.product_id))
  return { order, ...current, lines: offeredLines(order.items, current.products) }
}

/** Those of the products that are on sale, by the server or without a network by the stored catalogue, as `reorderOffer`. */
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
