import { CalendarClock, Package } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type AdminProduct, listAllProducts, type Warehouse } from '#contract/catalogue.ts'
import { formatDay } from '#contract/turkish.ts'
import { ListStates } from '../../lists/list-states.tsx'
import { useListQuery } from '../../queries.ts'
import { BulkBar } from '../../ui/bulk-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Details } from '../../ui/details.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { Page } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { FilterChips } from '../../ui/toolbar.tsx'
import { LedgerSheet } from '../stock/ledger-sheet.tsx'
import { type DateCandidates, ExpectedDateDialog } from './expected-date.tsx'
import { ExpectedDateResult } from './expected-date-result.tsx'
import { type InventoryFilter, InventoryFilters, useInventoryFilter } from './inventory-filters.tsx'
import { COLUMNS } from './product-columns.tsx'
import { offerUndo, useUndoOffer } from './undo-offer.ts'
import { ImportButton, WarehouseActions } from './warehouse-actions.tsx'

type ProductsViewProps = { warehouse: Warehouse; figures: ReactNode; onImport: () => void }

/** The products of a warehouse, with search, sorting, bulk expected dates and Excel import and export. */
export function ProductsView({ warehouse, figures, onImport }: ProductsViewProps) {
  const filter = useInventoryFilter(warehouse)
  const selection = useSelection(JSON.stringify(filter.query))
  const [candidates, setCandidates] = useState<DateCandidates>()
  const dateUpdate = useUndoOffer()
  const dateOutOfStock = (empty: readonly AdminProduct[]) => setCandidates({ products: empty, chosen: false })
  return (
    <Page
      title="Envanter"
      windowTitle={`${warehouse} · Envanter`}
      figures={figures}
      action={<WarehouseActions warehouse={warehouse} onImport={onImport} onOutOfStock={dateOutOfStock} />}
    >
      <div className="grid min-w-0 gap-3">
        {dateUpdate && <ExpectedDateResult key={dateUpdate.id} update={dateUpdate} onClose={() => offerUndo()} />}
        <InventoryFilters filter={filter} />
        <FilterChips chips={filter.chips} onClear={filter.clear} />
        <ProductList
          warehouse={warehouse}
          filter={filter}
          selection={selection}
          onDate={products => setCandidates({ products, chosen: true })}
          onImport={onImport}
        />
      </div>
      <ExpectedDateDialog
        candidates={candidates}
        onClose={() => setCandidates(undefined)}
        onUpdated={result => {
          offerUndo(result)
          setCandidates(undefined)
          selection.clear()
        }}
      />
    </Page>
  )
}

type ProductListProps = {
  warehouse: Warehouse
  filter: InventoryFilter
  selection: Selection
  /** Called with the selected products when they are to be given an expected date. */
  onDate: (products: AdminProduct[]) => void
  onImport: () => void
}

function ProductList({ warehouse, filter, selection, onDate, onImport }: ProductListProps) {
  const products = useListQuery(listAllProducts, { query: filter.query })
  const [ledgerProduct, setLedgerProduct] = useState<AdminProduct>()
  const { selected } = selection
  return (
    <>
      <ListStates
        query={products}
        empty={
          filter.chips.length > 0 ? (
            <NothingFound warehouse={warehouse} filter={filter} />
          ) : (
            <NoProducts warehouse={warehouse} onImport={onImport} />
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
          onSelect={selection.select}
          current={ledgerProduct?.id}
          onOpen={setLedgerProduct}
          onEndReached={products.hasNextPage ? () => void products.fetchNextPage() : undefined}
          loadingMore={products.isFetchingNextPage}
        />
      </ListStates>
      <BulkBar count={selected.size} onClear={selection.clear}>
        <Button
          size="small"
          icon={CalendarClock}
          onClick={() => onDate(products.items.filter(({ id }) => selected.has(id)))}
        >
          Beklenen tarih ver
        </Button>
      </BulkBar>
      {ledgerProduct && (
        <LedgerSheet product={ledgerProduct} open onOpenChange={open => !open && setLedgerProduct(undefined)}>
          <Details details={detailsOf(ledgerProduct)} />
        </LedgerSheet>
      )}
    </>
  )
}

/** What narrow windows leave out of the row. */
const detailsOf = (product: AdminProduct) => [
  { label: 'Kategori', value: product.category },
  { label: 'Durum', value: product.is_active ? 'Aktif' : 'Pasif' },
  { label: 'Ayrılan', value: `${wholeText(product.reserved_quantity)} ${product.unit}` },
  { label: 'Beklenen tarih', value: product.expected_stock_date && formatDay(product.expected_stock_date) },
  { label: 'Barkod', value: product.barcode },
]

const NONE: ReadonlySet<string> = new Set()

/** The selected rows of one list; changing the filter or the order clears the selection. */
function useSelection(list: string) {
  const [chosen, setChosen] = useState({ list, rows: NONE })
  return {
    selected: chosen.list === list ? chosen.rows : NONE,
    select: (rows: ReadonlySet<string>) => setChosen({ list, rows }),
    clear: () => setChosen({ list, rows: NONE }),
  }
}

type Selection = ReturnType<typeof useSelection>

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

function NoProducts({ warehouse, onImport }: { warehouse: Warehouse; onImport: () => void }) {
  return (
    <EmptyState
      icon={Package}
      title={`${warehouse} boş`}
      text="Ürünlerinizi bir Excel dosyasından aktarabilirsiniz."
      action={<ImportButton onImport={onImport} />}
    />
  )
}
