import type { ReactNode } from 'react'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/router.tsx'

type LatestOrdersProps<Order> = {
  orders: readonly Order[]
  /** Where all of them are. */
  all: string
  row: (order: Order) => ReactNode
  /** What is said when there is none. */
  empty: ReactNode
}

/** The latest few orders, and the way to all of them. */
export function LatestOrders<Order extends { id: string }>({ orders, all, row, empty }: LatestOrdersProps<Order>) {
  if (orders.length === 0)
    return (
      <Card title={TITLE} flush>
        {empty}
      </Card>
    )
  const action = (
    <Link to={all} className="inline-flex min-h-control items-center text-link text-sm sm:min-h-0">
      Tümünü gör
    </Link>
  )
  return (
    <Card title={TITLE} flush action={action}>
      <ul className="divide-y divide-line border-line border-t">
        {orders.map(order => (
          <li key={order.id}>{row(order)}</li>
        ))}
      </ul>
    </Card>
  )
}

const TITLE = 'Son siparişler'
