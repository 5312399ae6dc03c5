import { MAIN_WAREHOUSE } from '#contract/products.ts'
import { Badge } from '../../ui/badge.tsx'

/** Marks goods outside the main warehouse; both warehouses may hold the same goods. */
export function WarehouseBadge({ warehouse }: { warehouse: string | null | undefined }) {
  return warehouse && warehouse !== MAIN_WAREHOUSE ? <Badge>{warehouse}</Badge> : null
}
