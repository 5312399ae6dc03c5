import { EllipsisVertical } from 'lucide-react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { LinesExportItem } from './lines-export-item.tsx'
import type { readFilter } from './order-filter.ts'

/** The seldom used exports of the order list, at a desk. */
export const ExportMenu = ({ query }: { query: ReturnType<typeof readFilter> }) => (
  <Menu trigger={<IconButton icon={EllipsisVertical} label="Diğer işlemler" />}>
    <LinesExportItem query={query} />
  </Menu>
)
