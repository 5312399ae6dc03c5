import { revisedFee } from '#contract/delivery-fee.ts'
import type { Kurus } from '#contract/money.ts'
import { orderTotals } from '#contract/order-totals.ts'
import type { Order } from '#contract/orders.ts'
import { useSession } from '../current-session.ts'
import { type DeliveredOrder, useOrderDelivery } from './order-delivery.ts'

type Before = DeliveredOrder & Pick<Order, 'items' | 'delivery_fee'>
/** The total of the goods (kuruş with VAT), undefined while it is unknown, and the chosen day, if any. */
type After = { goods: Kurus | undefined; day: string | null | undefined }

/** The delivery fee of an order in kuruş after a revision; undefined until everything that decides is known. */
export function useRevisedFee(order: Before, { goods, day }: After, isOpen: boolean): Kurus | undefined {
  const role = useSession()?.role
  const delivery = useOrderDelivery(order, isOpen)
  const isMoved = day && day !== order.delivery_date && !delivery?.orders?.isFromQuote
  const terms = (isMoved ? delivery?.customers : delivery?.orders)?.terms
  if (!terms || goods === undefined) return undefined
  const before = { goods: orderTotals(order.items).grand, fee: order.delivery_fee }
  return revisedFee(terms, before, goods, role === 'admin')
}
