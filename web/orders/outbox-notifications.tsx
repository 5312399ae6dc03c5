import { useEffect, useEffectEvent } from 'react'
import { type Order, orderForCustomer, orderNumber, placeOrder } from '#contract/orders.ts'
import { type OutboxEvent, startOutbox } from '../pwa/outbox.ts'
import { invalidate } from '../queries.ts'
import { useNavigate } from '../ui/router.tsx'
import { toast } from '../ui/toaster.tsx'
import { CART_PATH, ORDER_PATH } from './order-paths.ts'

export type OutboxNotificationsProps = {
  audience: keyof typeof CART_PATH
  /** Called with each order that the outbox has placed. */
  onPlaced?: (order: Order) => void
}

/** Runs the outbox while a user is signed in, and shows toasts about its orders. */
export function OutboxNotifications({ audience, onPlaced }: OutboxNotificationsProps) {
  const navigate = useNavigate()
  const isMarketer = audience === 'marketer'
  const waiting = isMarketer ? 'Bekleyen sipariş' : 'Bekleyen siparişiniz'
  const notify = useEffectEvent((event: OutboxEvent) => {
    void invalidate((isMarketer ? orderForCustomer : placeOrder).invalidates)
    switch (event.is) {
      case 'placed': {
        const { order } = event
        toast.success(`${waiting} gönderildi: ${orderNumber(order.id)}`, {
          ...(isMarketer && { description: order.user_company }),
          action: { label: 'Siparişe git', onClick: () => navigate(ORDER_PATH[audience](order.id)) },
        })
        onPlaced?.(order)
        break
      }
      case 'refused':
        toast.warning(`${waiting} verilmedi`, {
          description: event.sentence,
          action: { label: 'Göster', onClick: () => navigate(CART_PATH[audience]) },
        })
        break
      case 'cancelled':
        toast.info(`Geri aldığınız sipariş ulaşmıştı ve iptal edildi: ${event.number}`)
        break
      case 'too_late':
        toast.warning(`Geri aldığınız sipariş ulaşmıştı, iptal edilemedi: ${event.number}`)
        break
      case 'not_visible':
        toast.warning('Geri aldığınız sipariş ulaşmıştı, iptal edilemedi')
        break
      case 'arrived_unidentified':
        toast.info(
          `${waiting} daha önce ulaşmış; ${isMarketer ? 'Siparişler sekmesinde' : 'Sipariş Geçmişi’nde'} görebilirsiniz`,
        )
    }
  })
  useEffect(() => startOutbox(event => notify(event)), [])
  return null
}
