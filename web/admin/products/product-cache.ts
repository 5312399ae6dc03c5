import type { InfiniteData } from '@tanstack/react-query'
import {
  type AdminProduct,
  changeProduct,
  findByBarcode,
  listAllProducts,
  listCategories,
  readAnyProduct,
} from '#contract/catalogue.ts'
import { listBackorders, listLowStock, readInventoryStats } from '#contract/inventory.ts'
import { readAdminStats } from '#contract/reports.ts'
import { readLedger } from '#contract/stock.ts'
import type { Page } from '../../api.ts'
import { queryClient, queryKeyOf } from '../../queries.ts'

// The same call with this action's fallback message, shown when the server gives no reason.
export const toggleProduct = { ...changeProduct, failure: 'Ürün durumu değiştirilemedi' }
export const setStock = { ...changeProduct, failure: 'Stok güncellenemedi' }

const keyOf = ({ id }: AdminProduct) => [...queryKeyOf(readAnyProduct), { params: { id } }]

/** Caches a product that was looked up, unless the cache holds a later state saved meanwhile. */
export function cacheFoundProduct(found: AdminProduct) {
  queryClient.setQueryData<AdminProduct>(keyOf(found), known =>
    known && known.updated_at > found.updated_at ? known : found,
  )
}

/** Replaces a product in the query cache, and invalidates every query derived from products. */
export function updateCachedProduct(changed: AdminProduct) {
  queryClient.setQueryData(keyOf(changed), changed)
  queryClient.setQueriesData<InfiniteData<Page<AdminProduct>>>({ queryKey: queryKeyOf(listAllProducts) }, data => {
    if (!data) return undefined
    const shown = (product: AdminProduct) => (product.id === changed.id ? changed : product)
    return { ...data, pages: data.pages.map(page => ({ ...page, items: page.items.map(shown) })) }
  })
  invalidateProducts()
}

/** Invalidates every query that shows or counts products. */
export function invalidateProducts() {
  for (const call of [
    listAllProducts,
    readAnyProduct,
    listCategories,
    findByBarcode,
    readAdminStats,
    readInventoryStats,
    listLowStock,
    listBackorders,
    readLedger,
  ])
    void queryClient.invalidateQueries({ queryKey: queryKeyOf(call) })
}
