import { useEffect, useEffectEvent } from 'react'
import { type Order, orderNumber } from '#contract/orders.ts'
import { CART_OF, ORDER_OF } from '../parts/order-address.ts'
import { useNavigate } from '../ui/router.tsx'
import { toast } from '../ui/toaster.tsx'
import { type News, startOutbox } from './outbox.ts'

type OutboxNewsProps = {
  audience: keyof typeof CART_OF
  /** Invalidates the queries of orders: of this one, or of all. */
  onChange: (order?: Order) => void
}

/** Runs the outbox while a user is signed in, and shows toasts about its orders. */
export function OutboxNews({ audience, onChange }: OutboxNewsProps) {
  const navigate = useNavigate()
  const isMarketer = audience === 'marketer'
  const waiting = isMarketer ? 'Bekleyen sipariş' : 'Bekleyen siparişiniz'
  const notify = useEffectEvent((event: News) => {
    switch (event.is) {
      case 'placed': {
        const { order } = event
        toast.success(`${waiting} gönderildi: ${orderNumber(order.id)}`, {
          ...(isMarketer && { description: order.user_company }),
          action: { label: 'Siparişe git', onClick: () => navigate(ORDER_OF[audience](order.id)) },
        })
        return onChange(order)
      }
      case 'refused':
        toast.warning(`${waiting} verilmedi`, {
          description: event.sentence,
          action: { label: 'Göster', onClick: () => navigate(CART_OF[audience]) },
        })
        break
      case 'cancelled':
        toast.info(`Geri aldığınız sipariş ulaşmıştı ve iptal edildi: ${event.number}`)
        break
      case 'too_late':
        toast.warning(`Geri aldığınız sipariş ulaşmıştı, iptal edilemedi: ${event.number}`)
        break
      case 'known':
        toast.info(
          `${waiting} daha önce ulaşmış; ${isMarketer ? 'Siparişler sekmesinde' : 'Sipariş Geçmişi’nde'} görebilirsiniz`,
        )
    }
    onChange()
  })
  useEffect(() => startOutbox(event => notify(event)), [])
  return null
}
