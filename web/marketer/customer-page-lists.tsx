import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { listUsualProducts, type OwnCustomer, USUAL_DAYS } from '#contract/customers.ts'
import type { Order } from '#contract/orders.ts'
import { listCustomersOrders } from '#contract/staff-orders.ts'
import { formatInstant } from '#contract/turkish.ts'
import { DETAIL } from '../catalogue/product-detail-from-url.tsx'
import { Failed } from '../lists/list-states.tsx'
import { GrandTotal } from '../orders/grand-total.tsx'
import { OrderNumber } from '../orders/order-number.tsx'
import { ORDER_PATH } from '../orders/order-paths.ts'
import { OrderStatusBadge } from '../orders/order-status.tsx'
import { useOnline } from '../pwa/connectivity.ts'
import { useOfflineData } from '../pwa/offline-list.ts'
import { useCallQuery } from '../queries.ts'
import { Card } from '../ui/card.tsx'
import { formatInstantAsDay } from '../ui/day-formats.ts'
import { wholeText } from '../ui/number-text.ts'
import { Link } from '../ui/router.tsx'
import { LoadingRows } from '../ui/skeleton.tsx'
import { customersOrdersPath } from './customer-path.ts'
import { ordersFound, readOfflineOrders } from './offline-orders.ts'
import { openCart } from './open-cart.ts'

const SHOWN_ORDERS = 10

/** The products that the customer ordered most often lately; a press shows one and opens the customer's cart. */
export function UsualProducts({ customer }: { customer: OwnCustomer }) {
  const query = useCallQuery(listUsualProducts, { params: { id: customer.id } })
  const products = query.data
  return (
    <Card title={`Sık aldıkları · son ${USUAL_DAYS} gün`} flush>
      {!products && (query.error ? <Failed query={query} error={query.error} /> : <LoadingRows rows={3} />)}
      {products?.length === 0 && <p className="px-4 pb-4 text-ink-soft">Bu sürede sipariş yok.</p>}
      {products && products.length > 0 && (
        <ul aria-label="Sık aldıkları" className="max-h-96 divide-y divide-line overflow-y-auto border-line border-t">
          {products.map(({ product_id, product_name, brand, unit, order_count, quantity, last_ordered_at }) => (
            <li key={product_id}>
              <Link
                // By its id: it may have another name than in its last order.
                to={`/marketer/dashboard?tab=products&${DETAIL}=${product_id}`}
                onClick={() => openCart(customer)}
                className={ROW}
              >
                <span className="min-w-0">
                  <span className="block break-words font-medium">{product_name}</span>
                  <span className="block text-ink-soft text-sm">
                    {brand && `${brand} · `}
                    {wholeText(order_count)} siparişte · son {formatInstantAsDay(last_ordered_at)}
                  </span>
                </span>
                <span className="whitespace-nowrap text-right tabular-nums">
                  {wholeText(quantity)} {unit}
                </span>
                <ChevronRight aria-hidden className="size-5 text-ink-soft" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

/** The customer's latest orders, with a link to all of them. */
export function LatestOrders({ id }: { id: string }) {
  const query = useCallQuery(listCustomersOrders, { query: { customer_id: id, limit: SHOWN_ORDERS } })
  const isOnline = useOnline()
  const stored = useOfflineData(!isOnline, readOfflineOrders)
  const storedOrders = stored ? ordersFound(stored.orders, { customer_id: id }).slice(0, SHOWN_ORDERS) : []
  // Other lists, and single orders, may have been fetched later than this list was before the connection was lost.
  const [fetchedBefore, setFetchedBefore] = useState(0)
  if (!isOnline && fetchedBefore !== query.dataUpdatedAt) setFetchedBefore(query.dataUpdatedAt)
  const orders = storedOrders.length > 0 && query.dataUpdatedAt <= fetchedBefore ? storedOrders : query.data
  const all = (
    <Link
      to={customersOrdersPath(id)}
      className="inline-flex min-h-control items-center text-link text-sm sm:pointer-fine:min-h-0"
    >
      Tümünü gör
    </Link>
  )
  return (
    <Card title="Siparişleri" flush {...(orders?.length && { action: all })}>
      {!orders && (query.error ? <Failed query={query} error={query.error} /> : <LoadingRows rows={3} />)}
      {orders?.length === 0 && <p className="px-4 pb-4 text-ink-soft">Henüz sipariş yok.</p>}
      {orders && orders.length > 0 && (
        <ul aria-label="Siparişleri" className="divide-y divide-line border-line border-t">
          {orders.map(order => (
            <li key={order.id}>
              <OrderLink order={order} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

const ROW =
  'ring-inside grid min-h-11 grid-cols-[1fr_auto_1.25rem] items-center gap-x-3 px-4 py-2 transition-colors hover:bg-surface-sunken'

function OrderLink({ order }: { order: Order }) {
  return (
    <Link to={ORDER_PATH.marketer(order.id)} className={ROW}>
      <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <OrderNumber id={order.id} />
        <span className="text-ink-soft text-sm">{formatInstant(order.created_at)}</span>
        <OrderStatusBadge status={order.status} />
      </span>
      <GrandTotal amount={order.grand_total} />
      <ChevronRight aria-hidden className="size-5 text-ink-soft" />
    </Link>
  )
}
