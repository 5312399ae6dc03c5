import {
  ArrowLeftRight,
  CalendarClock,
  History,
  type LucideIcon,
  PackageOpen,
  PackagePlus,
  Pencil,
  Tag,
} from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { AdminProduct } from '#contract/products.ts'
import { Button } from '../../ui/button.tsx'
import { MenuItem } from '../../ui/menu.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { PriceDialog } from './price-dialog.tsx'
import { StockDialog } from './stock-dialog.tsx'

const EditProduct = lazy(async () => ({ default: (await import('../products/edit-product.tsx')).EditProduct }))
const ReorderDialog = lazy(async () => ({ default: (await import('./reorder-dialog.tsx')).ReorderDialog }))
const TransferDialog = lazy(async () => ({ default: (await import('./transfer-dialog.tsx')).TransferDialog }))

/** The actions on a product of the list. */
export type ProductEdit = 'stock' | 'transfer' | 'reorder' | 'date' | 'price' | 'product' | 'ledger'

const EDITS: readonly { edit: ProductEdit; label: string; icon: LucideIcon }[] = [
  { edit: 'stock', label: 'Stoğu düzelt', icon: PackageOpen },
  { edit: 'transfer', label: 'Depoya aktar', icon: ArrowLeftRight },
  { edit: 'reorder', label: 'Sipariş noktası', icon: PackagePlus },
  { edit: 'date', label: 'Beklenen tarih ver', icon: CalendarClock },
  { edit: 'price', label: 'Fiyatı değiştir', icon: Tag },
  { edit: 'product', label: 'Ürünü düzenle', icon: Pencil },
  { edit: 'ledger', label: 'Stok hareketleri', icon: History },
]

/** An offer gets goods from its lot only, and the server refuses to move them elsewhere. */
const NOT_OF_OFFERS: ReadonlySet<ProductEdit> = new Set(['transfer', 'reorder', 'date'])

const editsOf = ({ is_offer }: AdminProduct) =>
  is_offer ? EDITS.filter(({ edit }) => !NOT_OF_OFFERS.has(edit)) : EDITS

type ProductEditsProps = { product: AdminProduct; onEdit: (edit: ProductEdit) => void }

/** A row's menu. */
export function ProductMenu({ product, onEdit }: ProductEditsProps) {
  return (
    <RowActions name={product.name}>
      {editsOf(product).map(({ edit, label, icon }) => (
        <MenuItem key={edit} icon={icon} onSelect={() => onEdit(edit)}>
          {label}
        </MenuItem>
      ))}
    </RowActions>
  )
}

/** The same actions as buttons above the ledger, for phones, which have no row menu. */
export function ProductEditButtons({ product, onEdit }: ProductEditsProps) {
  const edits = editsOf(product).filter(({ edit }) => edit !== 'ledger')
  return (
    <div className="grid grid-cols-2 gap-2">
      {edits.map(({ edit, label, icon }) => (
        <Button key={edit} icon={icon} onClick={() => onEdit(edit)}>
          {label}
        </Button>
      ))}
    </div>
  )
}

type EditDialogProps = { edit: ProductEdit; product: AdminProduct; onClose: () => void }

/** The dialog of an edit of a stock or a price. */
export function EditDialog({ edit, product, onClose }: EditDialogProps) {
  if (edit === 'stock') return <StockDialog product={product} onClose={onClose} />
  if (edit === 'price') return <PriceDialog product={product} onClose={onClose} />
  if (edit !== 'transfer' && edit !== 'reorder') return null
  return (
    <Suspense>
      {edit === 'transfer' ? (
        <TransferDialog products={[product]} onClose={onClose} />
      ) : (
        <ReorderDialog product={product} onClose={onClose} />
      )}
    </Suspense>
  )
}

/** All fields of a product, in the same sheet as on the products tab. */
export function ProductSheet({ id, onClose }: { id: string; onClose: () => void }) {
  return (
    <Suspense>
      <EditProduct id={id} open onClose={onClose} />
    </Suspense>
  )
}
