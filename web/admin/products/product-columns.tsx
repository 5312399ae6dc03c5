import { EllipsisVertical, History, Pencil, ScrollText, Trash2 } from 'lucide-react'
import { type AdminProduct, MAIN_WAREHOUSE } from '#contract/catalogue.ts'
import { ProductPicture } from '../../catalogue/product-picture.tsx'
import { StockLabel } from '../../catalogue/stock-label.tsx'
import { ActiveBadge } from '../../ui/active-badge.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { Money } from '../../ui/money.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { Link } from '../../ui/router.tsx'
import { useToggle } from './product-actions.ts'

/** Callbacks for the actions on one product. */
export type ProductActions = {
  onEdit: (product: AdminProduct) => void
  onLedger: (product: AdminProduct) => void
  onDelete: (product: AdminProduct) => void
}

/** The columns of the product list. */
export const productColumns = (actions: ProductActions): readonly Column<AdminProduct>[] => [
  ...COLUMNS,
  {
    key: 'actions',
    head: 'İşlemler',
    hideHead: true,
    width: '9.5rem',
    onPhone: 'foot',
    cell: product => (
      <span className="relative flex items-center justify-end gap-1 max-sm:w-full">
        <Toggle product={product} />
        <ProductMenu product={product} {...actions} />
      </span>
    ),
  },
]

/** The key of a sortable column is the API's sort name. */
const COLUMNS: readonly Column<AdminProduct>[] = [
  {
    key: 'picture',
    head: 'Resim',
    givesWay: 3,
    hideHead: true,
    width: '4rem',
    onPhone: 'nowhere',
    cell: product => <ProductPicture product={product} size="row" className="size-10 rounded-sm" />,
  },
  { key: 'name', head: 'Ürün', sortable: true, onPhone: 'title', cell: product => <ProductName product={product} /> },
  {
    key: 'category',
    sortable: true,
    head: 'Kategori',
    givesWay: 2,
    width: '8rem',
    cell: product => <span className="line-clamp-2">{product.category}</span>,
  },
  {
    key: 'price',
    sortable: true,
    head: 'Fiyat',
    width: '9rem',
    numeric: true,
    cell: ({ price, unit, vat_rate }) => (
      <>
        <Money amount={price} /> <span className="text-ink-soft text-xs">/ {unit}</span>
        <span className="block text-ink-soft text-xs max-sm:inline max-sm:before:content-['_·_']">KDV %{vat_rate}</span>
      </>
    ),
  },
  {
    key: 'stock_quantity',
    sortable: true,
    head: 'Eldeki',
    givesWay: 5,
    width: '6rem',
    numeric: true,
    cell: product => wholeText(product.stock_quantity),
  },
  {
    key: 'available_quantity',
    sortable: true,
    head: 'Satılabilir',
    givesWay: 6,
    width: '9.5rem',
    cell: ({ available_quantity, expected_stock_date }) => (
      <StockLabel product={{ stock_quantity: available_quantity, expected_stock_date }} />
    ),
  },
  {
    key: 'barcode',
    head: 'Barkod',
    givesWay: 1,
    width: '9.5rem',
    cell: ({ barcode }) => <span className="block truncate max-sm:whitespace-normal">{barcode ?? '–'}</span>,
  },
  {
    key: 'state',
    head: 'Durum',
    givesWay: 4,
    width: '6.5rem',
    onPhone: 'aside',
    cell: product => <ActiveBadge active={product.is_active} />,
  },
]

function ProductName({ product: { name, brand, warehouse } }: { product: AdminProduct }) {
  return (
    <>
      <span className="line-clamp-2 font-medium">{name}</span>
      <span className="flex min-w-0 items-center gap-2 font-normal text-ink-soft text-sm">
        <span className="truncate">{brand || '–'}</span>
        {warehouse !== MAIN_WAREHOUSE && <Badge>{warehouse}</Badge>}
      </span>
    </>
  )
}

function Toggle({ product }: { product: AdminProduct }) {
  const { toggle, busy } = useToggle(product)
  const label = product.is_active ? 'Pasif yap' : 'Aktif yap'
  return (
    <Button
      size="small"
      className="max-sm:flex-1"
      busy={busy}
      busyText="Ürün durumu değiştiriliyor"
      aria-label={`${product.name}: ${label}`}
      onClick={() => void toggle()}
    >
      {label}
    </Button>
  )
}

function ProductMenu({ product, onEdit, onLedger, onDelete }: { product: AdminProduct } & ProductActions) {
  return (
    <Menu trigger={<IconButton size="small" icon={EllipsisVertical} label={`${product.name}: diğer işlemler`} />}>
      <MenuItem icon={Pencil} onSelect={() => onEdit(product)}>
        Düzenle
      </MenuItem>
      <MenuItem icon={History} onSelect={() => onLedger(product)}>
        Stok hareketleri
      </MenuItem>
      <MenuItem asChild>
        <Link to={`/admin/dashboard?tab=reports&view=audit&entity=product&entity_id=${product.id}`}>
          <ScrollText aria-hidden className="size-4 shrink-0 text-ink-soft" />
          Değişiklik geçmişi
        </Link>
      </MenuItem>
      <MenuSeparator />
      <MenuItem danger icon={Trash2} onSelect={() => onDelete(product)}>
        Ürünü sil
      </MenuItem>
    </Menu>
  )
}
