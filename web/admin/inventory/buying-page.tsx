import { FileDown, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Warehouse } from '#contract/catalogue.ts'
import type { downloadBackorders, downloadLowStock } from '#contract/inventory.ts'
import { formatDay } from '#contract/turkish.ts'
import { useFileDownload } from '../../parts/file-download.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { today } from './expected-day.tsx'

export type ViewProps = { warehouse: Warehouse; figures: ReactNode }

type BuyingPageProps = ViewProps & {
  title: string
  text: string
  workbook: typeof downloadLowStock | typeof downloadBackorders
  printing: { busy: boolean; print: () => void }
  children: ReactNode
}

/** A list to buy by: to be printed and taken along, or downloaded. */
export function BuyingPage(props: BuyingPageProps) {
  const { warehouse, figures, title, text, workbook, printing, children } = props
  const { busy, start } = useFileDownload(error => window.alert(error.message))
  return (
    <Page
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
          <Button
            icon={FileDown}
            busy={busy}
            busyText="Excel dosyası hazırlanıyor"
            onClick={() => void start(workbook, { query: { warehouse } })}
          >
            Excel indir
          </Button>
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
    </Page>
  )
}
