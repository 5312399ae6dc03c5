import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { listProducts } from '#contract/catalogue.ts'
import type { Kurus } from '#contract/money.ts'
import type { OrderItem } from '#contract/orders.ts'
import type { Products } from '../cart/cart-changes.ts'
import { fetchCurrentProducts } from '../cart/cart-check.ts'
import { useOnline } from '../pwa/connectivity.ts'
import { useOfflineData } from '../pwa/offline-list.ts'
import { queryKeyOf } from '../queries.ts'

/**
 * The known list prices of lines by product id: from the server, or offline from the stored catalogue. A line whose
 * product has another unit has none.
 */
export function useListPrices(lines: readonly Pick<OrderItem, 'product_id' | 'unit'>[]): ReadonlyMap<string, Kurus> {
  const isOnline = useOnline()
  const ids = lines.map(line => line.product_id).sort()
  const { data } = useQuery({
    queryKey: [...queryKeyOf(listProducts), { prices: ids }],
    meta: { call: listProducts },
    queryFn: ({ signal }) => fetchCurrentProducts(ids, signal),
    // While an added product's price is fetched, the others keep theirs.
    placeholderData: previous => previous,
    enabled: isOnline && ids.length > 0,
  })
  const stored = useOfflineData(!isOnline && !data, readProducts)
  return useMemo(() => pricesOf(lines, data ?? stored ?? new Map()), [lines, data, stored])
}

function pricesOf(lines: readonly Pick<OrderItem, 'product_id' | 'unit'>[], products: Products) {
  return new Map(
    lines.flatMap(({ product_id, unit }) => {
      const product = products.get(product_id)
      return product?.unit === unit ? [[product_id, product.price] as const] : []
    }),
  )
}

async function readProducts(): Promise<Products | undefined> {
  const { readOfflineCatalogue } = await import('../catalogue/offline-catalogue.ts')
  const kept = await readOfflineCatalogue()
  return kept && new Map(kept.catalogue.find({ search: '', category: '' }).map(product => [product.id, product]))
}
