import { EllipsisVertical, FileDown } from 'lucide-react'
import { downloadCustomers } from '#contract/report-workbooks.ts'
import { useFileDownload } from '../../files/file-download.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import type { useCustomerFilter } from './customer-filters.tsx'

/** The seldom used actions of the customer list: its export. */
export function CustomerListMenu({ filter: { query } }: { filter: ReturnType<typeof useCustomerFilter> }) {
  const { busy, start } = useFileDownload(error => window.alert(error.message))
  return (
    <Menu trigger={<IconButton icon={EllipsisVertical} label="Diğer işlemler" />}>
      <MenuItem icon={FileDown} disabled={busy} onSelect={() => void start(downloadCustomers, { query })}>
        Müşterileri Excel’e aktar
      </MenuItem>
    </Menu>
  )
}
