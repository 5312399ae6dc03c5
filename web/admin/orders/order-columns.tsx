import type { Order } from '#contract/orders.ts'
import { formatDay, formatInstant } from '#contract/turkish.ts'
import { OrderNumber } from '../../orders/order-number.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { useIsPhoneWidth } from '../../ui/media.ts'
import { Money } from '../../ui/money.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { Link, useLocation } from '../../ui/router.tsx'
import { recordOpenedOrder } from './return-to-list.ts'
import { SavedStatus, type StatusSaves } from './status-saves.tsx'

/** The columns of the order list; the key of each is the API's sort name. */
export const orderColumns = (saves: StatusSaves, orders: readonly Order[]): readonly Column<Order>[] => [
  { key: 'id', head: 'No', sortable: true, width: '6.5rem', cell: order => <OrderLink order={order} /> },
  {
    key: 'user_company',
    head: 'Firma',
    sortable: true,
    cell: ({ user_company }) => <Company name={user_company} />,
  },
  {
    key: 'created_at',
    head: 'Tarih',
    sortable: true,
    hideOrder: 2,
    width: '9.5rem',
    cell: order => formatInstant(order.created_at),
  },
  ...(orders.some(order => order.delivery_date) ? [DELIVERY] : []),
  {
    key: 'line_count',
    head: 'Kalem',
    sortable: true,
    hideOrder: 1,
    width: '5.5rem',
    numeric: true,
    cell: order => wholeText(order.items.length),
  },
  {
    key: 'status',
    head: 'Durum',
    sortable: true,
    width: '9.25rem',
    onPhone: 'aside',
    cell: order => <SavedStatus order={order} saves={saves} />,
  },
  {
    key: 'grand_total',
    head: 'Toplam',
    sortable: true,
    width: '9.75rem',
    numeric: true,
    cell: order => <Money amount={order.grand_total} className="font-semibold" />,
  },
]

const DELIVERY: Column<Order> = {
  key: 'delivery_date',
  head: 'Teslimat',
  hideOrder: 3,
  width: '7rem',
  cell: ({ delivery_date }) => (delivery_date ? formatDay(delivery_date) : '–'),
}

const Company = ({ name }: { name: string }) => (
  <span className="break-words sm:line-clamp-2" title={name}>
    {name}
  </span>
)

function OrderLink({ order }: { order: Order }) {
  const { search } = useLocation()
  return (
    <Link
      to={`/admin/orders/${order.id}`}
      state={{ from: search }}
      onClick={() => recordOpenedOrder(order.id)}
      // In the table the row itself takes the keyboard focus.
      tabIndex={useIsPhoneWidth() ? undefined : -1}
      className="text-link max-sm:after:absolute max-sm:after:inset-0"
    >
      <OrderNumber id={order.id} />
    </Link>
  )
}
