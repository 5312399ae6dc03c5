import { ClipboardList, RotateCw } from 'lucide-react'
import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from 'react'
import { readOrderTotals } from '#contract/order-selection.ts'
import type { Order } from '#contract/orders.ts'
import { readAdminStats } from '#contract/reports.ts'
import { listAllOrders } from '#contract/staff-orders.ts'
import { ListStates } from '../../lists/list-states.tsx'
import { ListSummary } from '../../lists/list-summary.tsx'
import { NewRows } from '../../lists/new-rows.tsx'
import { showNextResults, useSteadyList } from '../../lists/steady-list.ts'
import { afterFirstScreen } from '../../pwa/after-first-screen.ts'
import { MAX_PAGES_REFRESHED, useCallQuery, useListQuery } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ClearFilters } from '../../ui/clear-filters.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { selectAllProps } from '../../ui/data-table-columns.ts'
import { reversedText } from '../../ui/day-text.ts'
import { FigureLine } from '../../ui/figure-line.tsx'
import { Figures } from '../../ui/figures.tsx'
import { useHotkey, useScreenShortcuts } from '../../ui/hotkey.ts'
import { useIsPhoneWidth } from '../../ui/media.ts'
import { Page } from '../../ui/page.tsx'
import { useLocation, useNavigate } from '../../ui/router.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { FilterChips } from '../../ui/toolbar.tsx'
import { useVisibleInterval } from '../../ui/visible-interval.ts'
import { DeliveryStripPlace } from './delivery-strip-place.tsx'
import { orderColumns } from './order-columns.tsx'
import { orderFigures } from './order-figures.ts'
import { OrderFilters, useOrderFilter } from './order-filters.tsx'
import { useOrderSelection } from './order-selection.ts'
import { totalsText } from './order-totals.ts'
import { PhoneOrderLink } from './phone-order-link.tsx'
import { orderReturnedFrom, recordOpenedOrder } from './return-to-list.ts'
import { type StatusSaves, useStatusSaves } from './status-saves.tsx'

// In milliseconds. A fallback for networks that block server-sent events.
const REFRESH_INTERVAL = 60_000

/** All orders, newest first, refreshed while the window is visible. */
export function OrdersView({ chooser }: { chooser: ReactNode }) {
  const phone = useIsPhoneWidth()
  const filter = useOrderFilter()
  const stats = useCallQuery(readAdminStats, {})
  // For a search, the server reads all orders that match.
  const isPolled = Boolean(filter.query.search)
  const totals = useCallQuery(readOrderTotals, { query: filter.query, isPolled })
  const list = JSON.stringify(filter.sorted)
  const orders = useOrders(filter.sorted, list)
  const returnedFrom = orderReturnedFrom(useLocation().state)
  const selection = useOrderSelection(list, filter.sorted, orders.items, returnedFrom !== undefined)
  const saves = useStatusSaves(selection.see)
  const { refreshing, refresh } = useRefresh([stats, totals], orders)
  useStatusKey(orders.items, saves)
  const tableSelection = {
    rows: orders.items,
    rowKey: ({ id }: Order) => id,
    selected: new Set(selection.chosen.map(({ id }) => id)),
    onSelect: (ids: ReadonlySet<string>) => selection.choose([...ids], order => saves.shown(order).status),
  }
  const columns = orderColumns(saves, orders.items)
  const sorting = { sort: filter.sort, onSort: filter.sortBy }
  const table = { ...tableSelection, ...sorting, columns, returnTo: returnedFrom }
  const isFiltered = filter.chips.length > 0
  const chosenFigure = { status: (status: string) => filter.set({ status }), all: filter.clear }
  const figures = orderFigures(stats, { query: filter.query, isFiltered }, chosenFigure)
  return (
    <Page
      title="Siparisler"
      windowTitle="Siparisler · Yönetim"
      aside={
        phone ? (
          <div className="flex min-w-0 items-center gap-1">
            {chooser}
            <PhoneMenu query={filter.query} onRefresh={() => void refresh()} />
          </div>
        ) : (
          chooser
        )
      }
      action={!phone && <DeskActions busy={refreshing} onRefresh={() => void refresh()} />}
      figures={!phone && <Figures figures={figures} />}
    >
      <div className="grid min-w-0 gap-2 sm:gap-3">
        {phone && <FigureLine figures={figures} />}
        <OrderFilters
          filter={filter}
          selectAll={<Checkbox {...selectAllProps(tableSelection)} />}
          more={<LazyControls filter={filter} columns={columns} {...sorting} />}
        />
        <Suspense fallback={!phone && <DeliveryStripPlace />}>
          <DeliveryStrip filter={filter} hidden={phone} />
        </Suspense>
        <FilterChips chips={filter.chips} onClear={filter.clear} />
        <ListSummary text={isFiltered && !totals.isError ? totalsText(totals.data) : undefined} />
        <OrderTable orders={orders} filter={filter} table={table} />
        <ChosenOrders selection={selection} orders={orders} saves={saves} total={totals.data?.orders ?? 0} />
      </div>
    </Page>
  )
}

type OrderTableProps = {
  orders: ReturnType<typeof useOrders>
  filter: ReturnType<typeof useOrderFilter>
  /** The table's columns, sort order and selection. */
  table: Omit<ComponentProps<typeof DataTable<Order>>, 'label'>
}

function OrderTable({ orders, filter, table }: OrderTableProps) {
  const navigate = useNavigate()
  const phone = useIsPhoneWidth()
  const { search: from } = useLocation()
  const open = ({ id }: Order) => {
    recordOpenedOrder(id)
    navigate(`/admin/orders/${id}`, { state: { from } })
  }
  return (
    <ListStates query={orders} empty={filter.chips.length > 0 ? <NothingFound filter={filter} /> : NO_ORDERS}>
      <NewRows waiting={orders.waiting} noun="sipariş" place="head" />
      <DataTable
        {...table}
        label="Siparişler"
        // On a phone the order number is the link and covers the whole card.
        onOpen={phone ? undefined : open}
        onEndReached={orders.hasNextPage ? () => void orders.fetchNextPage() : undefined}
        loadingMore={orders.isFetchingNextPage}
        hasOwnSelectAll
      />
    </ListStates>
  )
}

type ChosenOrdersProps = {
  selection: ReturnType<typeof useOrderSelection>
  orders: ReturnType<typeof useOrders>
  saves: StatusSaves
  /** How many orders match the filter. */
  total: number
}

/** The actions on the chosen orders, and the offer to choose the whole list. */
function ChosenOrders({ selection, orders: { items, hasNextPage }, saves, total }: ChosenOrdersProps) {
  const { chosen, clear, drop, see, isSelecting, selectWhole } = selection
  const set = new Set(chosen.map(({ id }) => id))
  return (
    <Bulk
      chosen={chosen}
      onClear={clear}
      onEnd={({ saved, failed }) => {
        drop(saved.map(({ id }) => id))
        saves.markSaved(saved)
        saves.markFailed(among(items, failed))
      }}
      onSeen={seen => {
        for (const { id, status } of seen) see(id, status)
      }}
    >
      {hasNextPage && items.every(({ id }) => set.has(id)) && (
        <Suspense>
          <SelectWhole
            total={total}
            chosen={chosen.length}
            nouns={['siparişin', 'sipariş']}
            busy={isSelecting}
            onSelect={selectWhole}
          />
        </Suspense>
      )}
    </Bulk>
  )
}

function among(orders: readonly Order[], ids: readonly string[]) {
  const set = new Set(ids)
  return orders.filter(({ id }) => set.has(id))
}

/** The orders of the open list; a refresh does not move the rows. */
function useOrders(query: ReturnType<typeof useOrderFilter>['sorted'], list: string) {
  return useSteadyList(useListQuery(listAllOrders, { query }), list)
}

type Refreshed = { refetch: () => Promise<unknown> }

/** Refetches figures and orders regularly while the window is visible, and on demand. */
function useRefresh(
  figures: readonly Refreshed[],
  orders: Refreshed & { data: { pages: readonly unknown[] } | undefined; isFetching: boolean },
) {
  const [refreshing, setRefreshing] = useState(false)
  const pages = orders.data?.pages.length ?? 0
  useVisibleInterval(REFRESH_INTERVAL, () => {
    for (const one of figures) void one.refetch()
    if (pages <= MAX_PAGES_REFRESHED && !orders.isFetching) void orders.refetch()
  })
  const refresh = async () => {
    setRefreshing(true)
    showNextResults('orders')
    await Promise.all([...figures, orders].map(one => one.refetch()))
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

const DeskActions = ({ busy, onRefresh }: { busy: boolean; onRefresh: () => void }) => (
  <>
    <Button icon={RotateCw} busy={busy} busyText="Siparişler yenileniyor" onClick={onRefresh}>
      Yenile
    </Button>
    <PhoneOrderLink />
  </>
)

// For phones; if the connection is lost before these parts are loaded, the list is shown without them.
const PhoneControls = afterFirstScreen(async () => (await import('./phone-controls.tsx')).PhoneControls)
const ListMenu = afterFirstScreen(async () => (await import('./list-menu.tsx')).ListMenu)
const SelectWhole = lazy(async () => ({ default: (await import('../../lists/select-whole.tsx')).SelectWhole }))
const DeliveryStrip = afterFirstScreen(async () => (await import('./delivery-strip.tsx')).DeliveryStrip)

const LazyControls = (props: ComponentProps<typeof PhoneControls>) => (
  <Suspense>
    <PhoneControls {...props} />
  </Suspense>
)

/** The fallback keeps the menu's place while it loads. */
const PhoneMenu = (props: ComponentProps<typeof ListMenu>) => (
  <Suspense fallback={<span className="size-control shrink-0" />}>
    <ListMenu {...props} />
  </Suspense>
)

let isBulkLoaded = false
const BulkStatus = lazy(async () => {
  const loaded = await import('./bulk-status.tsx')
  isBulkLoaded = true
  return { default: loaded.BulkStatus }
})

/**
 * Loaded when orders are chosen for the first time, and mounted from then on: a run may continue when no order is
 * chosen, or have begun before another screen was open.
 */
function Bulk(props: ComponentProps<typeof BulkStatus>) {
  const [isUsed, setUsed] = useState(isBulkLoaded)
  if (props.chosen.length > 0 && !isUsed) setUsed(true)
  return (
    isUsed && (
      <Suspense>
        <BulkStatus {...props} />
      </Suspense>
    )
  )
}

const NO_ORDERS = (
  <EmptyState
    icon={ClipboardList}
    title="Henüz sipariş yok"
    text="Müşteriler veya pazarlamacılar sipariş verdikçe burada görünür."
  />
)

function NothingFound({ filter }: { filter: ReturnType<typeof useOrderFilter> }) {
  return (
    <EmptyState
      icon={ClipboardList}
      title="Bu filtrelere uyan sipariş yok"
      text={reversedText(filter.query) ?? 'Bir filtreyi kaldırın veya tarih aralığını genişletin.'}
      action={<ClearFilters onClear={filter.clear} />}
    />
  )
}
