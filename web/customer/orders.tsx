import { ReceiptText } from 'lucide-react'
import { ORDER_STATUSES } from '#contract/order-status.ts'
import { listOrders, type Order } from '#contract/orders.ts'
import { ListStates } from '../lists/list-states.tsx'
import { NewRows } from '../lists/new-rows.tsx'
import { OfflineDataNote } from '../lists/offline-data-note.tsx'
import { useSteadyList } from '../lists/steady-list.ts'
import { LazyWaitingOrders } from '../orders/lazy-waiting-orders.tsx'
import { STATUS_OPTIONS } from '../orders/order-status.tsx'
import { useOnline } from '../pwa/connectivity.ts'
import { useListQuery } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { ClearFilters } from '../ui/clear-filters.tsx'
import { useIsPhoneWidth } from '../ui/media.ts'
import { Page } from '../ui/page.tsx'
import { useAddress } from '../ui/query-params.ts'
import { Link } from '../ui/router.tsx'
import { Select } from '../ui/select.tsx'
import { EmptyState } from '../ui/states.tsx'
import { LoadingMore } from '../ui/virtual-grid.tsx'
import { useVirtualRows } from '../ui/virtual-rows.ts'
import { hasSameLines, OrderRow } from './order-row.tsx'

/** The customer's own orders, newest first, of all statuses or the one in the URL. */
export function Orders() {
  const { read, write } = useAddress()
  const status = ORDER_STATUSES.find(one => one === read('status'))
  const isOnline = useOnline()
  // Offline, the orders of a status are filtered from the stored list of all statuses.
  const pages = useListQuery(listOrders, status && isOnline ? { query: { status } } : {})
  const items = status ? pages.items.filter(order => order.status === status) : pages.items
  const query = useSteadyList({ ...pages, items }, status ?? '', hasSameLines)
  const isOffline = !isOnline && query.items.length > 0
  const filter = (chosen: string) => write({ status: chosen })
  return (
    <Page
      title="Sipariş Geçmişi"
      action={
        <div className="flex flex-wrap gap-2">
          <Button asChild>
            <Link to="/lists">Sipariş listem</Link>
          </Button>
          <Button asChild>
            <Link to="/standing-orders">Düzenli siparişler</Link>
          </Button>
          <Select
            aria-label="Durum"
            value={status ?? ''}
            onChange={event => filter(event.target.value)}
            placeholder="Tüm durumlar"
            options={STATUS_OPTIONS}
            className="sm:w-36 lg:w-44"
          />
        </div>
      }
    >
      <LazyWaitingOrders />
      {isOffline && <OfflineDataNote what="sipariş listesi" at={query.dataUpdatedAt} />}
      <ListStates
        query={isOffline ? { ...query, error: null } : query}
        empty={status ? <NoneOfStatus onClear={() => filter('')} /> : <NoOrders />}
      >
        <NewRows waiting={query.waiting} noun="sipariş" place="edge" />
        <OrderList
          orders={query.items}
          onEndReached={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
        />
        {query.isFetchingNextPage && <LoadingMore />}
      </ListStates>
    </Page>
  )
}

function OrderList({ orders, onEndReached }: { orders: readonly Order[]; onEndReached?: () => void }) {
  const { list, virtualizer, rows, before, after } = useVirtualRows<HTMLUListElement>({
    count: orders.length,
    estimate: useIsPhoneWidth() ? 186 : 105,
    onEndReached,
  })
  return (
    <ul
      ref={list}
      aria-label="Siparişler"
      className="overflow-clip rounded-md border border-line bg-surface"
      style={{ paddingTop: before, paddingBottom: after }}
    >
      {rows.map(({ index }) => {
        const order = orders[index]
        return (
          order && (
            <li
              key={order.id}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-setsize={onEndReached ? -1 : orders.length}
              aria-posinset={index + 1}
              className="border-line not-last:border-b"
            >
              <OrderRow order={order} />
            </li>
          )
        )
      })}
    </ul>
  )
}

function NoneOfStatus({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={ReceiptText}
      title="Bu durumda siparişiniz yok"
      text="Başka bir durum seçin ya da bütün siparişlerinize bakın."
      action={<ClearFilters label="Filtreyi kaldır" onClear={onClear} />}
    />
  )
}

function NoOrders() {
  return (
    <EmptyState
      icon={ReceiptText}
      title="Henüz siparişiniz yok"
      text="Verdiğiniz siparişleri ve durumlarını burada görürsünüz."
      action={
        <Button asChild variant="primary">
          <Link to="/products">Kataloğa git</Link>
        </Button>
      }
    />
  )
}
