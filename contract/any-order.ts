import * as z from 'zod/mini'
import { call } from './call.ts'
import { Status } from './order-query.ts'
import { CancelReason, ORDER_BY_ID, ORDER_FAILED, Order, OrderChanged } from './orders.ts'

// A customer's order as an admin reads it and sets its status. Not in `staff-orders.ts`, which marketers load as well.

/**
 * While the order is open, `new_units` has the products whose unit is another one now than in the order, with the
 * present unit; absent if there are none.
 */
export const AnyOrder = z.extend(Order, {
  new_units: z.optional(z.array(z.object({ product_id: z.uuid(), unit: z.string() }))),
})
export type AnyOrder = z.infer<typeof AnyOrder>

export const readAnyOrder = call('GET /admin/orders/:id', {
  ...ORDER_BY_ID,
  roles: ['admin'],
  resources: ['orders', 'products'],
  reply: AnyOrder,
  summary:
    'One order. While it is open, `new_units` has the products whose unit is another one now than in the order: completing it takes the number of such a line in the new unit.',
  failure: ORDER_FAILED,
})

export const setOrderStatus = call('PUT /admin/orders/:id/status', {
  ...ORDER_BY_ID,
  roles: ['admin'],
  takesKey: true,
  invalidates: ['orders', 'products'],
  /**
   * `expected_status`: the status that the user saw; the order is refused if it has neither this nor the wanted one.
   */
  body: z.object({ status: Status, reason: CancelReason, expected_status: z.optional(Status) }),
  /**
   * `delivery_warning`: the rules of deliveries that a cancelled order breaks if it is taken up. `stock_warning`: the
   * goods that it reserves though fewer could be sold, 'Ezine (10 ayrıldı, 0 satılabilir)'. `unit_warning`: the goods
   * that were taken from the stock in another unit than they were ordered in, or returned to it in another unit than
   * they were taken in, 'Ezine (24 ADET → 24 PAKET)'. `shortage_warning`: those of which fewer were taken than ordered,
   * 'Ezine (10 istendi, 3 çıktı)'.
   */
  reply: z.extend(OrderChanged, {
    delivery_warning: z.optional(z.string()),
    stock_warning: z.optional(z.string()),
    unit_warning: z.optional(z.string()),
    shortage_warning: z.optional(z.string()),
  }),
  summary:
    'Sets an order’s status, in any direction, and adjusts the stock; `reason` is that of a cancellation. A cancelled order that is taken up keeps its delivery day, even if that is full or over: then `delivery_warning` says so. It reserves its goods even if fewer can be sold: then `stock_warning` says how many of how many. A completed order takes its goods by their number, even if the unit of a product has changed since, and returns them likewise if it is set back or cancelled: then `unit_warning` names them. If there are fewer on hand, it takes those, and `shortage_warning` says how many of how many.',
  failure: 'Sipariş durumu güncellenemedi',
  errors: ['order_status_changed'],
})
