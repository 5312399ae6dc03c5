import { Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import { readCount, type StockCount, showDifferences } from '#contract/counts.ts'
import { formatDay } from '#contract/turkish.ts'
import { useCommand } from '../../command.ts'
import { cacheRow } from '../../queries.ts'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { Page } from '../../ui/page.tsx'
import { toast } from '../../ui/toaster.tsx'
import { WarehouseBadge } from '../products/warehouse-badge.tsx'
import { ActionBar } from './action-bar.tsx'

type Counted = StockCount['products'][number]

/** The counted quantities of a blind count, before its differences are shown. */
export function BlindPreview({ count, back }: { count: StockCount; back: ReactNode }) {
  const { run, pending } = useCommand(showDifferences, {
    showError: 'alert',
    againWhenLost: true,
    onReply: ({ message, count: shown }) => {
      cacheRow({ read: readCount }, shown)
      toast.success(message)
    },
  })
  const show = () => {
    if (window.confirm('Farklar gösterilsin mi? Bundan sonra bu sayımda eldeki miktarlar herkese görünür.'))
      void run({ params: { id: count.id } })
  }
  const day = formatDay(count.count_date)
  return (
    <Page
      title="Sayım farkları"
      windowTitle={`${day} sayımı · Farklar`}
      description={`${day} sayımı · ${wholeText(count.products.length)} ürün sayıldı`}
      back={back}
    >
      <div className="grid min-w-0 grid-cols-1 gap-4">
        <AlertStrip kind="info" title="Kör sayım">
          Eldeki miktarlar ve farklar henüz gizli. Saydıklarınızı gözden geçirin; farkları gösterdiğiniz, işlem
          geçmişine yazılır.
        </AlertStrip>
        <DataTable
          label="Sayılan ürünler"
          columns={COLUMNS}
          rows={count.products}
          rowKey={product => product.product_id}
        />
        <ActionBar>
          <span className="text-ink-soft">Stoklar, sayımı bitirene kadar değişmez.</span>
          <Button
            variant="primary"
            size="large"
            icon={Eye}
            busy={pending}
            busyText="Farklar gösteriliyor"
            onClick={show}
          >
            Farkları göster
          </Button>
        </ActionBar>
      </div>
    </Page>
  )
}

const COLUMNS: readonly Column<Counted>[] = [
  {
    key: 'name',
    head: 'Ürün',
    cell: ({ product_name, brand, warehouse }) => (
      <>
        <span className="block break-words font-medium">{product_name}</span>
        <span className="block truncate font-normal text-ink-soft text-sm">{brand}</span>
        <WarehouseBadge warehouse={warehouse} />
      </>
    ),
  },
  {
    key: 'counted',
    head: 'Sayılan',
    width: '9rem',
    numeric: true,
    onPhone: 'aside',
    cell: ({ counted_quantity, unit }) => `${wholeText(counted_quantity)} ${unit}`,
  },
]
