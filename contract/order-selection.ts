import * as z from 'zod/mini'
import { call } from './call.ts'
import { MoneySum } from './money.ts'
import { OrderFilters, OrderSorting, Status } from './order-query.ts'
import { MAX_SELECTED } from './selection.ts'

/** How many orders match a filter, how many of them are cancelled, and the sum with VAT of the others. */
export const OrderTotals = z.object({ orders: z.int(), cancelled_orders: z.int(), amount: MoneySum })
export type OrderTotals = z.infer<typeof OrderTotals>

export const readOrderTotals = call('GET /admin/order-totals', {
  roles: ['admin'],
  resources: ['orders'],
  query: z.object(OrderFilters),
  reply: OrderTotals,
  summary:
    'How many orders match the filters of the admin’s list, and their total; `amount` leaves out cancelled orders.',
  failure: 'Siparişlerin toplamı yüklenemedi',
})

/** An order that was selected, with the status that it had then. */
export const SelectedOrder = z.object({ id: z.uuid(), status: Status })
export type SelectedOrder = z.infer<typeof SelectedOrder>

export const selectOrders = call('GET /admin/order-selection', {
  roles: ['admin'],
  resources: ['orders'],
  query: z.object({ ...OrderFilters, ...OrderSorting }),
  reply: z.array(SelectedOrder),
  summary: `The ids and statuses of all orders that match the filters, in the list’s order; at most ${MAX_SELECTED}.`,
  failure: 'Siparişler seçilemedi',
  errors: ['selection_too_large'],
})
