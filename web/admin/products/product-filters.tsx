import { Barcode } from 'lucide-react'
import { PRODUCT_SORTS } from '#contract/catalogue.ts'
import { useAddress } from '../../ui/address.ts'
import { Button } from '../../ui/button.tsx'
import type { Sort } from '../../ui/data-table.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import { type FilterChip, FilterChips, Toolbar } from '../../ui/toolbar.tsx'
import { useCategories } from './product-fields.tsx'

const STATES = [
  { value: 'true', label: 'Aktif' },
  { value: 'false', label: 'Pasif' },
] as const

/** The filters and the order of the product list, read from the URL. */
export function useProductFilter() {
  const { read, write } = useAddress()
  const state = STATES.find(({ value }) => value === read('active'))
  const search = read('search')
  // Search results are ordered by relevance unless the user chose another order.
  const sort = PRODUCT_SORTS.find(one => one === read('sort')) ?? (search ? undefined : 'name')
  const descending = read('order') === 'desc'
  const order = sort && descending ? ('desc' as const) : undefined
  const query = { search, category: read('category'), is_active: state?.value, sort, order }
  const chip = (key: string, label: string, value: string | undefined): FilterChip[] =>
    value ? [{ key, label, value, onRemove: () => write({ [key]: '' }) }] : []
  return {
    query,
    sort: sort && { key: sort, descending },
    sortBy: (wanted: Sort) => write({ sort: wanted.key, order: wanted.descending ? 'desc' : '' }),
    set: write,
    clear: () => write({ search: '', category: '', active: '' }),
    chips: [
      ...chip('search', 'Arama', query.search),
      ...chip('category', 'Kategori', query.category),
      ...chip('active', 'Durum', state?.label),
    ],
  }
}

type ProductFiltersProps = { filter: ReturnType<typeof useProductFilter>; onBarcode: () => void }

/** The search and filter fields of the product list, and the button that finds a product by barcode. */
export function ProductFilters({ filter: { query, set, chips, clear }, onBarcode }: ProductFiltersProps) {
  return (
    <>
      <Toolbar
        label="Ürün filtreleri"
        end={
          <Button icon={Barcode} onClick={onBarcode}>
            Barkodla bul
          </Button>
        }
      >
        <SearchInput
          slash
          label="Ürün, marka veya barkod ara"
          value={query.search}
          onSearch={search => set({ search })}
        />
        <Select
          aria-label="Kategori"
          placeholder="Tüm kategoriler"
          options={useCategories(query.category)}
          value={query.category}
          onChange={({ target }) => set({ category: target.value })}
        />
        <Select
          aria-label="Durum"
          placeholder="Aktif ve pasif"
          options={STATES}
          value={query.is_active ?? ''}
          onChange={({ target }) => set({ active: target.value })}
        />
      </Toolbar>
      <FilterChips chips={chips} onClear={clear} />
    </>
  )
}
