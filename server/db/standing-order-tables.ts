import type { ColumnType, Generated, JSONColumnType } from 'kysely'

type Instant = ColumnType<string, Date, Date>
type InstantOrNot = ColumnType<string | null, Date | null | undefined, Date | null>

/** Orders that are repeated on chosen weekdays. */
export type StandingOrderTable = {
  id: string
  customer_id: string
  name: string
  notes: string | null
  weekdays: number[]
  every_weeks: number
  starts_on: string
  ends_on: string | null
  closed_days: 'move' | 'skip'
  shortages: 'reduce' | 'leave_out'
  is_paused: Generated<boolean>
  version: Generated<number>
  created_at: Instant
  updated_at: Instant
  updated_by: string
  effective_from: Instant
  check_at: Instant
  /** The last check after which nothing was left to do. */
  checked_at: Instant | null
  /** The due days (YYYY-MM-DD) for which it had an order planned; see `plannedEntries`. */
  planned_days: Generated<string[]>
}

/** The lines of standing orders, with the product as it was when it was added, and the unit of the quantity. */
export type StandingOrderLineTable = {
  standing_order_id: string
  product_id: string
  position: number
  quantity: number
  product_name: string
  brand: string
  unit: string
}

/** The changes for a single due day, and its outcome. */
export type StandingOrderDayTable = {
  standing_order_id: string
  due_on: string
  is_skipped: Generated<boolean>
  moved_to: string | null
  /** Earlier versions have stored them without their units. */
  items: JSONColumnType<{ product_id: string; quantity: number; unit?: string }[]> | null
  reminded_at: InstantOrNot
  /** The delivery day that the last reminder named, or that the customer chose too late for one. */
  reminded_day: string | null
  /** When the order was to be made according to that reminder or choice; null of earlier versions. */
  reminded_until: InstantOrNot
  made_at: InstantOrNot
  day: string | null
  order_id: string | null
  shortages: JSONColumnType<object[]> | null
  failure: string | null
}
