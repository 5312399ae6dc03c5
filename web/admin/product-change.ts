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
import type { Page } from '../api.ts'
import { queryClient, queryKeyOf } from '../queries.ts'

// The same call by what is meant with it: they differ in what is said when it fails and the server has no reason to give.
export const toggleProduct = { ...changeProduct, failure: 'Ürün durumu değiştirilemedi' }
export const setStock = { ...changeProduct, failure: 'Stok güncellenemedi' }

const keyOf = ({ id }: AdminProduct) => [...queryKeyOf(readAnyProduct), { params: { id } }]

/** Shows a product that was looked up, unless a later state of it is known: it may have been saved meanwhile. */
export function productFound(found: AdminProduct) {
  queryClient.setQueryData<AdminProduct>(keyOf(found), known =>
    known && known.updated_at > found.updated_at ? known : found,
  )
}

/** Shows a product as it is now wherever it stands, and asks anew for what follows from it. */
export function productChanged(changed: AdminProduct) {
  queryClient.setQueryData(keyOf(changed), changed)
  queryClient.setQueriesData<InfiniteData<Page<AdminProduct>>>({ queryKey: queryKeyOf(listAllProducts) }, data => {
    if (!data) return undefined
    const shown = (product: AdminProduct) => (product.id === changed.id ? changed : product)
    return { ...data, pages: data.pages.map(page => ({ ...page, items: page.items.map(shown) })) }
  })
  productsMayDiffer()
}

/** Products came, went or changed: whatever shows them is asked for anew. */
export function productsMayDiffer() {
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
