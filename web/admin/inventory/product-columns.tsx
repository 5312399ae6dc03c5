import { CalendarX2, CircleAlert, TriangleAlert } from 'lucide-react'
import type { AdminProduct } from '#contract/catalogue.ts'
import { stockLevel } from '#contract/sale.ts'
import { ProductPicture } from '../../catalogue/product-picture.tsx'
import { ActiveBadge } from '../../ui/active-badge.tsx'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Money } from '../../ui/money.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { ExpectedDay } from './expected-day.tsx'

/** The columns of the inventory list; the key of a sortable column is the API's sort name. */
export const COLUMNS: readonly Column<AdminProduct>[] = [
  {
    key: 'picture',
    head: 'Resim',
    givesWay: 2,
    hideHead: true,
    width: '4rem',
    onPhone: 'nowhere',
    cell: product => <ProductPicture product={product} size="row" className="size-10 rounded-sm" />,
  },
  {
    key: 'name',
    head: 'Ürün',
    sortable: true,
    onPhone: 'title',
    cell: ({ name, brand, barcode }) => (
      <>
        <span className="block break-words font-medium">{name}</span>
        <span className="block break-words font-normal text-ink-soft text-sm">
          {[brand, barcode].filter(Boolean).join(' · ')}
        </span>
      </>
    ),
  },
  {
    key: 'category',
    head: 'Kategori',
    givesWay: 1,
    width: '9rem',
    sortable: true,
    cell: product => <span className="line-clamp-2">{product.category}</span>,
  },
  {
    key: 'price',
    head: 'Fiyat / birim',
    width: '9rem',
    numeric: true,
    sortable: true,
    cell: ({ price, unit }) => (
      <>
        <Money amount={price} /> <span className="text-ink-soft text-xs">/ {unit}</span>
      </>
    ),
  },
  {
    key: 'stock_quantity',
    head: 'Eldeki',
    givesWay: 6,
    width: '5.5rem',
    numeric: true,
    sortable: true,
    cell: product => wholeText(product.stock_quantity),
  },
  {
    key: 'reserved_quantity',
    head: 'Ayrılan',
    givesWay: 5,
    width: '6.5rem',
    numeric: true,
    sortable: true,
    cell: product => wholeText(product.reserved_quantity),
  },
  {
    key: 'available_quantity',
    head: 'Satılabilir',
    width: '9.5rem',
    numeric: true,
    sortable: true,
    cell: product => <Sellable quantity={product.available_quantity} />,
  },
  {
    key: 'expected',
    head: 'Beklenen tarih',
    givesWay: 4,
    width: '8.5rem',
    cell: product => <Expected product={product} />,
  },
  {
    key: 'state',
    head: 'Durum',
    givesWay: 3,
    width: '6.5rem',
    onPhone: 'aside',
    cell: product => <ActiveBadge active={product.is_active} />,
  },
]

/** The available quantity, marked when it is low or out. */
function Sellable({ quantity }: { quantity: number }) {
  const level = stockLevel(quantity)
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
      {level === 'low' && (
        <Badge tone="yellow" icon={TriangleAlert}>
          Azaldı
        </Badge>
      )}
      {level === 'out' && (
        <Badge tone="red" icon={CircleAlert}>
          Tükendi
        </Badge>
      )}
      <span className="font-semibold">{wholeText(quantity)}</span>
    </span>
  )
}

/** The expected date; a product that is out of stock without one is marked, as it cannot be ordered. */
function Expected({ product: { available_quantity, expected_stock_date } }: { product: AdminProduct }) {
  if (expected_stock_date) return <ExpectedDay day={expected_stock_date} />
  if (stockLevel(available_quantity) !== 'out') return '–'
  return (
    <Badge tone="yellow" icon={CalendarX2}>
      Tarihsiz
    </Badge>
  )
}
