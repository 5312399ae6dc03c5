import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { PRODUCT_SORTS, type ProductSort } from '#contract/product-query.ts'
import { PRODUCT_LEVELS, type ProductLevel, type Warehouse } from '#contract/products.ts'
import { Button } from '../../ui/button.tsx'
import type { Sort } from '../../ui/data-table.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useAddress } from '../../ui/query-params.ts'
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import { chipsOf, Toolbar } from '../../ui/toolbar.tsx'
import { CategorySelect } from './category-select.tsx'
import { useNarrowWindow } from './narrow-window.ts'

type FilterName = 'search' | 'category' | 'is_active' | 'level'

const LEVELS: Record<ProductLevel, string> = { low: 'Azalan', out: 'Tükenen', undated: 'Tükenen, tarihsiz' }
const STATES = { true: 'Aktif', false: 'Pasif' }

const NO_FILTER = { category: '', is_active: '', level: '' }

/** The filters and the order of the product list, read from the URL; invalid values are ignored. */
export function useInventoryFilter(warehouse: Warehouse) {
  const { read, write } = useAddress()
  const is_active = (['true', 'false'] as const).find(one => one === read('is_active'))
  const level = PRODUCT_LEVELS.find(one => one === read('level'))
  const [search, category] = [read('search'), read('category')]
  const requestedSort = PRODUCT_SORTS.find(one => one === read('sort'))
  // Search results are ordered by relevance unless the user chose another order.
  const sort: ProductSort | undefined = requestedSort ?? (search ? undefined : 'name')
  const order = sort && read('order') === 'desc' ? ('desc' as const) : undefined
  const chip = chipsOf<FilterName>(write)
  return {
    query: { warehouse, search, category, is_active, level, sort, order },
    sort: sort && { key: sort, descending: order === 'desc' },
    sortBy: ({ key, descending }: Sort) => write({ sort: key, order: descending ? 'desc' : '' }),
    set: (changes: Partial<Record<FilterName, string>>) => write(changes),
    clear: () => write({ search: '', ...NO_FILTER }),
    clearAllButSearch: () => write(NO_FILTER),
    chips: [
      ...chip('search', 'Arama', search),
      ...chip('category', 'Kategori', category),
      ...chip('is_active', 'Durum', is_active && STATES[is_active]),
      ...chip('level', 'Stok', level && LEVELS[level]),
    ],
  }
}

export type InventoryFilter = ReturnType<typeof useInventoryFilter>

/** The search and filter fields of the product list. In a narrow window one button opens the filters and the order. */
export function InventoryFilters({ filter, actions }: { filter: InventoryFilter; actions?: ReactNode }) {
  const narrow = useNarrowWindow()
  const { query, set } = filter
  const search = (
    <SearchInput
      slash
      label="Ürün, marka veya barkod ara"
      value={query.search}
      onSearch={text => set({ search: text })}
      className={narrow ? 'flex-1' : ''}
    />
  )
  if (narrow)
    return (
      <fieldset aria-label="Envanter filtreleri" className="flex min-w-0 items-center gap-2">
        {search}
        <FiltersButton filter={filter} />
        {actions}
      </fieldset>
    )
  return (
    <Toolbar label="Envanter filtreleri">
      {search}
      <FilterSelects filter={filter} />
    </Toolbar>
  )
}

function FilterSelects({ filter: { query, set } }: { filter: InventoryFilter }) {
  return (
    <>
      <CategorySelect value={query.category} onChoose={category => set({ category })} />
      <Select
        aria-label="Stok düzeyi"
        placeholder="Tüm stoklar"
        options={PRODUCT_LEVELS.map(value => ({ value, label: LEVELS[value] }))}
        value={query.level ?? ''}
        onChange={event => set({ level: event.target.value })}
      />
      <Select
        aria-label="Durum"
        placeholder="Aktif ve pasif"
        options={Object.entries(STATES).map(([value, label]) => ({ value, label }))}
        value={query.is_active ?? ''}
        onChange={event => set({ is_active: event.target.value })}
      />
    </>
  )
}

/** A sheet with the filters and, as a phone has no column headings, the sort order. */
function FiltersButton({ filter }: { filter: InventoryFilter }) {
  const { sort, sortBy, chips } = filter
  const [open, setOpen] = useState(false)
  const active = chips.filter(({ key }) => key !== 'search').length
  return (
    <>
      <IconButton
        icon={SlidersHorizontal}
        label={active > 0 ? `Filtre ve sıralama, ${active} filtre etkin` : 'Filtre ve sıralama'}
        count={active}
        onClick={() => setOpen(true)}
        className="border border-line-strong/60 bg-surface"
      />
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Filtre ve sıralama"
        footer={
          <Button variant="primary" onClick={() => setOpen(false)}>
            Göster
          </Button>
        }
      >
        <div className="grid gap-3">
          <FilterSelects filter={filter} />
          <Select
            aria-label="Sıralama"
            placeholder={sort ? undefined : 'En uygun önce'}
            options={ORDERS}
            value={sort ? `${sort.key} ${sort.descending ? 'desc' : 'asc'}` : ''}
            onChange={event => {
              const [key = '', order] = event.target.value.split(' ')
              sortBy({ key, descending: order === 'desc' })
            }}
          />
        </div>
      </Dialog>
    </>
  )
}

const ORDERS = [
  { value: 'name asc', label: 'Ada göre' },
  { value: 'category asc', label: 'Kategoriye göre' },
  { value: 'price asc', label: 'Fiyat: artan' },
  { value: 'price desc', label: 'Fiyat: azalan' },
  { value: 'stock_quantity asc', label: 'Eldeki: artan' },
  { value: 'stock_quantity desc', label: 'Eldeki: azalan' },
  { value: 'reserved_quantity desc', label: 'Ayrılan: azalan' },
  { value: 'available_quantity asc', label: 'Satılabilir: artan' },
  { value: 'available_quantity desc', label: 'Satılabilir: azalan' },
]
