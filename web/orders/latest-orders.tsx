import type { ReactNode } from 'react'
import { NewRows } from '../lists/new-rows.tsx'
import { type Listed, useSteadyList, type Waiting } from '../lists/steady-list.ts'
import type { SameLayout } from '../lists/steady-rows.ts'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/router.tsx'

/** How many orders a start page requests and shows. */
export const LATEST = 5

type LatestOrdersProps<Order> = {
  orders: readonly Order[]
  /** Orders that arrived after the list was opened. */
  waiting: Waiting
  /** The address of the full list. */
  all: string
  row: (order: Order) => ReactNode
  /** Shown when there are no orders. */
  empty: ReactNode
}

/** The latest orders of a query, which keep their positions while new ones arrive. */
export function useLatestOrders<Order extends { id: string }>(
  query: Omit<Listed<Order>, 'items' | 'hasNextPage' | 'resources'> & { data: readonly Order[] | undefined },
  hasSameLayout?: SameLayout<Order>,
) {
  const items: readonly Order[] = query.data ?? []
  // The response always counts as part of a longer list.
  return useSteadyList({ ...query, items, hasNextPage: true, resources: ['orders'] }, '', hasSameLayout)
}

/** The latest few orders, with a link to all of them. */
export function LatestOrders<Order extends { id: string }>(props: LatestOrdersProps<Order>) {
  const { orders, waiting, all, row, empty } = props
  const action = orders.length > 0 && (
    <div className="relative">
      {/* A shown order that is no longer among the latest keeps its place, and the one that has moved up waits. */}
      <NewRows waiting={orders[LATEST] ? { ...waiting, isOutdated: true } : waiting} noun="sipariş" place="beside" />
      <Link to={all} className="inline-flex min-h-control items-center text-link text-sm sm:pointer-fine:min-h-0">
        Tümünü gör
      </Link>
    </div>
  )
  return (
    <Card title="Son siparişler" flush action={action}>
      {action ? (
        <ul className="divide-y divide-line border-line border-t">
          {orders.slice(0, LATEST).map((order, place) => (
            <li key={order.id} data-index={place}>
              {row(order)}
            </li>
          ))}
        </ul>
      ) : (
        empty
      )}
    </Card>
  )
}
