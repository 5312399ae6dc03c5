import { ClipboardList, Rows3, Table2 } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { useFoundAnnouncement } from '../lists/found-announcement.ts'
import { ListStates } from '../lists/list-states.tsx'
import { NewRows } from '../lists/new-rows.tsx'
import { OfflineDataNote } from '../lists/offline-data-note.tsx'
import { useSteadyList } from '../lists/steady-list.ts'
import { WaitingOrders } from '../orders/waiting-orders.tsx'
import { classNames } from '../ui/class-names.ts'
import { ClearFilters } from '../ui/clear-filters.tsx'
import { reversedText } from '../ui/day-text.ts'
import { useMedia } from '../ui/media.ts'
import { Page } from '../ui/page.tsx'
import { useAddress } from '../ui/query-params.ts'
import { Link } from '../ui/router.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { useSheet } from '../ui/sheet-address.ts'
import { Loading } from '../ui/skeleton.tsx'
import { EmptyState } from '../ui/states.tsx'
import { FilterChips } from '../ui/toolbar.tsx'
import { LoadingMore } from '../ui/virtual-grid.tsx'
import { DESK } from '../ui/widths.ts'
import { CancelOrder } from './cancel-order.tsx'
import type { OrderAction } from './customers-order.tsx'
import { useExpandedOrders } from './expanded-orders.ts'
import { LinkedOrder } from './linked-order.tsx'
import { OrderFilters, useOrderFilters } from './order-filters.tsx'
import { OrderList } from './order-list.tsx'
import { OrderSheet, OrderTable } from './order-table.tsx'
import { useOwnOrders } from './own-orders.ts'

const CustomersStandingOrders = lazy(async () => ({
  default: (await import('./customers-standing-orders.tsx')).CustomersStandingOrders,
}))
const ReviseOrder = lazy(async () => ({ default: (await import('../orders/revise-order.tsx')).ReviseOrder }))

/** The orders of the marketer's customers, or with the URL's `view=standing` their standing orders. */
export function OrdersTab() {
  const { read } = useAddress()
  return read('view') === 'standing' ? (
    <Suspense fallback={<Loading />}>
      <CustomersStandingOrders />
    </Suspense>
  ) : (
    <Orders />
  )
}

const TO_STANDING_ORDERS = (
  <Link
    to="/marketer/dashboard?tab=orders&view=standing"
    // The touch target is higher than the title, which it must not move.
    className="-my-2 inline-flex min-h-control items-center text-link text-sm"
  >
    Düzenli siparişler
  </Link>
)

/**
 * The orders of the marketer's customers, newest first; the URL may name one to show. At a desk the user chooses
 * between a table with the details beside it and the list that narrower windows have.
 */
function Orders() {
  const { read, write } = useAddress()
  const filters = useOrderFilters()
  const { orders, storedAt } = useOrders(filters.query)
  const { begin, beginInSheet, isInList, dialogs } = useActions()
  const isDesk = useMedia(DESK)
  const isTable = isDesk && read('view') !== 'list'
  const sheet = useSheet('order')
  const orderId = sheet.id
  const close = () => write({ order: '' })
  const isFiltered = filters.query.search !== '' || filters.chips.length > 0
  useFoundAnnouncement(orders, 'sipariş', isFiltered)
  const empty = isFiltered ? <NothingFound filters={filters} /> : <NoOrders />
  return (
    <Page
      title="Siparişler"
      windowTitle="Siparişler · Pazarlamacı"
      width={isTable ? 'page' : 'prose'}
      aside={
        <>
          {isDesk && <ViewChooser isTable={isTable} onChange={view => write({ view })} />}
          {TO_STANDING_ORDERS}
        </>
      }
    >
      <div
        className={classNames(
          '-my-3 grid gap-2 bg-canvas py-3',
          !isTable && '-mx-gutter sticky top-(--sticky-top) z-20 px-gutter',
        )}
      >
        <OrderFilters filters={filters} />
        <FilterChips chips={filters.chips} onClear={filters.clear} />
        {!isTable && <NewRows waiting={orders.waiting} noun="sipariş" place="below" />}
      </div>
      <WaitingOrders />
      <OfflineDataNote what="sipariş listesi" at={storedAt} />
      {isTable ? (
        <OrdersTable
          orders={orders}
          orderId={orderId}
          // A window that grows during an action, such as a turned tablet, must not open the sheet above its dialog.
          sheetId={isInList ? '' : orderId}
          empty={empty}
          onAction={beginInSheet}
          sheet={sheet}
        />
      ) : (
        <ExpandableList orders={orders} orderId={orderId} empty={empty} onAction={begin} onClose={close} />
      )}
      {dialogs}
    </Page>
  )
}

type OrdersTableProps = {
  orders: ReturnType<typeof useOrders>['orders']
  orderId: string
  /** The order that the sheet shows, '' for none. */
  sheetId: string
  empty: ReactNode
  onAction: (action: OrderAction, order: Order) => void
  sheet: Pick<ReturnType<typeof useSheet>, 'open' | 'close'>
}

function OrdersTable({ orders, orderId, sheetId, empty, onAction, sheet }: OrdersTableProps) {
  return (
    <>
      <ListStates query={orders} empty={empty}>
        <NewRows waiting={orders.waiting} noun="sipariş" place="head" />
        <OrderTable
          orders={orders.items}
          orderId={orderId}
          onOpen={id => sheet.open(id)}
          onEndReached={orders.hasNextPage ? () => void orders.fetchNextPage() : undefined}
          loadingMore={orders.isFetchingNextPage}
        />
      </ListStates>
      <OrderSheet id={sheetId} orders={orders.items} onAction={onAction} onClose={sheet.close} />
    </>
  )
}

type ExpandableListProps = {
  orders: ReturnType<typeof useOrders>['orders']
  orderId: string
  empty: ReactNode
  onAction: (action: OrderAction, order: Order) => void
  onClose: () => void
}

function ExpandableList({ orders, orderId, empty, onAction, onClose }: ExpandableListProps) {
  const opened = useExpandedOrders(orderId, onClose)
  // Shown in its place if it is on the first page, else above the list.
  const isAmongFirst = orders.items.slice(0, orders.data?.pages[0]?.items.length).some(({ id }) => id === orderId)
  const isApart = orderId !== '' && !orders.isPending && !isAmongFirst
  return (
    <>
      {isApart && <LinkedOrder id={orderId} opened={opened} onAction={onAction} onClose={onClose} />}
      <ListStates query={orders} empty={empty}>
        <OrderList
          orders={isApart ? orders.items.filter(({ id }) => id !== orderId) : orders.items}
          opened={opened}
          orderId={isApart ? '' : orderId}
          onAction={onAction}
          onEndReached={orders.hasNextPage ? () => void orders.fetchNextPage() : undefined}
        />
        {orders.isFetchingNextPage && <LoadingMore />}
      </ListStates>
    </>
  )
}

/** The matching orders; offline, `storedAt` is when they were fetched, in ms since 1970. */
function useOrders(filters: ReturnType<typeof useOrderFilters>['query']) {
  const { query, storedAt } = useOwnOrders(filters)
  return { orders: useSteadyList(query, `${JSON.stringify(filters)} ${storedAt}`), storedAt }
}

type ViewChooserProps = { isTable: boolean; onChange: (view: string) => void }

function ViewChooser({ isTable, onChange }: ViewChooserProps) {
  return (
    <Segmented
      label="Görünüm"
      options={[
        { value: 'table', label: 'Tablo', icon: Table2 },
        { value: 'list', label: 'Liste', icon: Rows3 },
      ]}
      value={isTable ? 'table' : 'list'}
      onChange={view => onChange(view === 'list' ? view : '')}
    />
  )
}

/** `isInSheet`: whether the action was begun in the side sheet. */
type CurrentAction = { key: number; kind: OrderAction; order: Order; isOpen: boolean; isInSheet: boolean }

/** The dialog of the current action. It is independent of the list, whose rows may change while it is open. */
function useActions() {
  const [current, setCurrent] = useState<CurrentAction>()
  const begin = (kind: OrderAction, order: Order, isInSheet: boolean) =>
    setCurrent({ key: (current?.key ?? 0) + 1, kind, order, isOpen: true, isInSheet })
  const setOpen = (isOpen: boolean) => setCurrent(present => present && { ...present, isOpen })
  const dialogs = current && (
    <Suspense key={current.key}>
      {current.kind === 'revise' ? (
        <ReviseOrder order={current.order} open={current.isOpen} onClose={() => setOpen(false)} />
      ) : (
        <CancelOrder order={current.order} open={current.isOpen} onOpenChange={setOpen} />
      )}
    </Suspense>
  )
  return {
    begin: (kind: OrderAction, order: Order) => begin(kind, order, false),
    beginInSheet: (kind: OrderAction, order: Order) => begin(kind, order, true),
    isInList: current?.isOpen === true && !current.isInSheet,
    dialogs,
  }
}

function NoOrders() {
  return (
    <EmptyState icon={ClipboardList} title="Henüz sipariş yok" text="Müşterileriniz sipariş verdikçe burada görünür." />
  )
}

function NothingFound({ filters: { query, clear } }: { filters: ReturnType<typeof useOrderFilters> }) {
  return (
    <EmptyState
      icon={ClipboardList}
      title="Bu aramaya uyan sipariş yok"
      text={reversedText(query) ?? 'Başka bir ad veya numara yazın ya da bir filtreyi kaldırın.'}
      action={<ClearFilters onClear={clear} />}
    />
  )
}
