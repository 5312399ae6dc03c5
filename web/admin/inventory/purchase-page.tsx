import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import type { downloadBackorders, downloadLowStock } from '#contract/inventory.ts'
import type { Warehouse } from '#contract/products.ts'
import { formatDay } from '#contract/turkish.ts'
import { DownloadButton } from '../../files/download-button.tsx'
import { Button } from '../../ui/button.tsx'
import { today } from '../../ui/clock.ts'
import { InventoryPage } from './inventory-page.tsx'

export type ViewProps = { warehouse: Warehouse; figures: ReactNode }

type PurchasePageProps = ViewProps & {
  title: string
  text: string
  workbook: typeof downloadLowStock | typeof downloadBackorders
  printing: { busy: boolean; print: () => void }
  children: ReactNode
}

/** A purchase list that can be printed or downloaded as a workbook. */
export function PurchasePage(props: PurchasePageProps) {
  const { warehouse, figures, title, text, workbook, printing, children } = props
  return (
    <InventoryPage
      title={title}
      windowTitle={`${title} · ${warehouse} · Envanter`}
      description={
        <>
          {warehouse} · {formatDay(today())}. {text}
        </>
      }
      figures={figures}
      action={
        <>
          <DownloadButton call={workbook} where={{ query: { warehouse } }} busyText="Excel dosyası hazırlanıyor">
            Excel indir
          </DownloadButton>
          <Button
            variant="primary"
            icon={Printer}
            busy={printing.busy}
            busyText="Liste hazırlanıyor"
            onClick={printing.print}
          >
            Yazdır
          </Button>
        </>
      }
    >
      {children}
    </InventoryPage>
  )
}
