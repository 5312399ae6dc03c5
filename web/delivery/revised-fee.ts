import { revisedFee } from '#contract/delivery-fee.ts'
import type { Kurus } from '#contract/money.ts'
import { orderTotals } from '#contract/order-totals.ts'
import type { Order } from '#contract/orders.ts'
import { useSession } from '../session.ts'
import { useDelivery } from './delivery-query.ts'

type Revised = Pick<Order, 'items' | 'delivery_fee' | 'user_id'>

/** The delivery fee in kuruş after a revision to `goods` (kuruş with VAT); the present fee until both are known. */
export function useRevisedFee(order: Revised, goods: Kurus | undefined, isOpen: boolean): Kurus {
  const role = useSession()?.role
  const delivery = useDelivery(role === 'customer' ? null : order.user_id, isOpen)
  if (!delivery || goods === undefined) return order.delivery_fee
  const before = { goods: orderTotals(order.items).grand, fee: order.delivery_fee }
  return revisedFee(delivery.terms, before, goods, role === 'admin')
}
