import { CalendarX2, CircleAlert, TriangleAlert } from 'lucide-react'
import { Fragment } from 'react'
import { activeLabel } from '#contract/active-labels.ts'
import type { AdminProduct } from '#contract/products.ts'
import { isOverdue, stockLevel } from '#contract/stock-level.ts'
import { formatDay } from '#contract/turkish.ts'
import { ProductPicture } from '../../catalogue/product-picture.tsx'
import { ActiveBadge } from '../../ui/active-badge.tsx'
import { Badge } from '../../ui/badge.tsx'
import { today } from '../../ui/clock.ts'
import { CutName } from '../../ui/cut-name.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Money } from '../../ui/money.tsx'
import { Link } from '../../ui/router.tsx'
import { quantityText } from '../../ui/signed-text.ts'
import { INK } from '../../ui/tone.ts'
import { expiryLabel, remainingDaysOf } from '../lots/expiry-text.ts'
import { type ProductEdit, ProductMenu } from './product-edits.tsx'

/**
 * The columns of the inventory list; the key of a sortable column is the API's sort name. Every cell has one line or
 * two, no higher than the picture, so all rows have one height. A phone shows as many lines as needed, with the
 * available quantity beside them. A narrow window shows the whole barcode below the name, and its rows have room for
 * three lines.
 */
export const columnsWith = (
  { phone, narrow }: { phone: boolean; narrow: boolean },
  onEdit: (edit: ProductEdit, product: AdminProduct) => void,
): readonly Column<AdminProduct>[] => [
  ...PICTURE,
  {
    key: 'name',
    head: 'Ürün',
    sortable: true,
    minWidth: '14rem',
    onPhone: 'title',
    cell: product => (
      <span className={phone ? 'block' : `flex flex-col ${narrow ? 'h-13 justify-center' : 'max-h-9 overflow-hidden'}`}>
        <Name name={product.name} isOneLine={phone || nearExpiry(product) !== undefined} />
        {phone ? (
          <PhoneLines product={product} />
        ) : (
          <span className="flex shrink-0 font-normal text-ink-soft text-xs leading-4">
            <NearExpiry product={product} />
            <span className="truncate">{product.brand}</span>
            {narrow && product.barcode !== null && (
              <span className="max-w-full shrink-0 truncate whitespace-pre tabular-nums"> · {product.barcode}</span>
            )}
          </span>
        )}
      </span>
    ),
  },
  ...(narrow ? [] : BARCODE),
  ...FIGURES,
  {
    key: 'available_quantity',
    head: 'Satılabilir',
    width: '7.5rem',
    numeric: true,
    sortable: true,
    onPhone: 'aside',
    cell: product => <Sellable product={product} phone={phone} />,
  },
  ...STATE,
  {
    key: 'edit',
    head: 'İşlemler',
    hideHead: true,
    width: '4rem',
    onPhone: 'nowhere',
    cell: product => !phone && <ProductMenu product={product} onEdit={edit => onEdit(edit, product)} />,
  },
]

/** The most characters that fit into two lines of the column; 99 of 100 names of a price list have fewer. */
const MAX_WRAPPED = 56

/** A name in one line, or at a desk in two, where it replaces the brand; a longer one is cut in the middle. */
const Name = ({ name, isOneLine }: { name: string; isOneLine: boolean }) =>
  isOneLine || name.length > MAX_WRAPPED ? (
    <CutName name={name} className="shrink-0 font-medium leading-5" />
  ) : (
    <span title={name} className="line-clamp-2 shrink-0 break-words font-medium leading-4.5">
      {name}
    </span>
  )

const PICTURE: readonly Column<AdminProduct>[] = [
  {
    key: 'picture',
    head: 'Resim',
    hideOrder: 2,
    hideHead: true,
    width: '3.75rem',
    onPhone: 'nowhere',
    cell: product => <ProductPicture product={product} size="row" className="size-9 rounded-sm" />,
  },
]

const BARCODE: readonly Column<AdminProduct>[] = [
  {
    key: 'barcode',
    head: 'Barkod',
    hideOrder: 4,
    width: '9rem',
    onPhone: 'nowhere',
    cell: ({ barcode }) => <span className="block truncate text-sm tabular-nums">{barcode ?? '–'}</span>,
  },
]

const FIGURES: readonly Column<AdminProduct>[] = [
  {
    key: 'category',
    head: 'Kategori',
    hideOrder: 1,
    width: '9rem',
    sortable: true,
    onPhone: 'nowhere',
    cell: product => <span className="block truncate">{product.category}</span>,
  },
  {
    key: 'price',
    head: 'Fiyat / birim',
    width: '8.5rem',
    numeric: true,
    sortable: true,
    onPhone: 'nowhere',
    cell: ({ price, unit }) => (
      <>
        <Money amount={price} className="block leading-5" />
        <span className={SECOND_LINE}>/ {unit}</span>
      </>
    ),
  },
  {
    key: 'stock_quantity',
    head: 'Eldeki',
    hideOrder: 7,
    width: '5.5rem',
    numeric: true,
    sortable: true,
    onPhone: 'nowhere',
    cell: product => quantityText(product.stock_quantity),
  },
  {
    key: 'reserved_quantity',
    head: 'Ayrılan',
    hideOrder: 6,
    width: '6.5rem',
    numeric: true,
    sortable: true,
    onPhone: 'nowhere',
    cell: product => quantityText(product.reserved_quantity),
  },
]

const STATE: readonly Column<AdminProduct>[] = [
  {
    key: 'expected',
    head: 'Beklenen tarih',
    hideOrder: 5,
    width: '8rem',
    onPhone: 'nowhere',
    cell: product => <Expected product={product} />,
  },
  {
    key: 'state',
    head: 'Durum',
    hideOrder: 3,
    width: '6.5rem',
    onPhone: 'nowhere',
    cell: product => <ActiveBadge active={product.is_active} />,
  },
]

/** The columns by which the list can be sorted, also in windows that hide some of them. */
export const SORTABLE_COLUMNS = columnsWith({ phone: false, narrow: false }, () => undefined).filter(
  ({ sortable }) => sortable,
)

const SECOND_LINE = 'block truncate font-normal text-ink-soft text-xs leading-4'

/** The lines below the name on a phone's card. They are wrapped between their parts, so that no figure is cut. */
function PhoneLines({ product }: { product: AdminProduct }) {
  const parts = [
    !product.is_active && activeLabel(false),
    nearExpiry(product)?.text,
    `Eldeki ${quantityText(product.stock_quantity)}`,
    product.reserved_quantity > 0 && `Ayrılan ${quantityText(product.reserved_quantity)}`,
    product.brand,
  ].filter(Boolean)
  return (
    <span className="wrap-anywhere block font-normal text-ink-soft text-xs tabular-nums leading-4">
      {parts.map((part, at) => (
        <Fragment key={part || ''}>
          {at > 0 && ' '}
          <span className="inline-block">
            {part}
            {at < parts.length - 1 && ' ·'}
          </span>
        </Fragment>
      ))}
      <span className="block">{product.barcode}</span>
    </span>
  )
}

/** The expiry, in words, of the goods on hand that expire first, if it is near or has passed. */
function nearExpiry({ first_expiry: first }: AdminProduct) {
  if (!first) return undefined
  const left = remainingDaysOf(first, today())
  if (!left?.isNear) return undefined
  return { text: expiryLabel(first), tone: left.tone }
}

/** The mark of goods that expire soon or have expired; it leads to the product's lots. */
function NearExpiry({ product }: { product: AdminProduct }) {
  const near = nearExpiry(product)
  if (!near) return null
  const { warehouse, name } = product
  const where = new URLSearchParams({ tab: 'inventory', view: 'lots', warehouse, search: name })
  return (
    <Link
      to={`/admin/dashboard?${where}`}
      aria-label={`${near.text}: partileri aç`}
      className={`relative z-1 mr-1.5 shrink-0 whitespace-nowrap rounded-sm font-medium underline ${INK[near.tone]}`}
    >
      {near.text}
    </Link>
  )
}

const LEVELS = {
  low: { text: 'Azaldı', icon: TriangleAlert, ink: 'text-yellow-ink' },
  out: { text: 'Tükendi', icon: CircleAlert, ink: 'text-red-ink' },
}

/** The available quantity, marked when it is low or out. */
function Sellable({ product: { available_quantity, unit }, phone }: { product: AdminProduct; phone: boolean }) {
  const stock = stockLevel(available_quantity)
  const level = stock === 'low' || stock === 'out' ? LEVELS[stock] : undefined
  const Icon = level?.icon
  return (
    <span className="block text-right tabular-nums">
      <span className={phone ? 'block font-semibold text-xl leading-6' : 'block font-semibold leading-5'}>
        {quantityText(available_quantity)}
        {phone && <span className="font-normal text-ink-soft text-xs"> {unit}</span>}
      </span>
      {level && Icon && (
        <span className={`flex items-center justify-end gap-1 font-medium text-xs leading-4 ${level.ink}`}>
          <Icon aria-hidden className="size-3" />
          {level.text}
        </span>
      )}
    </span>
  )
}

/**
 * The expected date, and whether the goods are overdue; without one, a product out of stock cannot be ordered, which is
 * marked unless it is an offer.
 */
function Expected({ product }: { product: AdminProduct }) {
  const { available_quantity, expected_stock_date: day, is_offer } = product
  if (day)
    return (
      <>
        <span className="block whitespace-nowrap leading-5">{formatDay(day)}</span>
        {isOverdue(available_quantity, day, today()) && (
          <span className="block font-medium text-red-ink text-xs leading-4">gecikti</span>
        )}
      </>
    )
  if (is_offer || stockLevel(available_quantity) !== 'out') return '–'
  return (
    <Badge tone="yellow" icon={CalendarX2}>
      Tarihsiz
    </Badge>
  )
}
