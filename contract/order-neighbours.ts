import * as z from 'zod/mini'
import { call } from './call.ts'
import { OrderFilters, OrderSorting } from './order-query.ts'
import { ORDER_BY_ID, ORDER_FAILED } from './orders.ts'

/** The ids of the orders before and after one in the admin's list, as it is sorted and filtered; `null` at its ends. */
export const OrderNeighbours = z.object({ previous: z.nullable(z.uuid()), next: z.nullable(z.uuid()) })
export type OrderNeighbours = z.infer<typeof OrderNeighbours>

export const readOrderNeighbours = call('GET /admin/orders/:id/neighbours', {
  ...ORDER_BY_ID,
  roles: ['admin'],
  resources: ['orders'],
  query: z.object({ ...OrderFilters, ...OrderSorting }),
  reply: OrderNeighbours,
  summary:
    'The orders above (`previous`) and below (`next`) an order in the admin’s list with these filters and this sorting; the order itself need not match the filters.',
  failure: ORDER_FAILED,
})
