import { CircleCheck, CircleOff, Package, Plus, TriangleAlert } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { type AdminProduct, listAllProducts } from '#contract/catalogue.ts'
import { type InventoryStats, readInventoryStats } from '#contract/inventory.ts'
import { ListStates } from '../../lists/list-states.tsx'
import { useCallQuery, useListQuery } from '../../queries.ts'
import { useAddress } from '../../ui/address.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Figures } from '../../ui/figures.tsx'
import { usePhone } from '../../ui/media.ts'
import { wholeText } from '../../ui/number-text.ts'
import { Page } from '../../ui/page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { LedgerSheet } from '../stock/ledger-sheet.tsx'
import { EditProduct } from './edit-product.tsx'
import { NewProductDialog } from './new-product.tsx'
import { useDeletion } from './product-actions.ts'
import { type ProductActions, productColumns } from './product-columns.tsx'
import { ProductFilters, useProductFilter } from './product-filters.tsx'
import { useProductRowEditor } from './row-editor.tsx'

const BarcodePanel = lazy(async () => ({ default: (await import('./barcode-panel.tsx')).BarcodePanel }))

/** All products of both warehouses, active or not. */
export function ProductsTab() {
  const { read, write } = useAddress()
  const filter = useProductFilter()
  const stats = useCallQuery(readInventoryStats, {})
  const [adding, setAdding] = useState(false)
  const [ledger, setLedger] = useState<AdminProduct>()
  const edited = read('product')
  const barcode = read('barcode')
  const openSheet = ({ id }: { id: string }, keeps = false) => write({ product: id, barcode: '' }, { keeps })
  const add = (
    <Button variant="primary" icon={Plus} onClick={() => setAdding(true)}>
      Yeni ürün
    </Button>
  )
  return (
    <Page
      title="Ürünler"
      windowTitle="Ürünler · Yönetim"
      action={add}
      figures={<Figures figures={figuresOf(stats.data, stats.isError)} />}
    >
      <div className="grid min-w-0 gap-3">
        <ProductFilters filter={filter} onBarcode={() => write({ barcode: 'elle' })} />
        <ProductList filter={filter} edited={edited} onMore={openSheet} onLedger={setLedger} add={add} />
      </div>
      <NewProductDialog open={adding} onClose={() => setAdding(false)} />
      {edited && <EditProduct key={edited} id={edited} open onClose={() => write({ product: '' }, { keeps: true })} />}
      {ledger && <LedgerSheet product={ledger} open onOpenChange={() => setLedger(undefined)} />}
      {barcode && (
        <Suspense>
          <BarcodePanel
            mode={barcode === 'kamera' ? 'kamera' : 'elle'}
            onMode={mode => write({ barcode: mode })}
            onEdit={product => openSheet(product)}
            onClose={() => write({ barcode: '' })}
          />
        </Suspense>
      )}
    </Page>
  )
}

type ProductFilter = ReturnType<typeof useProductFilter>

type ProductListProps = Pick<ProductActions, 'onLedger'> & {
  /** Opens a product in the sheet; `keeps` skips the check for unsaved changes. */
  onMore: (product: AdminProduct, keeps?: boolean) => void
  filter: ProductFilter
  /** The id of the product that is open in the sheet, or ''. */
  edited: string
  /** The button that adds a product. */
  add: ReactNode
}

function ProductList({ filter, edited, onMore, onLedger, add }: ProductListProps) {
  const phone = usePhone()
  const products = useListQuery(listAllProducts, { query: filter.query })
  const editor = useProductRowEditor(product => onMore(product, true))
  const remove = useDeletion()
  const columns = productColumns(
    {
      onEdit: editor.edit,
      onMore: product => onMore(product),
      onLedger,
      onDelete: product => void remove(product),
      lastClosed: editor.lastClosed,
      onFocus: editor.forgetLastClosed,
    },
    phone,
  )
  return (
    <ListStates
      query={products}
      empty={filter.chips.length > 0 ? <NothingFound filter={filter} /> : <NoProducts add={add} />}
    >
      <DataTable
        label="Ürünler"
        columns={columns}
        rows={products.items}
        rowKey={product => product.id}
        current={edited || undefined}
        // On a phone, tapping a card does nothing: its edit button opens the form.
        onOpen={phone ? undefined : editor.edit}
        edited={editor.id && editor.form ? { key: editor.id, form: editor.form } : undefined}
        sort={filter.sort}
        onSort={filter.sortBy}
        onEndReached={products.hasNextPage ? () => void products.fetchNextPage() : undefined}
        loadingMore={products.isFetchingNextPage}
      />
    </ListStates>
  )
}

function NothingFound({ filter }: { filter: ProductFilter }) {
  return (
    <EmptyState
      icon={Package}
      title="Bu filtrelere uyan ürün yok"
      text="Bir filtreyi kaldırın veya aradığınızı daha kısa yazın."
      action={<Button onClick={filter.clear}>Filtreleri temizle</Button>}
    />
  )
}

function NoProducts({ add }: { add: ReactNode }) {
  return (
    <EmptyState
      icon={Package}
      title="Henüz ürün yok"
      text="Ürünleri tek tek ekleyebilir veya Envanter bölümünde bir Excel dosyasından aktarabilirsiniz."
      action={add}
    />
  )
}

function figuresOf(stats: InventoryStats | undefined, failed: boolean) {
  const shown = (count: number | undefined) => (count === undefined ? (failed ? '–' : undefined) : wholeText(count))
  return [
    { label: 'Toplam ürün', value: shown(stats?.total_products), icon: Package },
    { label: 'Aktif', value: shown(stats?.active_products), icon: CircleCheck, tone: 'green' },
    { label: 'Azalan', value: shown(stats?.low_stock), icon: TriangleAlert, tone: 'yellow' },
    { label: 'Tükenen', value: shown(stats?.out_of_stock), icon: CircleOff, tone: 'red' },
  ] as const
}
