import type { Order } from '#contract/orders.ts'
import { marketerText } from '#contract/roles.ts'
import { useAdminName } from './admin-name.ts'

/** Who took an order for its customer; undefined if the customer placed it. Admins act in the wholesaler's name. */
export function usePlacedBy({ placed_by, placed_by_name }: Order): string | undefined {
  const adminName = useAdminName()
  if (placed_by === 'admin') return adminName
  if (placed_by === 'marketer') return marketerText(placed_by_name)
  return undefined
}

/** Who revised an order last; undefined if the customer did. */
export function useLastReviser({ revised_by_marketer_id, revised_by_marketer_name: name }: Order): string | undefined {
  const adminName = useAdminName()
  if (revised_by_marketer_id) return marketerText(name)
  // An admin has a name, but no id.
  return name ? adminName : undefined
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
