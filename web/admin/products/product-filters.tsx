import { type AdminProduct, WAREHOUSES } from '#contract/products.ts'
import type { Column } from '../../ui/data-table.tsx'
import { ListFilters } from '../../ui/list-filters.tsx'
import { Select } from '../../ui/select.tsx'
import { SortSelect } from '../../ui/sort-select.tsx'
import { FilterChips } from '../../ui/toolbar.tsx'
import { LevelAndStateSelects } from './level-and-state-selects.tsx'
import { useCategories } from './product-fields.tsx'
import type { ProductFilter } from './use-product-filter.ts'

type ProductFiltersProps = {
  filter: ProductFilter
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

function FilterFields({ filter }: Pick<ProductFiltersProps, 'filter'>) {
  const { query, set } = filter
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
      <LevelAndStateSelects filter={filter} />
    </>
  )
}
