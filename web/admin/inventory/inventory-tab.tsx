import { lazy, Suspense, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { MAIN_WAREHOUSE, WAREHOUSES, type Warehouse } from '#contract/products.ts'
import { useIsPhoneWidth } from '../../ui/media.ts'
import { useAddress } from '../../ui/query-params.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { LoadingRows } from '../../ui/skeleton.tsx'
import { untilDialogsAreClosed } from '../scanning/scan-queue.ts'
import { useScanner } from '../scanning/scanner.ts'
import { BackordersView } from './backorders-view.tsx'
import { ImportHistoryDialog } from './import-history.tsx'
import { ImportProducts } from './import-products.tsx'
import { InventoryFigures } from './inventory-figures.tsx'
import { LowStockView } from './low-stock-view.tsx'
import { ProductsView } from './products-view.tsx'

const LotsView = lazy(async () => ({ default: (await import('../lots/lots-view.tsx')).LotsView }))

const WAREHOUSE_OPTIONS = WAREHOUSES.map(value => ({ value, label: value }))
/** The lots of both warehouses can be listed together. */
const ALL = 'all'
const VIEWS = [
  { value: 'products', label: 'Ürünler' },
  { value: 'low', label: 'Azalanlar' },
  { value: 'backorders', label: 'Tedarik' },
  { value: 'lots', label: 'Partiler' },
] as const

/** The stock of one warehouse: all products, those running low, backorders, and lots. Lots can be listed for both. */
export function InventoryTab() {
  const { read, write } = useAddress()
  const [importing, setImporting] = useState(false)
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const { warehouse, isAll, choose } = useWarehouse()
  const view = VIEWS.find(({ value }) => value === read('view'))?.value ?? 'products'
  // A scan searches the whole warehouse: the filters are cleared.
  useScanner(
    code => async () => {
      await untilDialogsAreClosed()
      const cleared = { category: '', level: '', active: '', is_active: '', state: '', days: '' }
      write({ view: view === 'lots' ? view : '', search: code, ...cleared })
      return true
    },
    () => true,
  )
  // A phone has no room for the figures above the purchase lists.
  const figures = <InventoryFigures warehouse={warehouse} className={view === 'products' ? '' : 'max-sm:hidden'} />
  const parts = { warehouse, figures }
  return (
    <div className="mx-auto flex w-full max-w-page flex-wrap items-center gap-2 px-gutter pt-2 pb-6 print:pt-0">
      <WarehouseAndView
        warehouse={view === 'lots' && isAll ? ALL : warehouse}
        view={view}
        onWarehouse={choose}
        onView={chosen => write({ view: chosen === 'products' ? '' : chosen, ...(isAll && { warehouse: '' }) })}
      />
      <ImportProducts warehouse={warehouse} open={importing} onOpenChange={setImporting} />
      <ImportHistoryDialog open={isHistoryOpen} onOpenChange={setHistoryOpen} />
      {view === 'products' && (
        <ProductsView {...parts} onImport={() => setImporting(true)} onHistory={() => setHistoryOpen(true)} />
      )}
      {view === 'low' && <LowStockView {...parts} />}
      {view === 'backorders' && <BackordersView {...parts} />}
      {view === 'lots' && (
        <Suspense
          fallback={
            <div className="w-full">
              <LoadingRows rows={10} />
            </div>
          }
        >
          <LotsView warehouse={isAll ? undefined : warehouse} />
        </Suspense>
      )}
    </div>
  )
}

/** The warehouse of the last visit to the tab. */
let lastWarehouse: Warehouse = MAIN_WAREHOUSE

/** The warehouse in the address; a visit without one begins with the warehouse that was chosen last. */
function useWarehouse() {
  const { read, write } = useAddress()
  const named = WAREHOUSES.find(one => one === read('warehouse'))
  const isAll = read('warehouse') === ALL
  const choose = (chosen: string) => write({ warehouse: chosen === MAIN_WAREHOUSE ? '' : chosen })
  const resume = useEffectEvent(() => {
    if (!named && !isAll && lastWarehouse !== MAIN_WAREHOUSE) choose(lastWarehouse)
  })
  useLayoutEffect(() => resume(), [])
  const warehouse = named ?? MAIN_WAREHOUSE
  useEffect(() => {
    if (!isAll) lastWarehouse = warehouse
  }, [warehouse, isAll])
  return { warehouse, isAll, choose }
}

type View = (typeof VIEWS)[number]['value']
type WarehouseAndViewProps = {
  warehouse: Warehouse | typeof ALL
  view: View
  onWarehouse: (warehouse: string) => void
  onView: (view: string) => void
}

/** The choice of the warehouse and of the view; on a phone two selects, which share a line. */
function WarehouseAndView({ warehouse, view, onWarehouse, onView }: WarehouseAndViewProps) {
  const phone = useIsPhoneWidth()
  const all = view === 'lots' ? [{ value: ALL, label: 'Tüm depolar' }] : []
  const warehouses = { options: [...WAREHOUSE_OPTIONS, ...all], value: warehouse }
  const views = { options: VIEWS, value: view }
  if (phone)
    return (
      <div className="flex w-full gap-2 *:flex-1 print:hidden">
        <Select aria-label="Depo" {...warehouses} onChange={({ target }) => onWarehouse(target.value)} />
        <Select aria-label="Görünüm" {...views} onChange={({ target }) => onView(target.value)} />
      </div>
    )
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <Segmented label="Depo" {...warehouses} onChange={onWarehouse} />
      <Segmented label="Görünüm" {...views} onChange={onView} />
    </div>
  )
}
