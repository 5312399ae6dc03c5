import { EllipsisVertical, FileDown, Phone, RotateCw } from 'lucide-react'
import { downloadOrders } from '#contract/reports.ts'
import { useFileDownload } from '../../files/file-download.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { MenuLink } from '../../ui/menu-link.tsx'
import { LinesExportItem } from './lines-export-item.tsx'
import type { useOrderFilter } from './order-filters.tsx'

type ListMenuProps = { query: ReturnType<typeof useOrderFilter>['query']; onRefresh: () => void }

/** The seldom used actions of the order list on a phone: refresh and export. */
export function ListMenu({ query, onRefresh }: ListMenuProps) {
  const { busy, start } = useFileDownload(error => window.alert(error.message))
  return (
    <Menu trigger={<IconButton icon={EllipsisVertical} label="Diğer işlemler" />}>
      <MenuLink icon={Phone} to="/admin/phone-order">
        Telefon siparişi
      </MenuLink>
      <MenuItem icon={RotateCw} onSelect={onRefresh}>
        Yenile
      </MenuItem>
      <MenuItem icon={FileDown} disabled={busy} onSelect={() => void start(downloadOrders, { query })}>
        Excel’e aktar
      </MenuItem>
      <LinesExportItem query={query} />
    </Menu>
  )
}
