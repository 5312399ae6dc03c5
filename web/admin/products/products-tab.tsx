import { Barcode, CircleCheck, CircleOff, Package, Plus, TriangleAlert } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { type InventoryStats, readInventoryStats } from '#contract/inventory.ts'
import { type AdminProduct, listAllProducts } from '#contract/products.ts'
import { useEditedRowInPlace } from '../../lists/edited-row.ts'
import { ListStates } from '../../lists/list-states.tsx'
import { countText, ListSummary } from '../../lists/list-summary.tsx'
import { NewRows } from '../../lists/new-rows.tsx'
import { useSteadyList } from '../../lists/steady-list.ts'
import { useCallQuery, useListQuery } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { ClearFilters } from '../../ui/clear-filters.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { FigureLine } from '../../ui/figure-line.tsx'
import { type Figure, Figures } from '../../ui/figures.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useIsPhoneWidth } from '../../ui/media.ts'
import { wholeText } from '../../ui/number-text.ts'
import { Page } from '../../ui/page.tsx'
import { useSheet } from '../../ui/sheet-address.ts'
import { EmptyState } from '../../ui/states.tsx'
import { EditProduct } from './edit-product.tsx'
import { NewProductDialog } from './new-product.tsx'
import { PricesOf, ProductBulk, ProductListMenu, useProductSelection } from './price-menu.tsx'
import { useProductDeletion } from './product-actions.ts'
import { hasSameCard, type ProductActions, productColumns, SORTABLE_COLUMNS } from './product-columns.tsx'
import { ProductFilters } from './product-filters.tsx'
import { ProductLedger } from './product-ledger.tsx'
import { useProductRowEditor } from './row-editor.tsx'
import type { PriceTargets } from './use-price-change.ts'
import { type ProductFilter, useProductFilter } from './use-product-filter.ts'

const BarcodePanel = lazy(async () => ({ default: (await import('./barcode-panel.tsx')).BarcodePanel }))

/** All products of both warehouses, active or not. */
export function ProductsTab() {
  const phone = useIsPhoneWidth()
  const filter = useProductFilter()
  const stats = useCallQuery(readInventoryStats, {})
  const [sheet, ledger, barcode] = [useSheet('product'), useSheet('ledger'), useSheet('barcode')]
  const adding = useSheet('new')
  const [priced, setPriced] = useState<PriceTargets>()
  const openSheet = ({ id }: { id: string }, skipsLeaveCheck = false) =>
    sheet.open(id, { instead: 'barcode', skipsLeaveCheck })
  const add = (
    <Button variant="primary" icon={Plus} onClick={() => adding.open('product', { skipsLeaveCheck: true })}>
      Yeni ürün
    </Button>
  )
  const find = { icon: Barcode, onClick: () => barcode.open('elle') }
  const actions = (
    <>
      {/* On a phone the actions share the line of the title. */}
      {phone ? <IconButton {...find} label="Barkodla bul" /> : <Button {...find}>Barkodla bul</Button>}
      {add}
      <ProductListMenu filter={filter} onPrices={setPriced} />
    </>
  )
  const figures = figuresOf(stats.data, stats.isError, filter)
  return (
    <Page
      title="Ürünler"
      windowTitle="Ürünler · Yönetim"
      aside={phone && actions}
      action={!phone && actions}
      figures={!phone && <Figures figures={figures} />}
    >
      <div className="grid min-w-0 gap-2 sm:gap-3">
        {phone && <FigureLine figures={figures} />}
        <ProductFilters filter={filter} columns={SORTABLE_COLUMNS} />
        <ProductList
          filter={filter}
          edited={sheet.id || ledger.id}
          onMore={openSheet}
          onLedger={({ id }) => ledger.open(id, { skipsLeaveCheck: true })}
          add={add}
        />
      </div>
      <PricesOf targets={priced} onClose={() => setPriced(undefined)} />
      <NewProductDialog open={adding.id !== ''} onClose={adding.close} />
      {sheet.id && <EditProduct key={sheet.id} id={sheet.id} open onClose={sheet.close} />}
      {ledger.id && <ProductLedger key={ledger.id} id={ledger.id} onClose={ledger.close} />}
      {barcode.id && (
        <Suspense>
          <BarcodePanel
            mode={barcode.id === 'kamera' ? 'kamera' : 'elle'}
            onMode={mode => barcode.open(mode)}
            onEdit={product => openSheet(product)}
            onClose={barcode.close}
          />
        </Suspense>
      )}
    </Page>
  )
}

type ProductListProps = Pick<ProductActions, 'onLedger'> & {
  /** Opens a product in the sheet, after a check for unsaved changes unless `skipsLeaveCheck` is set. */
  onMore: (product: AdminProduct, skipsLeaveCheck?: boolean) => void
  filter: ProductFilter
  /** The id of the product that is open in the sheet, or ''. */
  edited: string
  /** The button that adds a product. */
  add: ReactNode
}

function ProductList({ filter, edited, onMore, onLedger, add }: ProductListProps) {
  const phone = useIsPhoneWidth()
  const list = JSON.stringify(filter.query)
  const pages = useListQuery(listAllProducts, { query: filter.query })
  const query = useSteadyList(pages, list, phone ? hasSameCard : undefined)
  const editor = useProductRowEditor(product => onMore(product, true))
  const items = useEditedRowInPlace(query.items, editor.id, list)
  const products = { ...query, items }
  const remove = useProductDeletion()
  const selection = useProductSelection(filter, items)
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
  const isFiltered = filter.chips.length > 0
  return (
    <>
      <ListSummary text={isFiltered ? countText(products, 'ürün') : undefined} />
      <ListStates query={products} empty={isFiltered ? <NothingFound filter={filter} /> : <NoProducts add={add} />}>
        <NewRows waiting={products.waiting} noun="ürün" place="head" />
        <DataTable
          {...(!phone && selection)}
          dense
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
      <ProductBulk {...selection} />
    </>
  )
}

function NothingFound({ filter }: { filter: ProductFilter }) {
  return (
    <EmptyState
      icon={Package}
      title="Bu filtrelere uyan ürün yok"
      text="Bir filtreyi kaldırın veya aradığınızı daha kısa yazın."
      action={<ClearFilters onClear={filter.clear} />}
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

/** The figures above the list; pressing one toggles the filter for the products that it counts. */
const COUNTED = [
  { label: 'Aktif', figure: 'active_products', icon: CircleCheck, tone: 'green', level: '' },
  { label: 'Azalan', figure: 'low_stock', icon: TriangleAlert, tone: 'yellow', level: 'low' },
  { label: 'Tükenen', figure: 'out_of_stock', icon: CircleOff, tone: 'red', level: 'out' },
] as const

function figuresOf(
  stats: InventoryStats | undefined,
  failed: boolean,
  { query, chips, set, clear }: ProductFilter,
): Figure[] {
  const shown = (count: number | undefined) => (count === undefined ? (failed ? '–' : undefined) : wholeText(count))
  return [
    {
      label: 'Toplam ürün',
      value: shown(stats?.total_products),
      icon: Package,
      isPressed: chips.length === 0,
      onPress: clear,
    },
    ...COUNTED.map(({ label, figure, icon, tone, level }) => {
      const isPressed = query.is_active === 'true' && (query.level ?? '') === level
      // The figures count active products.
      const onPress = () => set(isPressed ? { active: '', level: '' } : { active: 'true', level })
      return { label, value: shown(stats?.[figure]), icon, tone, isPressed, onPress }
    }),
  ]
}
