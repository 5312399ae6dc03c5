import { CalendarClock, FileDown, FileUp, Package, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type AdminProduct, listAllProducts, MAIN_WAREHOUSE, type Warehouse } from '#contract/catalogue.ts'
import { exportProducts } from '#contract/inventory.ts'
import { usePages } from '../../parts/asking.ts'
import { useFileDownload } from '../../parts/file-download.ts'
import { ListStates } from '../../parts/list-states.tsx'
import { BulkBar } from '../../ui/bulk-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Page } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { FilterChips } from '../../ui/toolbar.tsx'
import { LedgerSheet } from '../stock/ledger-sheet.tsx'
import { useEmptying } from './emptying.ts'
import { ExpectedDateDialog } from './expected-date.tsx'
import { type InventoryFilter, InventoryFilters, useInventoryFilter } from './inventory-filters.tsx'
import { useOutOfStock } from './out-of-stock.ts'
import { COLUMNS } from './product-columns.tsx'

type ProductsViewProps = { warehouse: Warehouse; figures: ReactNode; onImport: () => void }

/** The products of a warehouse: found, sorted, given a day on which they are expected, brought in and out by Excel. */
export function ProductsView({ warehouse, figures, onImport }: ProductsViewProps) {
  const filter = useInventoryFilter(warehouse)
  const products = usePages(listAllProducts, { query: filter.query })
  const [selected, setSelected] = useSelection(JSON.stringify(filter.query))
  const [toDate, setToDate] = useState<readonly AdminProduct[]>()
  const [moved, setMoved] = useState<AdminProduct>()
  const outOfStock = useOutOfStock(warehouse, setToDate)
  const importButton = (
    <Button variant="primary" icon={FileUp} onClick={onImport}>
      Excel’den içe aktar
    </Button>
  )
  const dateSelected = () => setToDate(products.items.filter(({ id }) => selected.has(id)))
  return (
    <Page
      title="Envanter"
      windowTitle={`${warehouse} · Envanter`}
      figures={figures}
      action={
        <>
          {warehouse !== MAIN_WAREHOUSE && <EmptyButton warehouse={warehouse} />}
          <Button
            icon={CalendarClock}
            busy={outOfStock.busy}
            busyText="Stoğu biten ürünler aranıyor"
            onClick={outOfStock.find}
          >
            Stok=0 olanlara tarih ver
          </Button>
          <ExportButton warehouse={warehouse} />
          {importButton}
        </>
      }
    >
      <div className="grid min-w-0 gap-3">
        <InventoryFilters filter={filter} />
        <FilterChips chips={filter.chips} onClear={filter.clear} />
        <ListStates
          asked={products}
          empty={
            filter.chips.length > 0 ? (
              <NothingFound warehouse={warehouse} filter={filter} />
            ) : (
              <EmptyState
                icon={Package}
                title={`${warehouse} boş`}
                text="Ürünlerinizi bir Excel dosyasından aktarabilirsiniz."
                action={importButton}
              />
            )
          }
        >
          <DataTable
            label={`${warehouse} ürünleri`}
            columns={COLUMNS}
            rows={products.items}
            rowKey={product => product.id}
            sort={filter.sort}
            onSort={filter.sortBy}
            selected={selected}
            onSelect={setSelected}
            current={moved?.id}
            onOpen={setMoved}
            onEndReached={products.hasNextPage ? () => void products.fetchNextPage() : undefined}
            loadingMore={products.isFetchingNextPage}
          />
        </ListStates>
        <BulkBar count={selected.size} onClear={() => setSelected(new Set())}>
          <Button size="small" icon={CalendarClock} onClick={dateSelected}>
            Beklenen tarih ver
          </Button>
        </BulkBar>
      </div>
      <ExpectedDateDialog
        products={toDate}
        onClose={() => setToDate(undefined)}
        onDated={() => {
          setToDate(undefined)
          setSelected(new Set())
        }}
      />
      {moved && <LedgerSheet product={moved} open onOpenChange={open => !open && setMoved(undefined)} />}
    </Page>
  )
}

const NONE: ReadonlySet<string> = new Set()

/** The rows chosen of one list: what another filter or order shows begins with none. */
function useSelection(list: string) {
  const [chosen, setChosen] = useState({ list, rows: NONE })
  const choose = (rows: ReadonlySet<string>) => setChosen({ list, rows })
  return [chosen.list === list ? chosen.rows : NONE, choose] as const
}

function EmptyButton({ warehouse }: { warehouse: Warehouse }) {
  const { busy, empty } = useEmptying(warehouse)
  return (
    <Button icon={Trash2} busy={busy} busyText="Ürünler siliniyor" onClick={empty} className="text-danger-ink!">
      Depodaki tüm ürünleri sil
    </Button>
  )
}

function ExportButton({ warehouse }: { warehouse: Warehouse }) {
  const { busy, start } = useFileDownload(error => window.alert(error.message))
  return (
    <Button
      icon={FileDown}
      busy={busy}
      busyText="Excel dosyası hazırlanıyor"
      onClick={() => void start(exportProducts, { query: { warehouse } })}
    >
      Excel’e aktar
    </Button>
  )
}

function NothingFound({ warehouse, filter }: { warehouse: Warehouse; filter: InventoryFilter }) {
  return (
    <EmptyState
      icon={Package}
      title="Bu filtrelere uyan ürün yok"
      text={`Yalnızca ${warehouse} içinde arandı. Bir filtreyi kaldırmayı deneyin.`}
      action={<Button onClick={filter.clear}>Filtreleri temizle</Button>}
    />
  )
}
