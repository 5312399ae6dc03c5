import { EllipsisVertical, FileDown, FileUp } from 'lucide-react'
import { downloadCustomers } from '#contract/report-workbooks.ts'
import { useFileDownload } from '../../files/file-download.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import type { useCustomerFilter } from './customer-filters.tsx'

type CustomerListMenuProps = {
  filter: ReturnType<typeof useCustomerFilter>
  /** Set where the import has no button of its own. */
  onImport?: () => void
}

/** The seldom used actions of the customer list: its export, and on phones the import. */
export function CustomerListMenu({ filter: { query }, onImport }: CustomerListMenuProps) {
  const { busy, start } = useFileDownload(error => window.alert(error.message))
  return (
    <Menu trigger={<IconButton icon={EllipsisVertical} label="Diğer işlemler" />}>
      {onImport && (
        <MenuItem icon={FileUp} onSelect={onImport}>
          Excel’den aktar
        </MenuItem>
      )}
      <MenuItem icon={FileDown} disabled={busy} onSelect={() => void start(downloadCustomers, { query })}>
        Müşterileri Excel’e aktar
      </MenuItem>
    </Menu>
  )
}
