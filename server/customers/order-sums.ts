import { sql } from 'kysely'
import type { Kurus } from '#contract/money.ts'
import { countedStatuses, OPEN_STATUSES, type OrderCounter, REVENUE_STATUSES } from '#contract/order-status.ts'

// Aggregates over rows of `order_sums` or `customer_order_sums`. Amounts are kuruş with VAT.

export const ORDERS = sql<number>`coalesce(sum(orders), 0)`

/** The number of orders that a counter of the statistics includes. */
export const countOf = (counter: OrderCounter) =>
  sql<number>`coalesce(sum(orders) filter (where status = any(${countedStatuses(counter)})), 0)`

export const REVENUE = sql<Kurus>`coalesce(sum(amount) filter (where status = any(${REVENUE_STATUSES})), 0)`

/** The amount of the open orders. */
export const OPEN_AMOUNT = sql<Kurus>`coalesce(sum(amount) filter (where status = any(${OPEN_STATUSES})), 0)`
