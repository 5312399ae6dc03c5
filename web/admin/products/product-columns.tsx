import { CirclePause, CirclePlay, History, Image, ScrollText, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { activeLabel } from '#contract/active-labels.ts'
import { type AdminProduct, MAIN_WAREHOUSE } from '#contract/products.ts'
import { isOverdue, stockLevel } from '#contract/stock-level.ts'
import { formatDay } from '#contract/turkish.ts'
import { nameLines } from '../../catalogue/name-lines.ts'
import { ProductPicture } from '../../catalogue/product-picture.tsx'
import { StockLabel } from '../../catalogue/stock-label.tsx'
import { ActiveBadge } from '../../ui/active-badge.tsx'
import { ActiveItem } from '../../ui/active-item.tsx'
import { Badge } from '../../ui/badge.tsx'
import { today } from '../../ui/clock.ts'
import { CutName } from '../../ui/cut-name.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { MenuLink } from '../../ui/menu-link.tsx'
import { Money } from '../../ui/money.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { RowActions } from '../../ui/row-actions.tsx'
import { useProductActiveToggle } from './product-actions.ts'

/** Callbacks for the actions on one product. */
export type ProductActions = {
  onEdit: (product: AdminProduct) => void
  /** Opens the sheet with all fields. */
  onMore: (product: AdminProduct) => void
  onLedger: (product: AdminProduct) => void
  onDelete: (product: AdminProduct) => void
  /** The product whose form was closed last. Its row, or on a phone its edit button, takes the focus back. */
  lastClosed: string | undefined
  onFocus: () => void
}

/** The columns of the product list, whose rows are 48 px high; on a phone, the contents of a card. */
export const productColumns = (actions: ProductActions, phone: boolean): readonly Column<AdminProduct>[] => [
  ...(phone ? PHONE_COLUMNS : COLUMNS),
  {
    key: 'actions',
    head: 'İşlemler',
    hideHead: true,
    width: '7.5rem',
    onPhone: 'aside',
    cell: product => <Actions product={product} {...actions} />,
  },
]

/** The key of a sortable column is the API's sort name. */
const COLUMNS: readonly Column<AdminProduct>[] = [
  {
    key: 'picture',
    head: 'Resim',
    hideOrder: 3,
    hideHead: true,
    width: '3.75rem',
    cell: product => <ProductPicture product={product} size="row" className="size-8 rounded-sm" />,
  },
  {
    key: 'name',
    head: 'Ürün',
    sortable: true,
    minWidth: '12rem',
    cell: ({ name, ...product }) => (
      <>
        <CutName name={name} most={MAX_END} className="font-medium" />
        <Origin {...product} />
      </>
    ),
  },
  {
    key: 'category',
    sortable: true,
    head: 'Kategori',
    hideOrder: 2,
    width: '9rem',
    cell: ({ category }) => (
      <span className="block truncate" title={category}>
        {category}
      </span>
    ),
  },
  {
    key: 'price',
    sortable: true,
    head: 'Fiyat',
    width: '8.5rem',
    numeric: true,
    cell: product => (
      <>
        <Money amount={product.price} />
        <span className={SECOND_LINE}>{per(product)}</span>
      </>
    ),
  },
  {
    key: 'stock_quantity',
    sortable: true,
    head: 'Eldeki',
    hideOrder: 5,
    width: '5.5rem',
    numeric: true,
    cell: product => wholeText(product.stock_quantity),
  },
  {
    key: 'available_quantity',
    sortable: true,
    head: 'Satılabilir',
    hideOrder: 6,
    width: '9.5rem',
    cell: product => (
      <>
        <Available {...product} />
        {product.expected_stock_date && <span className={SECOND_LINE}>{expected(product)}</span>}
      </>
    ),
  },
  {
    key: 'barcode',
    sortable: true,
    head: 'Barkod',
    hideOrder: 1,
    width: '9rem',
    cell: ({ barcode }) => <span className="block truncate">{barcode ?? '–'}</span>,
  },
  {
    key: 'is_active',
    sortable: true,
    head: 'Durum',
    hideOrder: 4,
    width: '6.75rem',
    cell: product => <ActiveBadge active={product.is_active} />,
  },
]

/** The columns by which the list can be sorted, also on a phone. */
export const SORTABLE_COLUMNS = COLUMNS.filter(({ sortable }) => sortable)

/** On a phone a card has a name, a description of the goods, and a line of figures, so that six fit on a screen. */
const PHONE_COLUMNS: readonly Column<AdminProduct>[] = [
  {
    key: 'name',
    head: 'Ürün',
    onPhone: 'title',
    cell: ({ name, ...product }) => (
      <>
        <span className={`${nameLines(name)} text-sm`}>{name}</span>
        <Origin {...product}>{!product.is_active && <Badge className={LOW_BADGE}>{activeLabel(false)}</Badge>}</Origin>
      </>
    ),
  },
  {
    key: 'figures',
    head: 'Fiyat ve stok',
    onPhone: 'foot',
    cell: product => (
      <span className="flex w-full flex-wrap items-center justify-between gap-x-2 text-sm">
        <span>
          <Money amount={product.price} /> <span className="text-ink-soft text-xs">{per(product)}</span>
        </span>
        <span className="flex items-center gap-2">
          <span className="text-ink-soft text-xs">Eldeki {wholeText(product.stock_quantity)}</span>
          {stockLevel(product.available_quantity) !== 'enough' && <Available {...product} />}
        </span>
        {product.expected_stock_date && <span className="text-ink-soft text-xs">{expected(product)}</span>}
      </span>
    ),
  },
]

/** Whether the card on a phone has as many lines for both states of a product. */
export const hasSameCard = (before: AdminProduct, after: AdminProduct) => linesOf(before) === linesOf(after)

const linesOf = ({ name, available_quantity, expected_stock_date: day }: AdminProduct) =>
  [name, stockLevel(available_quantity), day !== null].join()

/**
 * How many letters of a name's end are always shown: the column is narrow, and its beginning must also be recognizable.
 */
const MAX_END = 18

/** Makes a row of 48 px together with the first line of 20 px. */
const SECOND_LINE = 'block truncate font-normal text-ink-soft text-xs leading-[0.9375rem]'

type OriginProps = Pick<AdminProduct, 'brand' | 'warehouse'> & { children?: ReactNode }

/** The brand, with the warehouse if it is not the main one. */
function Origin({ brand, warehouse, children }: OriginProps) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className={SECOND_LINE}>{brand || '–'}</span>
      {warehouse !== MAIN_WAREHOUSE && <Badge className={LOW_BADGE}>{warehouse}</Badge>}
      {children}
    </span>
  )
}

/** A badge that is no higher than the second line. */
const LOW_BADGE = '-my-1 h-4.5! shrink-0'

const per = ({ unit, vat_rate }: AdminProduct) => `/ ${unit} · KDV %${vat_rate}`

/** The available quantity, without the expected date. */
const Available = ({ available_quantity: stock_quantity }: Pick<AdminProduct, 'available_quantity'>) => (
  <StockLabel product={{ stock_quantity, expected_stock_date: null }} className="flex!" />
)

/** The expected date, if any; marked as late only while the product is out of stock. */
function expected({ available_quantity, expected_stock_date: day }: AdminProduct) {
  if (!day) return null
  return `${isOverdue(available_quantity, day, today()) ? 'Gecikti:' : 'Beklenen:'} ${formatDay(day)}`
}

type ActionsProps = { product: AdminProduct } & ProductActions

function Actions({ product, onEdit, onMore, onLedger, onDelete, lastClosed, onFocus }: ActionsProps) {
  const { id, name } = product
  const toggle = useProductActiveToggle()
  return (
    <RowActions name={name} onEdit={() => onEdit(product)} takesFocus={lastClosed === id} onFocusTaken={onFocus}>
      <ActiveItem item={product} icons={{ deactivate: CirclePause, activate: CirclePlay }} onToggle={toggle} />
      <MenuItem icon={Image} onSelect={() => onMore(product)}>
        Resim, barkod, açıklama
      </MenuItem>
      <MenuItem icon={History} onSelect={() => onLedger(product)}>
        Stok hareketleri
      </MenuItem>
      <MenuLink icon={ScrollText} to={`/admin/dashboard?tab=reports&view=audit&entity=product&entity_id=${id}`}>
        Değişiklik geçmişi
      </MenuLink>
      <MenuSeparator />
      <MenuItem danger icon={Trash2} onSelect={() => onDelete(product)}>
        Ürünü sil
      </MenuItem>
    </RowActions>
  )
}
