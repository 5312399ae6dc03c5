import { ACTIVE_LABELS } from '#contract/active-labels.ts'
import { PRODUCT_SORTS } from '#contract/product-query.ts'
import { PRODUCT_LEVEL_LABELS, PRODUCT_LEVELS, WAREHOUSES, type Warehouse } from '#contract/products.ts'
import { activeIn } from '../../ui/active-filter.ts'
import type { Sort } from '../../ui/data-table-columns.ts'
import { useAddress } from '../../ui/query-params.ts'
import { chipsOf } from '../../ui/toolbar.tsx'

type FilterName = 'search' | 'category' | 'warehouse' | 'level' | 'active'

/**
 * The filters and the order of a list of products, read from the URL; invalid values are ignored. A list of the
 * products of one warehouse gives it: there it is not a filter.
 */
export function useProductFilter(only?: Warehouse) {
  const { read, write } = useAddress()
  // In older addresses of the inventory the parameter is `is_active`.
  const is_active = activeIn(read('active') || read('is_active'))
  const set = (changes: Partial<Record<FilterName, string>>) =>
    write({ active: is_active ?? '', is_active: '', ...changes })
  const [search, category] = [read('search'), read('category')]
  // Search results are ordered by relevance unless the user chose another order.
  const sort = PRODUCT_SORTS.find(one => one === read('sort')) ?? (search ? undefined : 'name')
  const descending = read('order') === 'desc'
  const order = sort && descending ? ('desc' as const) : undefined
  const level = PRODUCT_LEVELS.find(one => one === read('level'))
  const chosen = only ? undefined : WAREHOUSES.find(one => one === read('warehouse'))
  const emptied = { category: '', level: '', active: '', ...(!only && { warehouse: '' }) }
  const chip = chipsOf<FilterName>(set)
  return {
    query: { search, category, warehouse: only ?? chosen, level, is_active, sort, order },
    sort: sort && { key: sort, descending },
    sortBy: (wanted: Sort) => write({ sort: wanted.key, order: wanted.descending ? 'desc' : '' }),
    set,
    clear: () => set({ search: '', ...emptied }),
    clearAllButSearch: () => set(emptied),
    chips: [
      ...chip('search', 'Arama', search),
      ...chip('category', 'Kategori', category),
      ...chip('warehouse', 'Depo', chosen),
      ...chip('level', 'Stok düzeyi', level && PRODUCT_LEVEL_LABELS[level]),
      ...chip('active', 'Durum', is_active && ACTIVE_LABELS[is_active]),
    ],
  }
}

export type ProductFilter = ReturnType<typeof useProductFilter>
