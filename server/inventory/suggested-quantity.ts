import { sql } from 'kysely'
import { LOW_STOCK } from '#contract/stock-level.ts'
import { AVAILABLE } from '../stock/ledger.ts'

/**
 * The least multiple of the reorder quantity with which more than the reorder point is available and the product is not
 * low; null without a reorder quantity.
 */
export const SUGGESTED_QUANTITY = sql<number | null>`
  reorder_quantity * greatest(1, ceil(
    (greatest(coalesce(reorder_point, 0) + 1, ${LOW_STOCK}) - ${AVAILABLE})::numeric / reorder_quantity))::bigint`
