import { FileSpreadsheet } from 'lucide-react'
import { downloadOrderLines } from '#contract/report-workbooks.ts'
import { useFileDownload } from '../../files/file-download.ts'
import { MenuItem } from '../../ui/menu.tsx'
import type { readFilter } from './order-filter.ts'

/** Exports the lines of the filtered orders, one row each. */
export function LinesExportItem({ query }: { query: ReturnType<typeof readFilter> }) {
  const { busy, start } = useFileDownload(error => window.alert(error.message))
  return (
    <MenuItem icon={FileSpreadsheet} disabled={busy} onSelect={() => void start(downloadOrderLines, { query })}>
      Sipariş satırlarını Excel’e aktar
    </MenuItem>
  )
}
