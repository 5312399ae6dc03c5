import { MAIN_WAREHOUSE } from '#contract/catalogue.ts'
import { Badge } from '../ui/badge.tsx'

/** Says of goods that they lie elsewhere than in the main warehouse: both may have the same. */
export function WarehouseBadge({ warehouse }: { warehouse: string | null | undefined }) {
  return warehouse && warehouse !== MAIN_WAREHOUSE ? <Badge>{warehouse}</Badge> : null
}
