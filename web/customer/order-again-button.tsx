import { RotateCcw } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { useAction } from '../action.ts'
import { Button } from '../ui/button.tsx'
import type { RepeatableOrder } from './repeatable-order.ts'

const loadDialog = () => import('./order-again-dialog.tsx')
const OrderAgainDialog = lazy(async () => ({ default: (await loadDialog()).OrderAgainDialog }))

/** Shows an old order's lines at current prices and stock, to be added to the cart. */
export function OrderAgainButton({ order, small }: { order: Order; small?: boolean }) {
  const [open, setOpen] = useState(false)
  const [shown, setShown] = useState<{ nr: number; repeatable: RepeatableOrder }>()
  const read = async () => {
    const [{ readRepeatableOrder }] = await Promise.all([import('./repeatable-order.ts'), loadDialog()])
    return readRepeatableOrder(order)
  }
  const { run: orderAgain, pending } = useAction(read, {
    showError: 'toast',
    onReply: repeatable => {
      setShown(before => ({ nr: (before?.nr ?? 0) + 1, repeatable }))
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
      {shown && (
        <Suspense>
          {/* Each press begins with all lines chosen. */}
          <OrderAgainDialog key={shown.nr} repeatable={shown.repeatable} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
