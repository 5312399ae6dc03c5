import { PRODUCT_SORTS } from '#contract/product-query.ts'
import { type AdminProduct, PRODUCT_LEVELS, type ProductLevel, WAREHOUSES } from '#contract/products.ts'
import type { Column, Sort } from '../../ui/data-table.tsx'
import { ListFilters } from '../../ui/list-filters.tsx'
import { useAddress } from '../../ui/query-params.ts'
import { Select } from '../../ui/select.tsx'
import { SortSelect } from '../../ui/sort-select.tsx'
import { chipsOf, FilterChips } from '../../ui/toolbar.tsx'
import { useCategories } from './product-fields.tsx'

const STATES = [
  { value: 'true', label: 'Aktif' },
  { value: 'false', label: 'Pasif' },
] as const

const LEVELS: Record<ProductLevel, string> = { low: 'Azalan', out: 'Tükenen', undated: 'Tükenen, tarihsiz' }

/** The filters and the order of the product list, read from the URL. */
export function useProductFilter() {
  const { read, write } = useAddress()
  const state = STATES.find(({ value }) => value === read('active'))
  const search = read('search')
  // Search results are ordered by relevance unless the user chose another order.
  const sort = PRODUCT_SORTS.find(one => one === read('sort')) ?? (search ? undefined : 'name')
  const descending = read('order') === 'desc'
  const order = sort && descending ? ('desc' as const) : undefined
  const level = PRODUCT_LEVELS.find(one => one === read('level'))
  const warehouse = WAREHOUSES.find(one => one === read('warehouse'))
  const query = { search, category: read('category'), warehouse, level, is_active: state?.value, sort, order }
  const chip = chipsOf(write)
  return {
    query,
    sort: sort && { key: sort, descending },
    sortBy: (wanted: Sort) => write({ sort: wanted.key, order: wanted.descending ? 'desc' : '' }),
    set: write,
    clear: () => write({ search: '', category: '', warehouse: '', level: '', active: '' }),
    chips: [
      ...chip('search', 'Arama', query.search),
      ...chip('category', 'Kategori', query.category),
      ...chip('warehouse', 'Depo', warehouse),
      ...chip('level', 'Stok düzeyi', level && LEVELS[level]),
      ...chip('active', 'Durum', state?.label),
    ],
  }
}

type ProductFiltersProps = {
  filter: ReturnType<typeof useProductFilter>
  /** The columns that the list can be sorted by; a phone does not show them. */
  columns: readonly Column<AdminProduct>[]
}

/** The search and filter fields of the product list. */
export function ProductFilters({ filter, columns }: ProductFiltersProps) {
  const { query, set, chips, clear, sort, sortBy } = filter
  return (
    <>
      <ListFilters
        label="Ürün filtreleri"
        search={{
          label: 'Ürün, marka veya barkod ara',
          value: query.search,
          onSearch: search => set({ search }),
          // On a tablet the search has a line of its own, so that a toast beside it covers nothing.
          className: 'sm:max-lg:mr-[50%] sm:max-lg:w-80!',
        }}
        chips={chips}
        more={<SortSelect columns={columns} sort={sort} onSort={sortBy} />}
      >
        <FilterFields filter={filter} />
      </ListFilters>
      <FilterChips chips={chips} onClear={clear} />
    </>
  )
}

function FilterFields({ filter: { query, set } }: Pick<ProductFiltersProps, 'filter'>) {
  return (
    <>
      <Select
        aria-label="Kategori"
        placeholder="Tüm kategoriler"
        options={useCategories(query.category)}
        value={query.category}
        onChange={({ target }) => set({ category: target.value })}
      />
      <Select
        aria-label="Depo"
        placeholder="Tüm depolar"
        options={WAREHOUSES.map(value => ({ value, label: value }))}
        value={query.warehouse ?? ''}
        onChange={({ target }) => set({ warehouse: target.value })}
      />
      <Select
        aria-label="Stok düzeyi"
        placeholder="Tüm stoklar"
        options={PRODUCT_LEVELS.map(value => ({ value, label: LEVELS[value] }))}
        value={query.level ?? ''}
        onChange={({ target }) => set({ level: target.value })}
      />
      <Select
        aria-label="Durum"
        placeholder="Aktif ve pasif"
        options={STATES}
        value={query.is_active ?? ''}
        onChange={({ target }) => set({ active: target.value })}
      />
    </>
  )
}
