import { CalendarClock, CircleAlert, Package, TriangleAlert, Wallet } from 'lucide-react'
import { useState } from 'react'
import { MAIN_WAREHOUSE, WAREHOUSES, type Warehouse } from '#contract/catalogue.ts'
import { type InventoryStats, readInventoryStats } from '#contract/inventory.ts'
import { useCallQuery } from '../../queries.ts'
import { useAddress } from '../../ui/address.ts'
import { classNames } from '../../ui/class-names.ts'
import { Figures } from '../../ui/figures.tsx'
import { Money } from '../../ui/money.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { untilDialogsAreClosed } from '../scanning/scan-queue.ts'
import { useScanner } from '../scanning/scanner.ts'
import { BackordersView } from './backorders-view.tsx'
import { ImportProductsDialog } from './import-products.tsx'
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
  const warehouse: Warehouse = WAREHOUSES.find(one => one === read('warehouse')) ?? MAIN_WAREHOUSE
  const view = VIEWS.find(({ value }) => value === read('view'))?.value ?? 'products'
  // A scan searches the whole warehouse: the filters are cleared.
  useScanner(
    code => async () => {
      await untilDialogsAreClosed()
      write({ view: '', search: code, category: '', level: '', is_active: '' })
    },
    () => true,
  )
  const stats = useCallQuery(readInventoryStats, { query: { warehouse } })
  const parts = {
    warehouse,
    figures: (
      <Figures
        figures={figuresOf(stats.data, stats.isError)}
        // Hidden on a phone, so that the purchase lists start within the visible area.
        className={classNames('print:hidden', view !== 'products' && 'max-sm:hidden')}
      />
    ),
  }
  return (
    <>
      <div className="mx-auto flex w-full max-w-page flex-wrap justify-between gap-2 px-gutter pt-4 max-sm:*:flex max-sm:*:w-full print:hidden">
        <Segmented
          label="Depo"
          options={WAREHOUSE_OPTIONS}
          value={warehouse}
          onChange={chosen => write({ warehouse: chosen === MAIN_WAREHOUSE ? '' : chosen })}
          className="max-sm:*:flex-1"
        />
        <Segmented
          label="Görünüm"
          options={VIEWS}
          value={view}
          onChange={chosen => write({ view: chosen === 'products' ? '' : chosen })}
          className="max-sm:*:flex-1"
        />
      </div>
      {view === 'products' && <ProductsView {...parts} onImport={() => setImporting(true)} />}
      {view === 'low' && <LowStockView {...parts} />}
      {view === 'backorders' && <BackordersView {...parts} />}
      <ImportProductsDialog warehouse={warehouse} open={importing} onOpenChange={setImporting} />
    </>
  )
}

function figuresOf(stats: InventoryStats | undefined, failed: boolean) {
  const shown = (count: number | undefined) => (count === undefined ? (failed ? '–' : undefined) : wholeText(count))
  const worth = stats ? <Money amount={stats.stock_worth} /> : shown(undefined)
  return [
    { label: 'Ürün', value: shown(stats?.total_products), icon: Package },
    { label: 'Tükenen', value: shown(stats?.out_of_stock), icon: CircleAlert, tone: 'red' },
    { label: 'Azalan', value: shown(stats?.low_stock), icon: TriangleAlert, tone: 'yellow' },
    { label: 'Tedarik bekleyen', value: shown(stats?.on_backorder), icon: CalendarClock, tone: 'blue' },
    { label: 'Stok değeri', value: worth, icon: Wallet, hint: 'KDV hariç' },
  ] as const
}
