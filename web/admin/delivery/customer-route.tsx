import { readCustomerDelivery } from '#contract/delivery.ts'
import { useCallQuery } from '../../queries.ts'
import { Link } from '../../ui/router.tsx'

/** The delivery route of a customer with its place in the loading order; nothing without one. */
export function CustomerRoute({ id }: { id: string }) {
  const { route_name, position } = useCallQuery(readCustomerDelivery, { params: { id } }).data ?? {}
  if (!route_name) return null
  return (
    <p className="text-ink-soft text-sm">
      Rota:{' '}
      <Link to="/admin/dashboard?tab=customers&view=delivery" className="text-link">
        {route_name}
      </Link>
      , {position}. sırada
    </p>
  )
}
