import { CircleCheck, ClipboardList, Clock, PackageOpen, RotateCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { listAllOrders, type Order } from '#contract/orders.ts'
import { type AdminStats, readAdminStats } from '#contract/reports.ts'
import { formatInstant } from '#contract/turkish.ts'
import { ListStates } from '../../lists/list-states.tsx'
import { NewRows } from '../../lists/new-rows.tsx'
import { showNextResults, useSteadyList } from '../../lists/steady-list.ts'
import { OrderNumber } from '../../orders/order-number.tsx'
import { OrderStatusBadge } from '../../orders/order-status.tsx'
import { useCallQuery, useListQuery } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Figures } from '../../ui/figures.tsx'
import { usePhone } from '../../ui/media.ts'
import { Money } from '../../ui/money.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { Page } from '../../ui/page.tsx'
import { Link, useLocation, useNavigate } from '../../ui/router.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { FilterChips } from '../../ui/toolbar.tsx'
import { useVisibleInterval } from '../../ui/visible-interval.ts'
import { BulkStatus } from './bulk-status.tsx'
import { OrderFilters, useOrderFilter } from './order-filters.tsx'

// In milliseconds. A fallback for networks that block server-sent events.
const REFRESH_INTERVAL = 60_000
// After loading more pages than this, the user is not watching the top of the list for new orders.
const MAX_PAGES_REFRESHED = 5

/** All orders, newest first, refreshed while the window is visible. */
export function OrdersView({ chooser }: { chooser: ReactNode }) {
  const navigate = useNavigate()
  const phone = usePhone()
  const { search: address } = useLocation()
  const filter = useOrderFilter()
  const stats = useCallQuery(readAdminStats, {})
  const orders = useSteadyList(useListQuery(listAllOrders, { query: filter.query }), JSON.stringify(filter.query))
  const [refreshing, setRefreshing] = useState(false)
  const { chosen, choose } = useChosen(address, orders.items)
  const pages = orders.data?.pages.length ?? 0
  useVisibleInterval(REFRESH_INTERVAL, () => {
    void stats.refetch()
    if (pages <= MAX_PAGES_REFRESHED && !orders.isFetching) void orders.refetch()
  })
  const refresh = async () => {
    setRefreshing(true)
    showNextResults()
    await Promise.all([stats.refetch(), orders.refetch()])
    setRefreshing(false)
  }
  return (
    <Page
      title="Siparisler"
      windowTitle="Siparisler · Yönetim"
      aside={chooser}
      action={
        <Button icon={RotateCw} busy={refreshing} busyText="Siparişler yenileniyor" onClick={() => void refresh()}>
          Yenile
        </Button>
      }
      figures={<Figures figures={figuresOf(stats.data, stats.isError)} />}
    >
      <div className="grid min-w-0 gap-3">
        <OrderFilters filter={filter} />
        <FilterChips chips={filter.chips} onClear={filter.clear} />
        <ListStates query={orders} empty={filter.chips.length > 0 ? <NothingFound filter={filter} /> : NO_ORDERS}>
          <NewRows waiting={orders.waiting} noun="sipariş" place="head" />
          <DataTable
            label="Siparişler"
            columns={COLUMNS}
            rows={orders.items}
            rowKey={order => order.id}
            // On a phone the order number is the link and covers the whole card.
            onOpen={phone ? undefined : order => navigate(`/admin/orders/${order.id}`, { state: { from: address } })}
            onEndReached={orders.hasNextPage ? () => void orders.fetchNextPage() : undefined}
            loadingMore={orders.isFetchingNextPage}
            selected={new Set(chosen)}
            onSelect={ids => choose([...ids])}
          />
        </ListStates>
        <BulkStatus chosen={chosen} onChoose={choose} />
      </div>
    </Page>
  )
}

/** The chosen orders that are still in the list; changing the filter clears the choice. */
function useChosen(list: string, orders: readonly Order[]) {
  const [choice, setChoice] = useState<{ list: string; ids: readonly string[] }>({ list, ids: [] })
  const chosenIds = new Set(choice.list === list ? choice.ids : [])
  return {
    chosen: orders.filter(({ id }) => chosenIds.has(id)).map(({ id }) => id),
    choose: (ids: readonly string[]) => setChoice({ list, ids }),
  }
}

const NO_ORDERS = (
  <EmptyState
    icon={ClipboardList}
    title="Henüz sipariş yok"
    text="Müşteriler veya pazarlamacılar sipariş verdikçe burada görünür."
  />
)

function NothingFound({ filter }: { filter: ReturnType<typeof useOrderFilter> }) {
  const { from, to } = filter.query
  const isReversed = from !== undefined && to !== undefined && from > to
  return (
    <EmptyState
      icon={ClipboardList}
      title="Bu filtrelere uyan sipariş yok"
      text={
        isReversed
          ? 'Bitiş tarihi başlangıçtan önce; tarihlerin yerini değiştirin.'
          : 'Bir filtreyi kaldırın veya tarih aralığını genişletin.'
      }
      action={<Button onClick={filter.clear}>Filtreleri temizle</Button>}
    />
  )
}

const COLUMNS: readonly Column<Order>[] = [
  { key: 'number', head: 'No', width: '6.5rem', cell: order => <OrderLink order={order} /> },
  { key: 'company', head: 'Firma', cell: ({ user_company }) => <Company name={user_company} /> },
  { key: 'date', head: 'Tarih', givesWay: 2, width: '9.5rem', cell: order => formatInstant(order.created_at) },
  {
    key: 'lines',
    head: 'Kalem',
    givesWay: 1,
    width: '4.5rem',
    numeric: true,
    cell: order => wholeText(order.items.length),
  },
  {
    key: 'status',
    head: 'Durum',
    width: '9.25rem',
    onPhone: 'aside',
    cell: order => <OrderStatusBadge status={order.status} />,
  },
  {
    key: 'total',
    head: 'Toplam',
    width: '8.75rem',
    numeric: true,
    cell: order => <Money amount={order.grand_total} className="font-semibold" />,
  },
]

const Company = ({ name }: { name: string }) => (
  <span className="line-clamp-2 break-words" title={name}>
    {name}
  </span>
)

function OrderLink({ order }: { order: Order }) {
  const { search } = useLocation()
  return (
    <Link
      to={`/admin/orders/${order.id}`}
      state={{ from: search }}
      // In the table the row itself takes the keyboard focus.
      tabIndex={usePhone() ? undefined : -1}
      className="text-link max-sm:after:absolute max-sm:after:inset-0"
    >
      <OrderNumber id={order.id} />
    </Link>
  )
}

function figuresOf(stats: AdminStats | undefined, failed: boolean) {
  const shown = (count: number | undefined) => (count === undefined ? (failed ? '–' : undefined) : wholeText(count))
  return [
    { label: 'Toplam sipariş', value: shown(stats?.total_orders), icon: ClipboardList },
    { label: 'Beklemede', value: shown(stats?.pending_orders), icon: Clock, tone: 'yellow' },
    { label: 'Hazırlanıyor', value: shown(stats?.preparing_orders), icon: PackageOpen, tone: 'blue' },
    { label: 'Tamamlandı', value: shown(stats?.completed_orders), icon: CircleCheck, tone: 'green' },
  ] as const
}
