import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { MAIN_WAREHOUSE, WAREHOUSES, type Warehouse } from '#contract/products.ts'
import { useAddress } from '../../ui/address.ts'
import { usePhone } from '../../ui/media.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { untilDialogsAreClosed } from '../scanning/scan-queue.ts'
import { useScanner } from '../scanning/scanner.ts'
import { BackordersView } from './backorders-view.tsx'
import { ImportHistoryDialog } from './import-history.tsx'
import { ImportProducts } from './import-products.tsx'
import { InventoryFigures } from './inventory-figures.tsx'
import { LowStockView } from './low-stock-view.tsx'
import { ProductsView } from './products-view.tsx'

const WAREHOUSE_OPTIONS = WAREHOUSES.map(value => ({ value, label: value }))
const VIEWS = [
  { value: 'products', label: 'Ürünler' },
  { value: 'low', label: 'Azalanlar' },
  { value: 'backorders', label: 'Tedarik' },
] as const

/** The stock of one warehouse: all products, those running low, and backorders. */
export function InventoryTab() {
  const { read, write } = useAddress()
  const [importing, setImporting] = useState(false)
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const { warehouse, choose } = useWarehouse()
  const view = VIEWS.find(({ value }) => value === read('view'))?.value ?? 'products'
  // A scan searches the whole warehouse: the filters are cleared.
  useScanner(
    code => async () => {
      await untilDialogsAreClosed()
      write({ view: '', search: code, category: '', level: '', is_active: '' })
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
        warehouse={warehouse}
        view={view}
        onWarehouse={choose}
        onView={chosen => write({ view: chosen === 'products' ? '' : chosen })}
      />
      <ImportProducts warehouse={warehouse} open={importing} onOpenChange={setImporting} />
      <ImportHistoryDialog open={isHistoryOpen} onOpenChange={setHistoryOpen} />
      {view === 'products' && (
        <ProductsView {...parts} onImport={() => setImporting(true)} onHistory={() => setHistoryOpen(true)} />
      )}
      {view === 'low' && <LowStockView {...parts} />}
      {view === 'backorders' && <BackordersView {...parts} />}
    </div>
  )
}

/** The warehouse of the last visit to the tab. */
let lastWarehouse: Warehouse = MAIN_WAREHOUSE

/** The warehouse in the address; a visit without one begins with the warehouse that was chosen last. */
function useWarehouse() {
  const { read, write } = useAddress()
  const named = WAREHOUSES.find(one => one === read('warehouse'))
  const choose = (chosen: string) => write({ warehouse: chosen === MAIN_WAREHOUSE ? '' : chosen })
  const resume = useEffectEvent(() => {
    if (!named && lastWarehouse !== MAIN_WAREHOUSE) choose(lastWarehouse)
  })
  useLayoutEffect(() => resume(), [])
  const warehouse = named ?? MAIN_WAREHOUSE
  useEffect(() => {
    lastWarehouse = warehouse
  }, [warehouse])
  return { warehouse, choose }
}

type View = (typeof VIEWS)[number]['value']
type WarehouseAndViewProps = {
  warehouse: Warehouse
  view: View
  onWarehouse: (warehouse: string) => void
  onView: (view: string) => void
}

/** The choice of the warehouse and of the view; on a phone two selects, which share a line. */
function WarehouseAndView({ warehouse, view, onWarehouse, onView }: WarehouseAndViewProps) {
  const phone = usePhone()
  const warehouses = { options: WAREHOUSE_OPTIONS, value: warehouse }
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
