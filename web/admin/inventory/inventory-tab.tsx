import { CircleAlert, FileUp, Package, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { type AdminProduct, listAllProducts, MAIN_WAREHOUSE, WAREHOUSES, type Warehouse } from '#contract/catalogue.ts'
import { stockLevel } from '#contract/stock.ts'
import { formatDay } from '#contract/turkish.ts'
import { ActiveBadge } from '../../parts/active-badge.tsx'
import { usePages } from '../../parts/asking.ts'
import { ListStates } from '../../parts/list-states.tsx'
import { ProductPicture } from '../../parts/product-picture.tsx'
import { useAddress } from '../../ui/address.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Money } from '../../ui/money.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { Page } from '../../ui/page.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Toolbar } from '../../ui/toolbar.tsx'
import { ImportProductsDialog } from './import-products.tsx'

const WAREHOUSE_OPTIONS = WAREHOUSES.map(value => ({ value, label: value }))

/** What lies in a warehouse, what of it is promised, and what can still be sold. */
export function InventoryTab() {
  const { read, write } = useAddress()
  const [importing, setImporting] = useState(false)
  const warehouse: Warehouse = WAREHOUSES.find(one => one === read('warehouse')) ?? MAIN_WAREHOUSE
  const search = read('search')
  const products = usePages(listAllProducts, { query: { warehouse, search } })
  const importButton = (
    <Button variant="primary" icon={FileUp} onClick={() => setImporting(true)}>
      Excel’den içe aktar
    </Button>
  )
  const nothing = search ? (
    <EmptyState
      icon={Package}
      title={`“${search}” ile eşleşen ürün yok`}
      text={`Arama yalnızca ${warehouse} içindedir.`}
      action={<Button onClick={() => write({ search: '' })}>Aramayı temizle</Button>}
    />
  ) : (
    <EmptyState
      icon={Package}
      title={`${warehouse} boş`}
      text="Ürünlerinizi bir Excel dosyasından aktarabilirsiniz."
      action={importButton}
    />
  )
  return (
    <Page title="Envanter" windowTitle={`${warehouse} · Envanter`} action={importButton}>
      <div className="grid min-w-0 gap-3">
        <Toolbar
          label="Envanter filtreleri"
          end={
            <Segmented
              label="Depo"
              options={WAREHOUSE_OPTIONS}
              value={warehouse}
              onChange={chosen => write({ warehouse: chosen === MAIN_WAREHOUSE ? '' : chosen })}
            />
          }
        >
          <SearchInput
            slash
            label="Ürün, marka veya barkod ara"
            value={search}
            onSearch={text => write({ search: text })}
          />
        </Toolbar>
        <ListStates asked={products} empty={nothing}>
          <DataTable
            label={`${warehouse} ürünleri`}
            columns={COLUMNS}
            rows={products.items}
            rowKey={product => product.id}
            onEndReached={products.hasNextPage ? () => void products.fetchNextPage() : undefined}
            loadingMore={products.isFetchingNextPage}
          />
        </ListStates>
      </div>
      <ImportProductsDialog warehouse={warehouse} open={importing} onOpenChange={setImporting} />
    </Page>
  )
}

const truncated = (text: string | null) => (
  <span className="block truncate max-sm:whitespace-normal" title={text || undefined}>
    {text || '–'}
  </span>
)

const COLUMNS: readonly Column<AdminProduct>[] = [
  {
    key: 'picture',
    head: 'Resim',
    hideHead: true,
    width: '4rem',
    onPhone: 'nowhere',
    cell: product => <ProductPicture product={product} size="row" />,
  },
  {
    key: 'name',
    head: 'Ürün',
    onPhone: 'title',
    cell: ({ name, brand }) => (
      <>
        <span className="block font-medium">{name}</span>
        <span className="block truncate font-normal text-ink-soft text-sm">{brand}</span>
      </>
    ),
  },
  {
    key: 'category',
    head: 'Kategori',
    width: '8.5rem',
    from: 'lg',
    cell: product => <span className="line-clamp-2">{product.category}</span>,
  },
  {
    key: 'price',
    head: 'Fiyat / birim',
    width: '9.5rem',
    numeric: true,
    cell: ({ price, unit }) => (
      <>
        <Money amount={price} /> <span className="text-ink-soft text-xs">/ {unit}</span>
      </>
    ),
  },
  { key: 'vat', head: 'KDV', width: '4rem', numeric: true, from: 'lg', cell: product => `%${product.vat_rate}` },
  {
    key: 'on-hand',
    head: 'Eldeki',
    width: '5rem',
    numeric: true,
    cell: product => wholeText(product.stock_quantity),
  },
  {
    key: 'reserved',
    head: 'Rezerve',
    width: '5rem',
    numeric: true,
    from: 'lg',
    cell: product => wholeText(product.reserved_quantity),
  },
  {
    key: 'available',
    head: 'Satılabilir',
    width: '10rem',
    numeric: true,
    cell: product => <Sellable product={product} />,
  },
  { key: 'barcode', head: 'Barkod', width: '9rem', from: 'xl', cell: product => truncated(product.barcode) },
  {
    key: 'state',
    head: 'Durum',
    width: '6.5rem',
    from: 'md',
    onPhone: 'aside',
    cell: product => <ActiveBadge active={product.is_active} />,
  },
]

/** How many can still be sold, marked when there are few or none; without a date, none can be ordered at all. */
function Sellable({ product: { available_quantity, expected_stock_date } }: { product: AdminProduct }) {
  const level = stockLevel(available_quantity)
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
      {level === 'low' && (
        <Badge tone="yellow" icon={TriangleAlert}>
          Azaldı
        </Badge>
      )}
      {level === 'out' && (
        <Badge tone="red" icon={CircleAlert}>
          {expected_stock_date ? `Tükendi · ${formatDay(expected_stock_date)}` : 'Tükendi · tarihsiz'}
        </Badge>
      )}
      <span className="font-semibold">{wholeText(available_quantity)}</span>
    </span>
  )
}
