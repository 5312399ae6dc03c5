import { PencilLine } from 'lucide-react'
import type { Order } from '#contract/orders.ts'
import { readCustomersOrder } from '#contract/staff-orders.ts'
import { formatInstant } from '#contract/turkish.ts'
import { isNotFound } from '../api.ts'
import { dayWithShortWeekday, hasDeliveryDays } from '../delivery/short-weekdays.ts'
import { Failed } from '../lists/list-states.tsx'
import { OrderNumber } from '../orders/order-number.tsx'
import { OrderStatusBadge } from '../orders/order-status.tsx'
import { useCallQuery } from '../queries.ts'
import { Badge } from '../ui/badge.tsx'
import { CutName } from '../ui/cut-name.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { SideSheet } from '../ui/dialog.tsx'
import { Money } from '../ui/money.tsx'
import { wholeText } from '../ui/number-text.ts'
import { Link } from '../ui/router.tsx'
import { LoadingRows } from '../ui/skeleton.tsx'
import { customerPath } from './customer-path.ts'
import { type OrderAction, OrderContent } from './customers-order.tsx'
import { OrderGone } from './linked-order.tsx'

type OrderTableProps = {
  orders: readonly Order[]
  /** The id of the order whose details are open, or ''. */
  orderId: string
  onOpen: (id: string) => void
  onEndReached: (() => void) | undefined
  loadingMore: boolean
}

/** The orders as a table, for desks. */
export function OrderTable({ orders, orderId, onOpen, onEndReached, loadingMore }: OrderTableProps) {
  return (
    <DataTable
      label="Müşterilerinizin siparişleri"
      columns={[numberColumn(onOpen), ...COLUMNS.slice(0, 2), ...deliveryColumn(orders), ...COLUMNS.slice(2)]}
      rows={orders}
      rowKey={({ id }) => id}
      onOpen={({ id }) => onOpen(id)}
      current={orderId}
      {...(onEndReached && { onEndReached })}
      loadingMore={loadingMore}
    />
  )
}

// A button, because screen readers do not announce that a row can be pressed.
const numberColumn = (onOpen: (id: string) => void): Column<Order> => ({
  key: 'number',
  head: 'No',
  width: '6.5rem',
  cell: ({ id }) => (
    <button type="button" onClick={() => onOpen(id)} className="-my-1 min-h-6 py-1 text-link">
      <OrderNumber id={id} />
    </button>
  ),
})

const COLUMNS: readonly Column<Order>[] = [
  {
    key: 'company',
    head: 'Müşteri',
    minWidth: '14rem',
    cell: ({ user_company }) => <CutName name={user_company} />,
  },
  { key: 'date', head: 'Tarih', hideOrder: 2, width: '9.5rem', cell: ({ created_at }) => formatInstant(created_at) },
  {
    key: 'lines',
    head: 'Kalem',
    hideOrder: 1,
    width: '5rem',
    numeric: true,
    cell: ({ items }) => wholeText(items.length),
  },
  {
    key: 'revisions',
    head: 'Revizyon',
    hideOrder: 3,
    width: '8.5rem',
    cell: ({ revision_count }) =>
      revision_count > 0 && (
        <Badge tone="brand" icon={PencilLine}>
          {revision_count} kez revize
        </Badge>
      ),
  },
  { key: 'status', head: 'Durum', width: '9rem', cell: ({ status }) => <OrderStatusBadge status={status} /> },
  {
    key: 'total',
    head: 'Genel toplam',
    width: '9.75rem',
    numeric: true,
    cell: ({ grand_total }) => <Money amount={grand_total} className="font-semibold" />,
  },
]

/** The column of delivery days, if any order has one. */
const deliveryColumn = (orders: readonly Order[]): readonly Column<Order>[] =>
  hasDeliveryDays(orders)
    ? [
        {
          key: 'delivery',
          head: 'Teslimat',
          hideOrder: 2,
          width: '9rem',
          cell: ({ delivery_date }) => delivery_date && dayWithShortWeekday(delivery_date),
        },
      ]
    : []

type OrderSheetProps = {
  /** The order that the URL names, or ''. */
  id: string
  orders: readonly Order[]
  onAction: (action: OrderAction, order: Order) => void
  onClose: () => void
}

/**
 * The details of an order beside the table. One that is not in the table is fetched, and shown as long as the marketer
 * may see it.
 */
export function OrderSheet({ id, orders, onAction, onClose }: OrderSheetProps) {
  const listed = orders.find(order => order.id === id)
  const query = useCallQuery(readCustomersOrder, { params: { id }, enabled: id !== '' && !listed })
  const isGone = !listed && isNotFound(query.error)
  const order = listed ?? (id && !isGone ? query.data : undefined)
  return (
    <SideSheet
      open={id !== ''}
      onOpenChange={onClose}
      title={order?.user_company ?? 'Sipariş'}
      description={
        order && (
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <OrderNumber id={order.id} className="text-ink" />
            {formatInstant(order.created_at)}
            <OrderStatusBadge status={order.status} />
            <Link to={customerPath(order.user_id)} className="text-link">
              Müşteri sayfası
            </Link>
          </span>
        )
      }
    >
      {isGone ? (
        <OrderGone error={query.error} onClose={onClose} />
      ) : order ? (
        <OrderContent order={order} onAction={onAction} />
      ) : query.error ? (
        <Failed query={query} error={query.error} />
      ) : (
        <LoadingRows rows={4} />
      )}
    </SideSheet>
  )
}
