import type { ColumnType, Generated } from 'kysely'
import type { Kurus } from '#contract/money.ts'

type Instant = ColumnType<string, Date, Date>
type TextOrNot = ColumnType<string | null, string | null | undefined, string | null>
/** A calendar day, YYYY-MM-DD, or null. */
export type DayOrNot = TextOrNot

/** The settings that all routes have in common: one row. */
export type DeliverySettingsTable = {
  id: Generated<boolean>
  closed_on_holidays: Generated<boolean>
  closed_on_half_days: Generated<boolean>
  minimum: Kurus | null
  fee: Kurus | null
}

export type DeliveryRouteTable = {
  id: string
  name: string
  name_key: string
  weekdays: number[]
  cutoff_time: string
  days_before: number
  capacity: number | null
  minimum: Kurus | null
  fee: Kurus | null
  version: Generated<number>
  created_at: Instant
}

/** Customers with a route, a minimum of their own, or both. */
export type DeliveryCustomerTable = {
  customer_id: string
  route_id: TextOrNot
  position: Generated<number>
  minimum: ColumnType<Kurus | null, Kurus | null | undefined, Kurus | null>
}

export type DeliveryExceptionTable = {
  id: string
  date: string
  route_id: string | null
  kind: 'closed' | 'extra'
  note: string
}

/** The columns of an order that describe its delivery. */
export type OrderDeliveryColumns = {
  delivery_date: DayOrNot
  delivery_route_id: TextOrNot
  delivery_route: TextOrNot
  delivery_fee: Generated<Kurus>
}
