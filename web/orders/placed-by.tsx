import type { Order } from '#contract/orders.ts'
import { ADMIN_NAME, ROLE_LABELS } from '#contract/roles.ts'
import { useSession } from '../session.ts'
import { useSettings } from '../shell/use-settings.ts'

/** Who took an order for its customer; undefined if the customer placed it. Admins act in the wholesaler's name. */
export function usePlacedBy({ placed_by, placed_by_name }: Order): string | undefined {
  const settings = useSettings()
  const isAdmin = useSession()?.role === 'admin'
  if (placed_by === 'admin') return (isAdmin ? undefined : settings?.company_name) ?? ADMIN_NAME
  if (placed_by === 'marketer') return placed_by_name ? `${placed_by_name} (pazarlamacı)` : ROLE_LABELS.marketer
  return undefined
}

/** Shows who took an order for its customer, as a line. */
export function PlacedBy({ order, className }: { order: Order; className?: string }) {
  const name = usePlacedBy(order)
  if (!name) return null
  return (
    <p className={className}>
      <span className="text-ink-soft">Siparişi alan:</span> {name}
    </p>
  )
}
