import { ClipboardList } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { ORDER_STATUSES } from '#contract/order-status.ts'
import type { Order } from '#contract/orders.ts'
import { ListStates } from '../lists/list-states.tsx'
import { NewRows } from '../lists/new-rows.tsx'
import { OfflineDataNote } from '../lists/offline-data-note.tsx'
import { useSteadyList } from '../lists/steady-list.ts'
import { STATUS_OPTIONS } from '../orders/order-status.tsx'
import { WaitingOrders } from '../orders/waiting-orders.tsx'
import { useAddress } from '../ui/address.ts'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { SearchInput } from '../ui/search-input.tsx'
import { Select } from '../ui/select.tsx'
import { EmptyState } from '../ui/states.tsx'
import { LoadingMore } from '../ui/virtual-grid.tsx'
import { CancelOrder } from './cancel-order.tsx'
import type { OrderAction } from './customers-order.tsx'
import { useExpandedOrders } from './expanded-orders.ts'
import { LinkedOrder } from './linked-order.tsx'
import { OrderList } from './order-list.tsx'
import { useOwnOrders } from './own-orders.ts'

const ReviseOrder = lazy(async () => ({ default: (await import('./revise-order.tsx')).ReviseOrder }))

/** The orders of the marketer's customers, newest first; the URL may name one to show. */
export function OrdersTab() {
  const { read, write } = useAddress()
  const search = read('search')
  const status = ORDER_STATUSES.find(one => one === read('status'))
  const orderId = read('order')
  const { query, storedAt } = useOwnOrders({ search, status })
  const orders = useSteadyList(query, `${status} ${search} ${storedAt}`)
  const opened = useExpandedOrders(orderId, () => write({ order: '' }))
  const { begin, dialogs } = useActions()
  const filter = (changes: Record<string, string>) => write({ ...changes, order: '' })
  // Shown in its place if it is on the first page, else above the list.
  const isAmongFirst = orders.items.slice(0, orders.data?.pages[0]?.items.length).some(({ id }) => id === orderId)
  const isApart = orderId !== '' && !orders.isPending && !isAmongFirst
  return (
    <Page title="Siparişler" windowTitle="Siparişler · Pazarlamacı" width="prose">
      <div className="-mx-gutter -my-3 sticky top-(--sticky-top) z-20 flex gap-2 bg-canvas px-gutter py-3">
        <SearchInput
          slash
          label="Firma, kullanıcı adı veya sipariş no"
          value={search}
          onSearch={text => filter({ search: text })}
          className="flex-1"
        />
        <Select
          aria-label="Durum"
          value={status ?? ''}
          onChange={event => filter({ status: event.target.value })}
          placeholder="Tüm durumlar"
          options={STATUS_OPTIONS}
          className="w-40 shrink-0 sm:w-44"
        />
        <NewRows waiting={orders.waiting} noun="sipariş" place="below" />
      </div>
      <WaitingOrders />
      {isApart && <LinkedOrder id={orderId} opened={opened} onAction={begin} onClose={() => write({ order: '' })} />}
      <OfflineDataNote what="sipariş listesi" at={storedAt} />
      <ListStates
        query={orders}
        empty={search || status ? <NothingFound onClear={() => filter({ search: '', status: '' })} /> : <NoOrders />}
      >
        <OrderList
          orders={isApart ? orders.items.filter(({ id }) => id !== orderId) : orders.items}
          opened={opened}
          orderId={isApart ? '' : orderId}
          onAction={begin}
          onEndReached={orders.hasNextPage ? () => void orders.fetchNextPage() : undefined}
        />
        {orders.isFetchingNextPage && <LoadingMore />}
      </ListStates>
      {dialogs}
    </Page>
  )
}

type CurrentAction = { nr: number; kind: OrderAction; order: Order; open: boolean }

/** The dialog of the current action. It is independent of the list, whose rows may change meanwhile. */
function useActions() {
  const [current, setCurrent] = useState<CurrentAction>()
  const begin = (kind: OrderAction, order: Order) => setCurrent({ nr: (current?.nr ?? 0) + 1, kind, order, open: true })
  const setOpen = (open: boolean) => setCurrent(present => present && { ...present, open })
  const dialogs = current && (
    <Suspense key={current.nr}>
      {current.kind === 'revise' ? (
        <ReviseOrder order={current.order} open={current.open} onClose={() => setOpen(false)} />
      ) : (
        <CancelOrder order={current.order} open={current.open} onOpenChange={setOpen} />
      )}
    </Suspense>
  )
  return { begin, dialogs }
}

function NoOrders() {
  return (
    <EmptyState icon={ClipboardList} title="Henüz sipariş yok" text="Müşterileriniz sipariş verdikçe burada görünür." />
  )
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={ClipboardList}
      title="Bu aramaya uyan sipariş yok"
      text="Başka bir ad veya numara yazın ya da bütün durumlara bakın."
      action={<Button onClick={onClear}>Filtreleri temizle</Button>}
    />
  )
}
