import * as z from 'zod/mini'
import { CalendarDay, Id, mustBeOneOf, SearchText, SortOrder } from './fields.ts'
import { ORDER_STATUSES } from './order-status.ts'

export const Status = z.enum(ORDER_STATUSES, mustBeOneOf('Durum', ORDER_STATUSES))

/** Order filters: `search` matches company, username and order number; `from` and `to` are inclusive Istanbul days. */
export const OrderFilters = {
  status: z.optional(Status),
  search: z.optional(SearchText),
  from: z.optional(CalendarDay),
  to: z.optional(CalendarDay),
  customer_id: z.optional(Id),
  /** Orders to be delivered on this day, and on this route. */
  delivery_date: z.optional(CalendarDay),
  route_id: z.optional(Id),
}

/** The columns by which admins can sort orders; `user_company` in Turkish order, `status` by its name. */
export const ORDER_SORTS = ['id', 'user_company', 'created_at', 'line_count', 'status', 'grand_total'] as const
export type OrderSort = (typeof ORDER_SORTS)[number]

/** How a list of orders is sorted: by `sort` in `order`, else newest first. */
export const OrderSorting = {
  sort: z.optional(z.enum(ORDER_SORTS, mustBeOneOf('sort', ORDER_SORTS))),
  order: z.optional(SortOrder),
}
