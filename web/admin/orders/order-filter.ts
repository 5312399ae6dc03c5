import { CalendarDay, Id } from '#checked/fields.ts'
import { ORDER_SORTS } from '#contract/order-query.ts'
import { ORDER_STATUSES } from '#contract/order-status.ts'

export const FILTER_NAMES = ['search', 'status', 'customer_id', 'from', 'to', 'delivery_date', 'route_id'] as const
export type FilterName = (typeof FILTER_NAMES)[number]

/** The filter of the order list as in its address; invalid values are ignored. */
export function readFilter(read: (name: FilterName) => string) {
  const day = (name: FilterName) => CalendarDay.safeParse(read(name)).data
  return {
    search: read('search'),
    status: ORDER_STATUSES.find(status => status === read('status')),
    customer_id: Id.safeParse(read('customer_id')).data,
    from: day('from'),
    to: day('to'),
    delivery_date: day('delivery_date'),
    route_id: Id.safeParse(read('route_id')).data,
  }
}

/** How the order list is sorted, as in its address; empty if it is newest first. */
export function readSorting(read: (name: 'sort' | 'order') => string) {
  const sort = ORDER_SORTS.find(one => one === read('sort'))
  return { sort, order: sort && read('order') === 'desc' ? ('desc' as const) : undefined }
}
