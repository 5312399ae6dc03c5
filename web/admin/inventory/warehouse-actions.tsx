import { CalendarClock, Ellipsis, FileDown, FileUp, type LucideIcon, Trash2 } from 'lucide-react'
import { type AdminProduct, MAIN_WAREHOUSE, type Warehouse } from '#contract/catalogue.ts'
import { exportProducts } from '#contract/inventory.ts'
import { useFileDownload } from '../../files/file-download.ts'
import { Button } from '../../ui/button.tsx'
import { usePhone } from '../../ui/media.ts'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { useDeleteByWarehouse } from './delete-by-warehouse.ts'
import { useOutOfStock } from './out-of-stock.ts'

type WarehouseActionsProps = {
  warehouse: Warehouse
  onImport: () => void
  /** Called with the products that have no available quantity. */
  onOutOfStock: (products: AdminProduct[]) => void
}

/** The actions on a whole warehouse: as buttons, or on a phone in a menu beside the import button. */
export function WarehouseActions({ warehouse, onImport, onOutOfStock }: WarehouseActionsProps) {
  const phone = usePhone()
  const actions = useActions(warehouse, onOutOfStock)
  return (
    <>
      {phone ? (
        <Menu
          trigger={
            <Button icon={Ellipsis} busy={actions.some(({ busy }) => busy)} busyText="İşlem sürüyor">
              İşlemler
            </Button>
          }
        >
          {actions.map(({ text, icon, act, danger }) => (
            <MenuItem key={text} icon={icon} onSelect={act} danger={danger}>
              {text}
            </MenuItem>
          ))}
        </Menu>
      ) : (
        actions.map(({ text, busyText, icon, busy, act, danger }) => (
          <Button
            key={text}
            icon={icon}
            busy={busy}
            busyText={busyText}
            onClick={act}
            className={danger ? 'text-danger-ink!' : undefined}
          >
            {text}
          </Button>
        ))
      )}
      <ImportButton onImport={onImport} />
    </>
  )
}

export function ImportButton({ onImport }: { onImport: () => void }) {
  return (
    <Button variant="primary" icon={FileUp} onClick={onImport}>
      Excel’den içe aktar
    </Button>
  )
}

type Action = { text: string; busyText: string; icon: LucideIcon; busy: boolean; act: () => void; danger?: boolean }

function useActions(warehouse: Warehouse, onOutOfStock: WarehouseActionsProps['onOutOfStock']): Action[] {
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
    ...(warehouse === MAIN_WAREHOUSE ? [] : [deleteAction]),
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
  ]
}
