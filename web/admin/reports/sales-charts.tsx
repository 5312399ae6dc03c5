import type { ReactNode } from 'react'
import { formatMoney, type Kurus, liraOf, sum } from '#contract/money.ts'
import type { SalesReport } from '#contract/reports.ts'
import { formatDay, formatInstant } from '#contract/turkish.ts'
import { OrderStatusBadge, statusLabel } from '../../orders/order-status.tsx'
import { Card } from '../../ui/card.tsx'
import { ColumnChart } from '../../ui/column-chart.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Money } from '../../ui/money.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { type PlainColumn, PlainTable } from '../../ui/plain-table.tsx'
import { RankedBars } from '../../ui/ranked-bars.tsx'
import { Link } from '../../ui/router.tsx'
import { periodsOf } from './periods.ts'
import { changeText } from './report-period.ts'

/** Sales by day, status, customer, category and marketer, each as a chart and as a table. */
export function SalesCharts({ sales }: { sales: SalesReport }) {
  const total = sales.total.revenue
  return (
    <div className="grid min-w-0 gap-4">
      <RevenueByDay sales={sales} total={total} />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="grid min-w-0 gap-4">
          <OrdersByStatus sales={sales} />
          <TopCustomers sales={sales} total={total} />
        </div>
        <div className="grid min-w-0 gap-4">
          <SalesByCategory sales={sales} />
          <SalesByMarketer sales={sales} total={total} />
        </div>
      </div>
    </div>
  )
}

/** `total` is the revenue of all days, in kuruş. */
type SalesProps = { sales: SalesReport; total: Kurus }

type Sold = { orders: number; revenue: Kurus }

const ORDERS: PlainColumn<Sold> = { head: 'Sipariş', cell: ({ orders }) => wholeText(orders), numeric: true }
const REVENUE: PlainColumn<{ revenue: Kurus }> = {
  head: 'Ciro (KDV dahil)',
  cell: ({ revenue }) => <Money amount={revenue} />,
  numeric: true,
}
const AMOUNT = { ...REVENUE, head: 'Tutar (KDV dahil)' }
const SALES_COLUMNS = [ORDERS, REVENUE]

/** Of a period without orders, or with cancelled ones only. */
export const NO_REVENUE = 'Bu dönemde ciro yok.'

const PERCENT = new Intl.NumberFormat('tr-TR', { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 })

const shareOf = (total: Kurus): PlainColumn<{ revenue: Kurus }> => ({
  head: 'Pay',
  cell: ({ revenue }) => (total > 0 ? PERCENT.format(revenue / total) : '–'),
  numeric: true,
})

const marketerName = ({ marketer_name }: { marketer_name: string | null }) => marketer_name ?? 'Atanmamış'

// With two digits the ticks are exact: their steps are 1, 2, 2.5 or 5 times a power of ten.
const THOUSANDS = new Intl.NumberFormat('tr-TR', { notation: 'compact', maximumFractionDigits: 2 })

function RevenueByDay({ sales: { from, to, by_day, total: sold, before }, total }: SalesProps) {
  const periods = periodsOf(by_day)
  const isByDay = periods.length === by_day.length
  const title = isByDay ? 'Güne göre ciro' : 'Aya göre ciro'
  const days = `${formatDay(from)} – ${formatDay(to)}`
  return (
    <Card title={title} action={<span className="text-ink-soft text-sm">{days}</span>}>
      <p className="pb-3">
        <Money amount={sold.revenue} className="font-semibold text-lg" /> · {wholeText(sold.orders)} sipariş
        <span className="block text-ink-soft text-sm">
          Önceki dönem ({formatDay(before.from)} – {before.until ? formatInstant(before.until) : formatDay(before.to)}):{' '}
          {formatMoney(before.revenue)} · {wholeText(before.orders)} sipariş
          {before.revenue > 0 && ` (${changeText(sold.revenue, before.revenue)})`}
        </span>
      </p>
      {total > 0 ? (
        <ColumnChart
          label={`${title}, ${days}: toplam ${formatMoney(total)}. Rakamlar aşağıdaki tablodadır.`}
          rows={periods}
          rowKey={({ key }) => key}
          name={({ label }) => label}
          value={({ revenue }) => liraOf(revenue)}
          tick={lira => THOUSANDS.format(lira)}
          detail={({ name, orders, revenue }) => `${name}: ${formatMoney(revenue)} · ${wholeText(orders)} sipariş`}
        />
      ) : (
        <p className="text-ink-soft">{NO_REVENUE}</p>
      )}
      <AsTable title={title}>
        <PlainTable
          label={title}
          columns={[{ head: isByDay ? 'Gün' : 'Ay', cell: ({ name }) => name }, ...SALES_COLUMNS]}
          rows={periods}
          rowKey={({ key }) => key}
        />
      </AsTable>
    </Card>
  )
}

function OrdersByStatus({ sales }: Pick<SalesProps, 'sales'>) {
  return (
    <RankedCard
      title="Duruma göre siparişler"
      rows={sales.by_status.filter(({ orders }) => orders > 0)}
      // Not 'Ciro': that of cancelled orders is none.
      columns={[{ head: 'Durum', cell: ({ status }) => statusLabel(status) }, ORDERS, AMOUNT]}
      rowKey={({ status }) => status}
      name={({ status }) => <OrderStatusBadge status={status} />}
      value={({ orders }) => orders}
      figure={({ orders }) => `${wholeText(orders)} sipariş`}
      none="Bu dönemde sipariş yok."
    />
  )
}

function TopCustomers({ sales: { from, to, top_customers }, total }: SalesProps) {
  return (
    <RankedCard
      title="En çok alan müşteriler"
      rows={top_customers}
      columns={[{ head: 'Müşteri', cell: ({ company_name }) => company_name }, ...SALES_COLUMNS, shareOf(total)]}
      rowKey={({ customer_id }) => customer_id}
      name={({ customer_id, company_name }) => (
        <Link to={`/admin/dashboard?tab=orders&customer_id=${customer_id}&from=${from}&to=${to}`} className="text-link">
          {company_name}
        </Link>
      )}
      value={({ revenue }) => revenue}
      figure={({ revenue }) => <Money amount={revenue} />}
    />
  )
}

function SalesByCategory({ sales }: Pick<SalesProps, 'sales'>) {
  // Without delivery fees, which belong to no category.
  const total = sum(sales.by_category.map(({ revenue }) => revenue))
  return (
    <RankedCard
      title="Kategoriye göre satış"
      rows={sales.by_category}
      columns={[{ head: 'Kategori', cell: ({ category }) => category }, REVENUE, shareOf(total)]}
      rowKey={({ category }) => category}
      name={({ category }) => category}
      value={({ revenue }) => revenue}
      figure={({ revenue }) => <Money amount={revenue} />}
    />
  )
}

function SalesByMarketer({ sales, total }: SalesProps) {
  return (
    <RankedCard
      title="Pazarlamacıya göre satış"
      rows={sales.by_marketer}
      columns={[{ head: 'Pazarlamacı', cell: marketerName }, ...SALES_COLUMNS, shareOf(total)]}
      rowKey={({ marketer_id }) => marketer_id ?? ''}
      name={marketerName}
      value={({ revenue }) => revenue}
      figure={({ revenue }) => <Money amount={revenue} />}
    />
  )
}

type RankedCardProps<Row> = {
  title: string
  rows: readonly Row[]
  columns: readonly PlainColumn<Row>[]
  rowKey: (row: Row) => string
  name: (row: Row) => ReactNode
  value: (row: Row) => number
  figure: (row: Row) => ReactNode
  /** Shown without rows; by default that there is no revenue. */
  none?: string
}

function RankedCard<Row>({ title, rows, columns, none = NO_REVENUE, ...bars }: RankedCardProps<Row>) {
  return (
    <Card title={title}>
      {rows.length > 0 ? (
        <>
          <RankedBars rows={rows} {...bars} />
          <AsTable title={title}>
            <PlainTable label={title} columns={columns} rows={rows} rowKey={bars.rowKey} />
          </AsTable>
        </>
      ) : (
        <p className="text-ink-soft">{none}</p>
      )}
    </Card>
  )
}

function AsTable({ title, children }: { title: string; children: ReactNode }) {
  const summary = (
    <span className="text-link text-sm">
      Rakamlar <span className="sr-only">({title})</span>
    </span>
  )
  return (
    <Disclosure summary={summary} className="-mx-4 mt-3 -mb-4 border-line border-t">
      {children}
    </Disclosure>
  )
}
