import { Barcode, CalendarClock, Ellipsis, FileDown, FileUp, History, type LucideIcon, Trash2 } from 'lucide-react'
import { exportProducts } from '#contract/inventory.ts'
import { downloadLabels } from '#contract/labels.ts'
import { type AdminProduct, MAIN_WAREHOUSE, type Warehouse } from '#contract/products.ts'
import { useFileDownload } from '../../files/file-download.ts'
import { Button } from '../../ui/button.tsx'
import { useMedia } from '../../ui/media.ts'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { SINGLE_COLUMN } from '../../ui/widths.ts'
import type { ProductFilter } from '../products/use-product-filter.ts'
import { useDeleteByWarehouse } from './delete-by-warehouse.ts'
import { useOutOfStock } from './out-of-stock.ts'

type WarehouseActionsProps = {
  warehouse: Warehouse
  /** The filters of the list, for the labels of its products. */
  filter: ProductFilter['query']
  onImport: () => void
  onHistory: () => void
  /** Called with the products that have no available quantity. */
  onOutOfStock: (products: AdminProduct[]) => void
}

/** The menu of actions on a whole warehouse; in a narrow window it includes the import, which is a button elsewhere. */
export function WarehouseActions({ warehouse, filter, onImport, onHistory, onOutOfStock }: WarehouseActionsProps) {
  const narrow = useMedia(SINGLE_COLUMN)
  const actions = useActions(warehouse, filter, onOutOfStock)
  const busy = actions.find(one => one.busy)
  return (
    <>
      <Menu
        trigger={
          <Button icon={Ellipsis} busy={busy !== undefined} busyText={busy?.busyText ?? ''}>
            İşlemler
          </Button>
        }
      >
        {narrow && (
          <MenuItem icon={FileUp} onSelect={onImport}>
            {IMPORT}
          </MenuItem>
        )}
        <MenuItem icon={History} onSelect={onHistory}>
          İçe aktarma geçmişi
        </MenuItem>
        {actions.map(({ text, icon, act, danger }) => (
          <MenuItem key={text} icon={icon} onSelect={act} danger={danger}>
            {text}
          </MenuItem>
        ))}
      </Menu>
      {!narrow && <ImportButton onImport={onImport} />}
    </>
  )
}

const IMPORT = 'Excel’den içe aktar'

export function ImportButton({ onImport }: { onImport: () => void }) {
  return (
    <Button variant="primary" icon={FileUp} onClick={onImport}>
      {IMPORT}
    </Button>
  )
}

type Action = { text: string; busyText: string; icon: LucideIcon; busy: boolean; act: () => void; danger?: boolean }

function useActions(
  warehouse: Warehouse,
  { search, category, is_active, level }: ProductFilter['query'],
  onOutOfStock: WarehouseActionsProps['onOutOfStock'],
): Action[] {
  const labels = useFileDownload(error => window.alert(error.message))
  const deletion = useDeleteByWarehouse(warehouse)
  const outOfStock = useOutOfStock(warehouse, onOutOfStock)
  const download = useFileDownload(error => window.alert(error.message))
  const deleteAction: Action = {
    text: 'Depodaki tüm ürünleri sil',
    busyText: 'Ürünler siliniyor',
    icon: Trash2,
    busy: deletion.busy,
    act: deletion.deleteAll,
    danger: true,
  }
  return [
    {
      text: 'Stok=0 olanlara tarih ver',
      busyText: 'Stoğu biten ürünler aranıyor',
      icon: CalendarClock,
      busy: outOfStock.busy,
      act: outOfStock.find,
    },
    {
      text: 'Excel’e aktar',
      busyText: 'Excel dosyası hazırlanıyor',
      icon: FileDown,
      busy: download.busy,
      act: () => void download.start(exportProducts, { query: { warehouse } }),
    },
    {
      text: 'Listedekilerin raf etiketleri',
      busyText: 'Raf etiketleri hazırlanıyor',
      icon: Barcode,
      busy: labels.busy,
      act: () => {
        const query = { warehouse, search, category, is_active, level }
        void labels.start(downloadLabels, { query })
      },
    },
    ...(warehouse === MAIN_WAREHOUSE ? [] : [deleteAction]),
  ]
}
