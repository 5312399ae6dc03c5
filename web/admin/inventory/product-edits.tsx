import { CalendarClock, Ellipsis, History, type LucideIcon, PackageOpen, Pencil, Tag } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { AdminProduct } from '#contract/catalogue.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { PriceDialog } from './price-dialog.tsx'
import { StockDialog } from './stock-dialog.tsx'

const EditProduct = lazy(async () => ({ default: (await import('../products/edit-product.tsx')).EditProduct }))

/** What can be done with a product of the list. */
export type ProductEdit = 'stock' | 'date' | 'price' | 'product' | 'ledger'

const EDITS: readonly { edit: ProductEdit; label: string; icon: LucideIcon }[] = [
  { edit: 'stock', label: 'Stoğu düzelt', icon: PackageOpen },
  { edit: 'date', label: 'Beklenen tarih ver', icon: CalendarClock },
  { edit: 'price', label: 'Fiyatı değiştir', icon: Tag },
  { edit: 'product', label: 'Ürünü düzenle', icon: Pencil },
  { edit: 'ledger', label: 'Stok hareketleri', icon: History },
]

/** A row's menu. */
export function ProductMenu({ product, onEdit }: { product: AdminProduct; onEdit: (edit: ProductEdit) => void }) {
  return (
    <Menu trigger={<IconButton icon={Ellipsis} size="small" label={`İşlemler: ${product.name}`} />}>
      {EDITS.map(({ edit, label, icon }) => (
        <MenuItem key={edit} icon={icon} onSelect={() => onEdit(edit)}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}

/** The same as buttons above the ledger, where a phone finds them. */
export function ProductEditButtons({ onEdit }: { onEdit: (edit: ProductEdit) => void }) {
  return (
    <div className="grid grid-cols-2 gap-2">
      {EDITS.filter(({ edit }) => edit !== 'ledger').map(({ edit, label, icon }) => (
        <Button key={edit} icon={icon} onClick={() => onEdit(edit)}>
          {label}
        </Button>
      ))}
    </div>
  )
}

type EditDialogProps = { edit: ProductEdit; product: AdminProduct; onClose: () => void }

/** The dialog of an edit that concerns one product only. */
export function EditDialog({ edit, product, onClose }: EditDialogProps) {
  if (edit === 'stock') return <StockDialog product={product} onClose={onClose} />
  if (edit === 'price') return <PriceDialog product={product} onClose={onClose} />
  if (edit !== 'product') return null
  return (
    <Suspense>
      <EditProduct id={product.id} open onClose={onClose} />
    </Suspense>
  )
}
