import { CircleCheck, ClipboardList, Clock, PackageOpen, RotateCw } from 'lucide-react'
import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from 'react'
import { listAllOrders, type Order } from '#contract/orders.ts'
import { type AdminStats, readAdminStats } from '#contract/reports.ts'
import { formatInstant } from '#contract/turkish.ts'
import { ListStates } from '../../lists/list-states.tsx'
import { NewRows } from '../../lists/new-rows.tsx'
import { showNextResults, useSteadyList } from '../../lists/steady-list.ts'
import { OrderNumber } from '../../orders/order-number.tsx'
import { useCallQuery, useListQuery } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { selectAllProps } from '../../ui/data-rows.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Figures } from '../../ui/figures.tsx'
import { useHotkey } from '../../ui/hotkey.ts'
import { usePhone } from '../../ui/media.ts'
import { Money } from '../../ui/money.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { Page } from '../../ui/page.tsx'
import { Link, useLocation, useNavigate } from '../../ui/router.tsx'
import { useScreenShortcuts } from '../../ui/screen-shortcuts.ts'
import { EmptyState } from '../../ui/states.tsx'
import { FilterChips } from '../../ui/toolbar.tsx'
import { useVisibleInterval } from '../../ui/visible-interval.ts'
import { FigureLine } from './figure-line.tsx'
import { ListMenu } from './list-menu.tsx'
import { OrderFilters, useOrderFilter } from './order-filters.tsx'
import { SavedStatus, type StatusSaves, useStatusSaves } from './status-saves.tsx'

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
  const { chosen, choose } = useChosen(address, orders.items)
  const saves = useStatusSaves()
  const { refreshing, refresh } = useRefresh(stats, orders)
  useStatusKey(orders.items, saves)
  const selection = {
    rows: orders.items,
    rowKey: ({ id }: Order) => id,
    selected: new Set(chosen),
    onSelect: (ids: ReadonlySet<string>) => choose([...ids]),
  }
  const figures = figuresOf(stats.data, stats.isError)
  return (
    <Page
      title="Siparisler"
      windowTitle="Siparisler · Yönetim"
      aside={
        <>
          {chooser}
          {phone && <ListMenu query={filter.query} onRefresh={() => void refresh()} />}
        </>
      }
      action={!phone && <RefreshButton busy={refreshing} onPress={() => void refresh()} />}
      figures={!phone && <Figures figures={figures} />}
    >
      <div className="grid min-w-0 gap-2 sm:gap-3">
        {phone && <FigureLine figures={figures} />}
        <OrderFilters filter={filter} selectAll={<Checkbox {...selectAllProps(selection)} />} />
        <FilterChips chips={filter.chips} onClear={filter.clear} />
        <ListStates query={orders} empty={filter.chips.length > 0 ? <NothingFound filter={filter} /> : NO_ORDERS}>
          <NewRows waiting={orders.waiting} noun="sipariş" place="head" />
          <DataTable
            {...selection}
            label="Siparişler"
            columns={columnsWith(saves)}
            // On a phone the order number is the link and covers the whole card.
            onOpen={phone ? undefined : order => navigate(`/admin/orders/${order.id}`, { state: { from: address } })}
            onEndReached={orders.hasNextPage ? () => void orders.fetchNextPage() : undefined}
            loadingMore={orders.isFetchingNextPage}
            hasOwnSelectAll
          />
        </ListStates>
        <Bulk
          chosen={chosen}
          onChoose={choose}
          onFailed={ids => saves.markFailed(orders.items.filter(({ id }) => ids.includes(id)))}
        />
      </div>
    </Page>
  )
}

type Refreshed = { refetch: () => Promise<unknown> }

/** Refetches figures and orders regularly while the window is visible, and on demand. */
function useRefresh(
  stats: Refreshed,
  orders: Refreshed & { data: { pages: readonly unknown[] } | undefined; isFetching: boolean },
) {
  const [refreshing, setRefreshing] = useState(false)
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
  return { refreshing, refresh }
}

/** The key `d` sets the order whose row has the focus to its next status. */
function useStatusKey(orders: readonly Order[], saves: StatusSaves) {
  useHotkey('d', () => {
    const row = document.activeElement?.closest<HTMLElement>('tr[data-index]')
    const order = orders[Number(row?.dataset.index ?? -1)]
    if (order) void saves.advance(order)
  })
  useScreenShortcuts(SHORTCUTS)
}

const SHORTCUTS = [{ keys: ['d'], does: 'Satırdaki siparişi sonraki duruma geçir' }]

const RefreshButton = ({ busy, onPress }: { busy: boolean; onPress: () => void }) => (
  <Button icon={RotateCw} busy={busy} busyText="Siparişler yenileniyor" onClick={onPress}>
    Yenile
  </Button>
)

const BulkStatus = lazy(async () => ({ default: (await import('./bulk-status.tsx')).BulkStatus }))

/** Loaded when orders are chosen for the first time; it stays, because it may still be at work when none is. */
function Bulk(props: ComponentProps<typeof BulkStatus>) {
  const [isUsed, setUsed] = useState(false)
  if (props.chosen.length > 0 && !isUsed) setUsed(true)
  return (
    isUsed && (
      <Suspense>
        <BulkStatus {...props} />
      </Suspense>
    )
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

const columnsWith = (saves: StatusSaves): readonly Column<Order>[] => [
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
    cell: order => <SavedStatus order={order} saves={saves} />,
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
