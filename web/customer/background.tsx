import { useEffect, useEffectEvent } from 'react'
import { listOrders, orderNumber } from '#contract/orders.ts'
import { askAhead } from '../parts/asking.ts'
import { type News, startOutbox } from '../pwa/outbox.ts'
import { useNavigate } from '../ui/router.tsx'
import { toast } from '../ui/toaster.tsx'
import { orderChanged } from './order-changed.ts'

/** Sends what waits while a customer is signed in, and says what came of it. */
export function Background() {
  const navigate = useNavigate()
  const tell = useEffectEvent((news: News) => {
    switch (news.is) {
      case 'placed': {
        const { order } = news
        toast.success(`Bekleyen siparişiniz gönderildi: ${orderNumber(order.id)}`, {
          action: { label: 'Siparişe git', onClick: () => navigate(`/orders/${order.id}`) },
        })
        return void orderChanged(order)
      }
      case 'refused':
        toast.warning('Bekleyen siparişiniz verilmedi', {
          description: news.sentence,
          action: { label: 'Göster', onClick: () => navigate('/cart') },
        })
        break
      case 'cancelled':
        toast.info(`Geri aldığınız sipariş ulaşmıştı ve iptal edildi: ${news.number}`)
        break
      case 'too_late':
        toast.warning(`Geri aldığınız sipariş işleme alınmış, iptal edilemedi: ${news.number}`)
        break
      case 'known':
        toast.info('Bekleyen siparişiniz daha önce ulaşmış; Sipariş Geçmişi’nde görebilirsiniz')
    }
    void orderChanged()
  })
  useEffect(() => startOutbox(news => tell(news)), [])
  useEffect(() => {
    // The last orders are at hand without a network, also when their list was not opened today.
    void askAhead(listOrders, {})
  }, [])
  return null
}
