import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useMedia } from '../../ui/media.ts'
import { SearchInput } from '../../ui/search-input.tsx'
import { SortSelect } from '../../ui/sort-select.tsx'
import { Toolbar } from '../../ui/toolbar.tsx'
import { SINGLE_COLUMN } from '../../ui/widths.ts'
import { LevelAndStateSelects } from '../products/level-and-state-selects.tsx'
import type { ProductFilter } from '../products/use-product-filter.ts'
import { CategorySelect } from './category-select.tsx'
import { SORTABLE_COLUMNS } from './product-columns.tsx'

/** The search and filter fields of the product list. In a narrow window one button opens the filters and the order. */
export function InventoryFilters({ filter, actions }: { filter: ProductFilter; actions?: ReactNode }) {
  const narrow = useMedia(SINGLE_COLUMN)
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

function FilterSelects({ filter }: { filter: ProductFilter }) {
  return (
    <>
      <CategorySelect value={filter.query.category} onChoose={category => filter.set({ category })} />
      <LevelAndStateSelects filter={filter} />
    </>
  )
}

/** A sheet with the filters and, as a phone has no column headings, the sort order. */
function FiltersButton({ filter }: { filter: ProductFilter }) {
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
          <SortSelect columns={SORTABLE_COLUMNS} sort={sort} onSort={sortBy} />
        </div>
      </Dialog>
    </>
  )
}
