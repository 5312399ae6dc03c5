import { Share2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { Button } from '../ui/button.tsx'

// The menu library is large: loaded when the menu opens.
const OrderShareMenu = lazy(async () => ({ default: (await import('./order-share-menu.tsx')).OrderShareMenu }))

/** A button to share an order as a text message. */
export function ShareOrder({ order, ghost }: { order: Order; ghost?: boolean }) {
  const [isWanted, setIsWanted] = useState(false)
  const trigger = (
    <Button icon={Share2} variant={ghost ? 'ghost' : 'secondary'} onClick={() => setIsWanted(true)}>
      Paylaş
    </Button>
  )
  if (!isWanted) return trigger
  return (
    <Suspense fallback={trigger}>
      <OrderShareMenu trigger={trigger} order={order} />
    </Suspense>
  )
}
