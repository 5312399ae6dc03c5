import { ArrowLeftRight, Barcode, CalendarClock, Package } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { activeLabel } from '#contract/active-labels.ts'
import { downloadLabels, MAX_CHOSEN_LABELS } from '#contract/labels.ts'
import { type AdminProduct, listAllProducts, type Warehouse } from '#contract/products.ts'
import { formatDay } from '#contract/turkish.ts'
import { useFileDownload } from '../../files/file-download.ts'
import { useFoundAnnouncement } from '../../lists/found-announcement.ts'
import { ListStates } from '../../lists/list-states.tsx'
import { NewRows } from '../../lists/new-rows.tsx'
import { useSteadyList } from '../../lists/steady-list.ts'
import { useListQuery } from '../../queries.ts'
import { BulkBar } from '../../ui/bulk-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Details } from '../../ui/details.tsx'
import { useIsPhoneWidth, useMedia } from '../../ui/media.ts'
import { Money } from '../../ui/money.tsx'
import { useSheet } from '../../ui/sheet-address.ts'
import { quantityText } from '../../ui/signed-text.ts'
import { EmptyState } from '../../ui/states.tsx'
import { FilterChips } from '../../ui/toolbar.tsx'
import { SINGLE_COLUMN } from '../../ui/widths.ts'
import { ProductLedger } from '../products/product-ledger.tsx'
import { type ProductFilter, useProductFilter } from '../products/use-product-filter.ts'
import { type DateCandidates, ExpectedDateDialog } from './expected-date.tsx'
import { ExpectedDateResult } from './expected-date-result.tsx'
import { InventoryFilters } from './inventory-filters.tsx'
import { InventoryPage } from './inventory-page.tsx'
import { NothingFound } from './nothing-found.tsx'
import { columnsWith } from './product-columns.tsx'
import { EditDialog, type ProductEdit, ProductEditButtons, ProductSheet } from './product-edits.tsx'
import { offerUndo, useUndoOffer } from './undo-offer.ts'
import { ImportButton, WarehouseActions } from './warehouse-actions.tsx'

const TransferDialog = lazy(async () => ({ default: (await import('./transfer-dialog.tsx')).TransferDialog }))

type ProductsViewProps = { warehouse: Warehouse; figures: ReactNode; onImport: () => void; onHistory: () => void }

/** The products of a warehouse, with search, sorting, edits, bulk expected dates and Excel import and export. */
export function ProductsView({ warehouse, figures, onImport, onHistory }: ProductsViewProps) {
  const filter = useProductFilter(warehouse)
  const selection = useSelection(JSON.stringify(filter.query))
  const phone = useIsPhoneWidth()
  const [candidates, setCandidates] = useState<DateCandidates>()
  const dateUpdate = useUndoOffer()
  const dateOutOfStock = (products: readonly AdminProduct[]) => setCandidates({ products, from: 'warehouse' })
  const actions = (
    <WarehouseActions {...{ warehouse, onImport, onHistory }} filter={filter.query} onOutOfStock={dateOutOfStock} />
  )
  return (
    <InventoryPage
      title="Envanter"
      windowTitle={`${warehouse} · Envanter`}
      figures={figures}
      action={!phone && actions}
    >
      {dateUpdate && <ExpectedDateResult key={dateUpdate.id} update={dateUpdate} onClose={() => offerUndo()} />}
      <InventoryFilters filter={filter} actions={phone && actions} />
      <FilterChips chips={filter.chips} onClear={filter.clear} />
      <ProductList
        warehouse={warehouse}
        filter={filter}
        selection={selection}
        onDate={setCandidates}
        onImport={onImport}
      />
      <ExpectedDateDialog
        candidates={candidates}
        onClose={() => setCandidates(undefined)}
        onUpdated={result => {
          offerUndo(result)
          setCandidates(undefined)
          if (candidates?.from === 'selection') selection.clear()
        }}
      />
    </InventoryPage>
  )
}

function useProducts({ query, chips }: ProductFilter) {
  const products = useSteadyList(useListQuery(listAllProducts, { query }), JSON.stringify(query))
  useFoundAnnouncement(products, 'ürün', chips.length > 0)
  return products
}

type ProductListProps = {
  warehouse: Warehouse
  filter: ProductFilter
  selection: Selection
  /** Called with the products that are to be given an expected date. */
  onDate: (candidates: DateCandidates) => void
  onImport: () => void
}

function ProductList({ warehouse, filter, selection, onDate, onImport }: ProductListProps) {
  const products = useProducts(filter)
  const [phone, narrow] = [useIsPhoneWidth(), useMedia(SINGLE_COLUMN)]
  const [editing, setEditing] = useState<{ edit: ProductEdit; product: AdminProduct }>()
  const [ledger, sheet] = [useSheet('ledger'), useSheet('product')]
  const open = (edit: ProductEdit, product: AdminProduct) => {
    if (edit === 'ledger') return ledger.open(product.id)
    if (edit === 'product') return sheet.open(product.id, { instead: 'ledger' })
    ledger.close()
    setEditing(edit === 'date' ? undefined : { edit, product })
    return edit === 'date' && onDate({ products: [product], from: 'row' })
  }
  // The latest state of the product, if it is still in the list.
  const edited = editing && (products.items.find(({ id }) => id === editing.product.id) ?? editing.product)
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
        <NewRows waiting={products.waiting} noun="ürün" place="head" />
        <DataTable
          label={`${warehouse} ürünleri`}
          columns={columnsWith({ phone, narrow }, open)}
          dense
          rows={products.items}
          rowKey={product => product.id}
          sort={filter.sort}
          onSort={filter.sortBy}
          selected={selection.selected}
          onSelect={selection.select}
          current={editing?.product.id ?? (sheet.id || ledger.id || undefined)}
          onOpen={product => open('ledger', product)}
          onEndReached={products.hasNextPage ? () => void products.fetchNextPage() : undefined}
          loadingMore={products.isFetchingNextPage}
        />
      </ListStates>
      <SelectedActions
        products={products.items.filter(({ id }) => selection.selected.has(id))}
        selection={selection}
        onDate={onDate}
      />
      {ledger.id && (
        <LedgerWithEdits
          id={ledger.id}
          listed={products.items.find(({ id }) => id === ledger.id)}
          onClose={ledger.close}
          onEdit={open}
        />
      )}
      {sheet.id && <ProductSheet key={sheet.id} id={sheet.id} onClose={sheet.close} />}
      {editing && edited && <EditDialog edit={editing.edit} product={edited} onClose={() => setEditing(undefined)} />}
    </>
  )
}

type SelectedActionsProps = Pick<ProductListProps, 'selection' | 'onDate'> & { products: AdminProduct[] }

/** The actions on all selected products. */
function SelectedActions({ products, selection, onDate }: SelectedActionsProps) {
  const [isTransferring, setTransferring] = useState(false)
  // Offers are neither expected nor moved.
  const withoutOffers = products.filter(({ is_offer }) => !is_offer)
  const date = () => onDate({ products: withoutOffers, from: 'selection' })
  return (
    <>
      <BulkBar count={products.length} onClear={selection.clear}>
        {withoutOffers.length > 0 && (
          <>
            <Button size="small" icon={CalendarClock} onClick={date}>
              Beklenen tarih ver
            </Button>
            <Button size="small" icon={ArrowLeftRight} onClick={() => setTransferring(true)}>
              Depoya aktar
            </Button>
          </>
        )}
        <LabelsButton ids={products.map(({ id }) => id)} />
      </BulkBar>
      {isTransferring && (
        <Suspense>
          <TransferDialog products={withoutOffers} onClose={() => setTransferring(false)} onDone={selection.clear} />
        </Suspense>
      )}
    </>
  )
}

type LedgerWithEditsProps = {
  id: string
  listed: AdminProduct | undefined
  onClose: () => void
  onEdit: (edit: ProductEdit, product: AdminProduct) => void
}

/** A product's movements, below the details that its row leaves out and the buttons of its edits. */
const LedgerWithEdits = ({ onEdit, ...ledger }: LedgerWithEditsProps) => (
  <ProductLedger {...ledger}>
    {product => (
      <>
        <Details details={detailsOf(product)} />
        <ProductEditButtons product={product} onEdit={edit => onEdit(edit, product)} />
      </>
    )}
  </ProductLedger>
)

/** The details that the row leaves out in narrow windows. */
const detailsOf = (product: AdminProduct) => [
  { label: 'Kategori', value: product.category },
  { label: 'Fiyat', value: <Money amount={product.price} /> },
  { label: 'Durum', value: activeLabel(product.is_active) },
  { label: 'Eldeki', value: `${quantityText(product.stock_quantity)} ${product.unit}` },
  { label: 'Ayrılan', value: `${quantityText(product.reserved_quantity)} ${product.unit}` },
  { label: 'Beklenen tarih', value: product.expected_stock_date && formatDay(product.expected_stock_date) },
  { label: 'Barkod', value: product.barcode },
]

/** Downloads the shelf labels of the chosen products. */
function LabelsButton({ ids }: { ids: readonly string[] }) {
  const download = useFileDownload(error => window.alert(error.message))
  const start = () => {
    if (ids.length <= MAX_CHOSEN_LABELS) void download.start(downloadLabels, { query: { ids: ids.join(',') } })
    else window.alert(`En fazla ${MAX_CHOSEN_LABELS} seçili ürünün etiketi basılabilir`)
  }
  return (
    <Button size="small" icon={Barcode} busy={download.busy} busyText="Raf etiketleri hazırlanıyor" onClick={start}>
      Raf etiketi
    </Button>
  )
}

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
