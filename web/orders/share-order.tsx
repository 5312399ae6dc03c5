import { Share2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { Button } from '../ui/button.tsx'
import { orderText } from './order-text.ts'

// The menu library is large: loaded when the menu opens.
const ShareMenu = lazy(async () => ({ default: (await import('../ui/share-menu.tsx')).ShareMenu }))

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
      <ShareMenu trigger={trigger} text={() => orderText(order)} />
    </Suspense>
  )
}
