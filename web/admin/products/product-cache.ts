import { type AdminProduct, changeProduct, listAllProducts, readAnyProduct } from '#contract/products.ts'
import { showNextResults } from '../../lists/steady-list.ts'
import { cacheRow, queryClient, rowKeyOf } from '../../queries.ts'

// The same call with this action's fallback message, shown when the server gives no reason.
export const toggleProduct = { ...changeProduct, failure: 'Ürün durumu değiştirilemedi' }
export const setStock = { ...changeProduct, failure: 'Stok güncellenemedi' }

/** Caches a product that was looked up, unless the cache holds a later state. */
export function cacheFoundProduct(found: AdminProduct) {
  const known = queryClient.getQueryData<AdminProduct>(rowKeyOf(readAnyProduct, found.id))
  cacheRow({ read: readAnyProduct }, known && known.updated_at > found.updated_at ? known : found)
}

/** Replaces a product in the query cache, in its own entry and in every cached list. */
export function updateCachedProduct(changed: AdminProduct) {
  cacheRow({ read: readAnyProduct, list: listAllProducts }, changed)
}

/** Shows a product as the user has changed it, in its row at once and in its place when the list is refetched. */
export function showChangedProduct(changed: AdminProduct) {
  updateCachedProduct(changed)
  showNextResults('products')
}
