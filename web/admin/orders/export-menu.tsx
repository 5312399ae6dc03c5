import { EllipsisVertical } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { readFilter } from './order-filter.ts'

const LinesExportItem = lazy(async () => ({ default: (await import('./lines-export-item.tsx')).LinesExportItem }))

/** The seldom used exports of the order list, at a desk. */
export const ExportMenu = ({ query }: { query: ReturnType<typeof readFilter> }) => (
  <Menu trigger={<IconButton icon={EllipsisVertical} label="Diğer işlemler" />}>
    <Suspense>
      <LinesExportItem query={query} />
    </Suspense>
  </Menu>
)
