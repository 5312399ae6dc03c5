import { EllipsisVertical, Tag } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useListSelection } from '../../lists/list-selection.ts'
import { BulkBar } from '../../ui/bulk-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import type { PriceTargets } from './use-price-change.ts'
import type { ProductFilter } from './use-product-filter.ts'

// Loaded when it is opened.
const BulkPrices = lazy(async () => ({ default: (await import('./bulk-prices.tsx')).BulkPrices }))

const NONE: ReadonlySet<string> = new Set()

/** The selected products of those that are shown; changing the filter clears the selection. */
export function useProductSelection(filter: ProductFilter, shown: readonly { id: string }[]) {
  const { sort: _, order: __, ...query } = filter.query
  const { chosen, choose } = useListSelection(JSON.stringify(query), shown)
  return { selected: new Set(chosen), onSelect: (ids: ReadonlySet<string>) => choose([...ids]) }
}

type ProductListMenuProps = { filter: ProductFilter; onPrices: (targets: PriceTargets) => void }

/** The menu of the product list, which changes the prices of all products that match its filter. */
export function ProductListMenu({ filter, onPrices }: ProductListMenuProps) {
  const { sort: _, order: __, ...query } = filter.query
  const isFiltered = filter.chips.length > 0
  return (
    <Menu trigger={<IconButton icon={EllipsisVertical} label="Diğer işlemler" />}>
      <MenuItem icon={Tag} onSelect={() => onPrices({ filter: query, isFiltered })}>
        {isFiltered ? 'Filtredekilerin fiyatını değiştir' : 'Bütün fiyatları değiştir'}
      </MenuItem>
    </Menu>
  )
}

type ProductBulkProps = ReturnType<typeof useProductSelection>

/** The actions on the selected products. */
export function ProductBulk({ selected, onSelect }: ProductBulkProps) {
  const [targets, setTargets] = useState<PriceTargets>()
  return (
    <>
      <BulkBar count={selected.size} onClear={() => onSelect(NONE)}>
        <Button icon={Tag} onClick={() => setTargets({ ids: [...selected] })}>
          Fiyatları değiştir
        </Button>
      </BulkBar>
      <PricesOf targets={targets} onClose={() => setTargets(undefined)} onChanged={() => onSelect(NONE)} />
    </>
  )
}

const ignore = () => undefined

type PricesOfProps = { targets: PriceTargets | undefined; onClose: () => void; onChanged?: () => void }

/** The dialog that changes the prices of products, open while there are `targets`. */
export const PricesOf = ({ targets, onClose, onChanged = ignore }: PricesOfProps) =>
  targets && (
    <Suspense>
      <BulkPrices targets={targets} onClose={onClose} onChanged={onChanged} />
    </Suspense>
  )
