import { RotateCcw } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { useAction } from '../action.ts'
import { Button } from '../ui/button.tsx'
import type { OrderAgainOffer } from './order-again-offer.ts'

const loadDialog = () => import('./order-again-dialog.tsx')
const OrderAgainDialog = lazy(async () => ({ default: (await loadDialog()).OrderAgainDialog }))

/** Offers an old order's lines at current prices and stock, to be added to the cart. */
export function OrderAgainButton({ order, small }: { order: Order; small?: boolean }) {
  const [open, setOpen] = useState(false)
  const [offered, setOffered] = useState<{ nr: number; offer: OrderAgainOffer }>()
  const offer = async () => {
    const [{ orderAgainOffer }] = await Promise.all([import('./order-again-offer.ts'), loadDialog()])
    return orderAgainOffer(order)
  }
  const { run: orderAgain, pending } = useAction(offer, {
    showError: 'toast',
    onReply: current => {
      setOffered(before => ({ nr: (before?.nr ?? 0) + 1, offer: current }))
      setOpen(true)
    },
  })
  return (
    <>
      <Button
        icon={RotateCcw}
        variant={small ? 'ghost' : 'secondary'}
        size={small ? 'small' : 'regular'}
        busy={pending}
        busyText="Güncel fiyat ve stok alınıyor"
        onClick={() => void orderAgain()}
      >
        Tekrar Sipariş Ver
      </Button>
      {offered && (
        <Suspense>
          {/* Each press offers all lines again. */}
          <OrderAgainDialog key={offered.nr} offer={offered.offer} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
