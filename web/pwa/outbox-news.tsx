import { useEffect, useEffectEvent } from 'react'
import { type Order, orderNumber } from '#contract/orders.ts'
import { CART_OF, ORDER_OF } from '../parts/order-address.ts'
import { useNavigate } from '../ui/router.tsx'
import { toast } from '../ui/toaster.tsx'
import { type News, startOutbox } from './outbox.ts'

type OutboxNewsProps = {
  audience: keyof typeof CART_OF
  /** What tells of orders is asked for anew: of this one, or of any. */
  onChange: (order?: Order) => void
}

/** Sends what waits while somebody is signed in, and says what came of it. */
export function OutboxNews({ audience, onChange }: OutboxNewsProps) {
  const navigate = useNavigate()
  const isMarketer = audience === 'marketer'
  const waiting = isMarketer ? 'Bekleyen sipariş' : 'Bekleyen siparişiniz'
  const tell = useEffectEvent((news: News) => {
    switch (news.is) {
      case 'placed': {
        const { order } = news
        toast.success(`${waiting} gönderildi: ${orderNumber(order.id)}`, {
          ...(isMarketer && { description: order.user_company }),
          action: { label: 'Siparişe git', onClick: () => navigate(ORDER_OF[audience](order.id)) },
        })
        return onChange(order)
      }
      case 'refused':
        toast.warning(`${waiting} verilmedi`, {
          description: news.sentence,
          action: { label: 'Göster', onClick: () => navigate(CART_OF[audience]) },
        })
        break
      case 'cancelled':
        toast.info(`Geri aldığınız sipariş ulaşmıştı ve iptal edildi: ${news.number}`)
        break
      case 'too_late':
        toast.warning(`Geri aldığınız sipariş ulaşmıştı, iptal edilemedi: ${news.number}`)
        break
      case 'known':
        toast.info(
          `${waiting} daha önce ulaşmış; ${isMarketer ? 'Siparişler sekmesinde' : 'Sipariş Geçmişi’nde'} görebilirsiniz`,
        )
    }
    onChange()
  })
  useEffect(() => startOutbox(news => tell(news)), [])
  return null
}
