import { ChevronRight, ClipboardList, Clock, Users, Wallet } from 'lucide-react'
import type { Order } from '#contract/orders.ts'
import { readMarketerStats } from '#contract/reports.ts'
import { listCustomersOrders } from '#contract/staff-orders.ts'
import { formatInstant } from '#contract/turkish.ts'
import { useSession } from '../current-session.ts'
import { Failed } from '../lists/list-states.tsx'
import { DataAge } from '../lists/offline-data-note.tsx'
import { DeliveryDay } from '../orders/delivery-day.tsx'
import { GrandTotal } from '../orders/grand-total.tsx'
import { LATEST, LatestOrders, useLatestOrders } from '../orders/latest-orders.tsx'
import { OrderNumber } from '../orders/order-number.tsx'
import { OrderStatusBadge } from '../orders/order-status.tsx'
import { useOutboxCount } from '../pwa/outbox-counts.ts'
import { prefetchCall, useCallQuery } from '../queries.ts'
import { Figures } from '../ui/figures.tsx'
import { Money } from '../ui/money.tsx'
import { wholeText } from '../ui/number-text.ts'
import { Page } from '../ui/page.tsx'
import { Link } from '../ui/router.tsx'
import { LoadingRows } from '../ui/skeleton.tsx'
import { EmptyState } from '../ui/states.tsx'

const LATEST_ORDERS = { query: { limit: LATEST } }
const ORDERS = '/marketer/dashboard?tab=orders'

/** Prefetches the tab's data. */
export function prefetchDashboard() {
  void prefetchCall(readMarketerStats, {})
  void prefetchCall(listCustomersOrders, LATEST_ORDERS)
}

/** The marketer's start page: figures and the latest orders. */
export function DashboardTab() {
  const session = useSession()
  if (session?.role !== 'marketer') return null
  return (
    <Page title={`Merhaba, ${session.user.name}`} windowTitle="Özet · Pazarlamacı" figures={<Stats />}>
      <Waiting />
      <Latest />
    </Page>
  )
}

/** A link to the orders and changes that wait in this browser, if there are any. */
function Waiting() {
  const count = useOutboxCount()
  if (count === 0) return null
  return (
    <p>
      <Link to={ORDERS} className="text-link">
        {wholeText(count)} işlem gönderilmeyi bekliyor
      </Link>
    </p>
  )
}

function Stats() {
  const query = useCallQuery(readMarketerStats, {})
  const stats = query.data
  if (query.error && !stats) return <Failed query={query} error={query.error} />
  return (
    <Figures
      figures={[
        { label: 'Toplam müşteri', icon: Users, value: stats && wholeText(stats.totalCustomers) },
        { label: 'Toplam sipariş', icon: ClipboardList, value: stats && wholeText(stats.totalOrders) },
        { label: 'Bekleyen sipariş', icon: Clock, tone: 'yellow', value: stats && wholeText(stats.pendingOrders) },
        { label: 'Toplam satış', icon: Wallet, tone: 'brand', value: stats && <Money amount={stats.totalRevenue} /> },
      ]}
    />
  )
}

function Latest() {
  const query = useCallQuery(listCustomersOrders, LATEST_ORDERS)
  const { items: orders, waiting } = useLatestOrders(query)
  if (!query.data) return query.error ? <Failed query={query} error={query.error} /> : <LoadingRows rows={LATEST} />
  return (
    <>
      <DataAge what="özet" query={query} />
      <LatestOrders
        orders={orders}
        waiting={waiting}
        all={ORDERS}
        row={order => <LatestOrder order={order} />}
        empty={
          <EmptyState
            icon={ClipboardList}
            title="Henüz sipariş yok"
            text="Müşterileriniz sipariş verdikçe burada görünür."
          />
        }
      />
    </>
  )
}

/** A link to an order, showing its customer, number, status and total. */
function LatestOrder({ order }: { order: Order }) {
  return (
    <Link
      to={`${ORDERS}&order=${order.id}`}
      className="ring-inside grid grid-cols-[1fr_auto_1.25rem] items-center gap-x-3 gap-y-1 px-4 py-3 transition-colors hover:bg-surface-sunken"
    >
      <span className="line-clamp-2 min-w-0 break-words font-medium">{order.user_company}</span>
      <GrandTotal amount={order.grand_total} />
      <ChevronRight aria-hidden className="row-span-2 size-5 text-ink-soft" />
      <span className="min-w-0 text-ink-soft text-sm">
        <OrderNumber id={order.id} className="text-ink" />
        <span className="max-sm:hidden"> · {formatInstant(order.created_at)}</span>
        <DeliveryDay order={order} className="block" />
      </span>
      <OrderStatusBadge status={order.status} className="justify-self-end" />
    </Link>
  )
}
