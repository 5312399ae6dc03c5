import { ORDER_SORTS } from '#contract/order-query.ts'
import { ORDER_STATUSES } from '#contract/order-status.ts'
import { idIn } from '../../stored-values.ts'
import { dayIn } from '../../ui/day-text.ts'

export const FILTER_NAMES = ['search', 'status', 'customer_id', 'from', 'to', 'delivery_date', 'route_id'] as const
export type FilterName = (typeof FILTER_NAMES)[number]

/** The filter of the order list as in its address; invalid values are ignored. */
export function readFilter(read: (name: FilterName) => string) {
  const day = (name: FilterName) => dayIn(read(name))
  return {
    search: read('search'),
    status: ORDER_STATUSES.find(status => status === read('status')),
    customer_id: idIn(read('customer_id')),
    from: day('from'),
    to: day('to'),
    delivery_date: day('delivery_date'),
    route_id: idIn(read('route_id')),
  }
}

/** How the order list is sorted, as in its address; empty if it is newest first. */
export function readSorting(read: (name: 'sort' | 'order') => string) {
  const sort = ORDER_SORTS.find(one => one === read('sort'))
  return { sort, order: sort && read('order') === 'desc' ? ('desc' as const) : undefined }
}
