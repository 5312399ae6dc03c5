import type { Order } from '#contract/orders.ts'
import { isOffline } from '../api.ts'
import type { Products } from '../cart/cart-changes.ts'
import { fetchCurrentProducts } from '../cart/cart-check.ts'
import { isOnline } from '../pwa/connectivity.ts'
import { type OfferedLine, offeredLines } from './reorder.ts'

/** An old order as it can be ordered today; `storedAt`: by the catalogue stored at this time (ms since 1970). */
export type ReorderOffer = { order: Order; lines: OfferedLine[]; products: Products; storedAt?: number }

/**
 * What of an old order can be ordered: by the server's prices and stock, or without a network by the catalogue stored in
 * this browser. Rejects with the error of the request if there is none.
 */
export async function reorderOffer(order: Order): Promise<ReorderOffer> {
  const stored = isOnline() ? undefined : await storedOffer(order)
  if (stored) return stored
  return fetchCurrentProducts(order.items.map(item => item.product_id)).then(
    products => ({ order, products, lines: offeredLines(order.items, products) }),
    async (error: unknown) => {
      const offer = isOffline(error) ? await storedOffer(order) : undefined
      if (!offer) throw error
      return offer
    },
  )
}

async function storedOffer(order: Order): Promise<ReorderOffer | undefined> {
  const { readOfflineCatalogue } = await import('../catalogue/offline-catalogue.ts')
  const stored = await readOfflineCatalogue()
  if (!stored) return undefined
  const all = stored.catalogue.find({ search: '', category: '' })
  const products = new Map(all.map(product => [product.id, product]))
  return { order, products, lines: offeredLines(order.items, products), storedAt: Date.parse(stored.at) }
}
