import { CalendarDays, CalendarRange, Sigma, Sun } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatMoney } from '#contract/money.ts'
import { ORDER_STATUSES } from '#contract/order-status.ts'
import { downloadOrders, type Revenue, readRevenue, readSales, readTopProducts } from '#contract/reports.ts'
import { DownloadButton } from '../../files/download-button.tsx'
import { Failed } from '../../lists/list-states.tsx'
import { StaleStrip } from '../../lists/stale-strip.tsx'
import { STATUS_OPTIONS } from '../../orders/order-status.tsx'
import { useCallQuery } from '../../queries.ts'
import { Card } from '../../ui/card.tsx'
import { DayInput } from '../../ui/day-input.tsx'
import { Figures } from '../../ui/figures.tsx'
import { Money } from '../../ui/money.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { Page } from '../../ui/page.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { LoadingRows, Skeleton } from '../../ui/skeleton.tsx'
import { Toolbar } from '../../ui/toolbar.tsx'
import { useVisibleInterval } from '../../ui/visible-interval.ts'
import { changeText, SPANS, useReportPeriod } from './report-period.ts'
import { SalesCharts } from './sales-charts.tsx'
import { TopProducts } from './top-products.tsx'

const REFRESH_INTERVAL = 60_000

/** Revenue, sales charts and popular products, refreshed while the window is visible. */
export function ReportsView({ chooser }: { chooser: ReactNode }) {
  const period = useReportPeriod()
  const { from, to } = period
  const revenue = useCallQuery(readRevenue, {})
  const sales = useCallQuery(readSales, { query: { from, to } })
  const products = useCallQuery(readTopProducts, { query: { from, to } })
  useVisibleInterval(REFRESH_INTERVAL, () => {
    for (const query of [revenue, sales, products]) void query.refetch()
  })
  return (
    <Page
      title="Raporlar"
      windowTitle="Raporlar · Yönetim"
      aside={chooser}
      description="Tutarlar KDV dahildir; iptal edilen siparişler ciroya katılmaz."
      figures={<Figures figures={figuresOf(revenue.data, revenue.isError)} />}
    >
      <div className="grid min-w-0 gap-4">
        <Toolbar label="Rapor dönemi">
          <Segmented
            label="Dönem"
            className="max-sm:basis-full!"
            options={SPANS}
            value={period.span}
            onChange={period.setSpan}
          />
          <DayInput label="Başlangıç" value={from} max={to} onDay={day => period.set({ from: day })} />
          <DayInput label="Bitiş" value={to} min={from} max={period.today} onDay={day => period.set({ to: day })} />
        </Toolbar>
        <StaleStrip query={{ ...sales, error: sales.data ? sales.error : null }} />
        {sales.data ? (
          <SalesCharts sales={sales.data} />
        ) : sales.error ? (
          <Failed query={sales} error={sales.error} />
        ) : (
          <LoadingRows rows={14} label="Raporlar yükleniyor" />
        )}
        <div className="grid min-w-0 items-start gap-4 lg:grid-cols-2">
          <TopProducts query={products} />
          <OrdersExport from={from} to={to} />
        </div>
      </div>
    </Page>
  )
}

function figuresOf(revenue: Revenue | undefined, failed: boolean) {
  const shown = (sold: Revenue['total'] | undefined) => {
    if (sold) return <Money amount={sold.revenue} className="max-sm:text-base" />
    return failed ? '–' : undefined
  }
  // As high as the usual hint: two lines, or one between the `sm` and `lg` widths, so that nothing below moves.
  const hint = (loaded: ReactNode) => loaded ?? (failed ? undefined : <Skeleton className="h-8 sm:max-lg:h-4" />)
  return [
    { label: 'Bugün', icon: Sun, value: shown(revenue?.today), hint: hint(compared(revenue?.today, 'dün')) },
    {
      label: 'Bu hafta',
      icon: CalendarDays,
      value: shown(revenue?.this_week),
      hint: hint(compared(revenue?.this_week, 'geçen hafta')),
    },
    {
      label: 'Bu ay',
      icon: CalendarRange,
      value: shown(revenue?.this_month),
      hint: hint(compared(revenue?.this_month, 'geçen ay')),
    },
    {
      label: 'Toplam',
      icon: Sigma,
      value: shown(revenue?.total),
      hint: hint(revenue && `${wholeText(revenue.total.orders)} sipariş`),
    },
  ]
}

/** The number of orders, and the revenue compared with the previous period up to the same moment. */
function compared(sales: Revenue['today'] | undefined, before: string) {
  if (!sales) return undefined
  const orders = `${wholeText(sales.orders)} sipariş`
  if (sales.before.revenue === 0) return `${orders} · ${before} aynı ana kadar satış yoktu`
  return (
    <>
      {orders} · {before} aynı ana kadar {formatMoney(sales.before.revenue)}{' '}
      <span className="whitespace-nowrap">({changeText(sales.revenue, sales.before.revenue)})</span>
    </>
  )
}

/** Exports orders as a workbook: of the report's period or all, in one status or every status. */
function OrdersExport({ from, to }: { from: string; to: string }) {
  const [all, setAll] = useState(false)
  const [chosen, setChosen] = useState('')
  const status = ORDER_STATUSES.find(one => one === chosen)
  const query = { ...(!all && { from, to }), ...(status && { status }) }
  return (
    <Card title="Sipariş dökümü (Excel)">
      <div className="grid gap-3">
        <div className="grid gap-3 sm:grid-cols-2">
          <Select
            aria-label="Dökümün dönemi"
            value={all ? 'all' : 'period'}
            onChange={event => setAll(event.target.value === 'all')}
            options={[
              { value: 'period', label: 'Seçili dönem' },
              { value: 'all', label: 'Tüm siparişler' },
            ]}
          />
          <Select
            aria-label="Dökümün durumu"
            placeholder="Tüm durumlar"
            value={chosen}
            onChange={event => setChosen(event.target.value)}
            options={STATUS_OPTIONS}
          />
        </div>
        <DownloadButton
          call={downloadOrders}
          where={{ query }}
          busyText="Excel dosyası hazırlanıyor"
          className="justify-self-start max-sm:w-full"
        >
          Siparişleri Excel’e aktar
        </DownloadButton>
      </div>
    </Card>
  )
}
