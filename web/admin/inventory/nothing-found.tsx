import { Package } from 'lucide-react'
import { looksLikeBarcode } from '#contract/barcodes.ts'
import { findInWarehouses, type Warehouse } from '#contract/products.ts'
import { useCallQuery } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { ClearFilters } from '../../ui/clear-filters.tsx'
import { useAddress } from '../../ui/query-params.ts'
import { EmptyState } from '../../ui/states.tsx'
import type { ProductFilter } from '../products/use-product-filter.ts'

/**
 * Shown when no product of the warehouse matches the filters. If one of either warehouse has the searched barcode, it
 * is named, with the change that shows it.
 */
export function NothingFound({ warehouse, filter }: { warehouse: Warehouse; filter: ProductFilter }) {
  const { write } = useAddress()
  const { search } = filter.query
  const { data: found = [] } = useCallQuery(findInWarehouses, {
    params: { barcode: search },
    enabled: looksLikeBarcode(search),
  })
  const hidden = found.find(product => product.warehouse === warehouse)
  if (hidden)
    return (
      <EmptyState
        icon={Package}
        title="Bu filtrelere uyan ürün yok"
        text={`${hidden.name} ${warehouse} içinde var, ama diğer filtrelere uymuyor.`}
        action={<ClearFilters label="Diğer filtreleri kaldır" onClear={filter.clearAllButSearch} />}
      />
    )
  const [elsewhere] = found
  if (elsewhere)
    return (
      <EmptyState
        icon={Package}
        title={`Bu barkod ${elsewhere.warehouse}’da`}
        text={`${elsewhere.name} ${warehouse} içinde yok.`}
        action={
          <Button onClick={() => write({ warehouse: elsewhere.warehouse })}>{elsewhere.warehouse}’da göster</Button>
        }
      />
    )
  return (
    <EmptyState
      icon={Package}
      title="Bu filtrelere uyan ürün yok"
      text={`Yalnızca ${warehouse} içinde arandı. Bir filtreyi kaldırmayı deneyin.`}
      action={<ClearFilters onClear={filter.clear} />}
    />
  )
}
