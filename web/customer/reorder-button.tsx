import { RotateCcw } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { useAction } from '../action.ts'
import { cartLines, setCart } from '../cart/cart.ts'
import { fetchCurrentProducts } from '../cart/cart-check.ts'
import { Button } from '../ui/button.tsx'
import { wholeText } from '../ui/number-text.ts'
import { useNavigate } from '../ui/router.tsx'
import { toast } from '../ui/toaster.tsx'
import { type Reordered, reordered, undoReorder } from './reorder.ts'

const ReorderDialog = lazy(async () => ({ default: (await import('./reorder-dialog.tsx')).ReorderDialog }))

/** Adds an old order's lines to the cart at current prices and stock, and lists the differences. */
export function ReorderButton({ order, small }: { order: Order; small?: boolean }) {
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  const [outcome, setOutcome] = useState<Reordered & { undo: () => void }>()
  const current = async () => fetchCurrentProducts(order.items.map(item => item.product_id))
  const { run: reorder, pending } = useAction(current, {
    showError: 'toast',
    onReply: products => {
      const before = cartLines()
      const now = reordered(order.items, products, before)
      setCart(now.cart)
      if (now.different.length > 0) {
        setOutcome({ ...now, undo: () => setCart(undoReorder(cartLines(), before, now.cart)) })
        setOpen(true)
        return
      }
      toast.success(`${wholeText(now.taken)} ürün sepete eklendi`)
      navigate('/cart')
    },
  })
  return (
    <>
      <Button
        icon={RotateCcw}
        variant={small ? 'ghost' : 'secondary'}
        size={small ? 'small' : 'regular'}
        busy={pending}
        busyText="Ürünler sepete ekleniyor"
        onClick={() => void reorder()}
      >
        Tekrar Sipariş Ver
      </Button>
      {outcome && (
        <Suspense>
          <ReorderDialog outcome={outcome} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
