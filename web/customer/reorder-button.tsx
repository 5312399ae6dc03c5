import { RotateCcw } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { useAction } from '../action.ts'
import { Button } from '../ui/button.tsx'
import type { ReorderOffer } from './reorder-offer.ts'

const loadDialog = () => import('./reorder-dialog.tsx')
const ReorderDialog = lazy(async () => ({ default: (await loadDialog()).ReorderDialog }))

/** Offers an old order's lines at current prices and stock, to be added to the cart. */
export function ReorderButton({ order, small }: { order: Order; small?: boolean }) {
  const [open, setOpen] = useState(false)
  const [offered, setOffered] = useState<{ nr: number; offer: ReorderOffer }>()
  const offer = async () => {
    const [{ reorderOffer }] = await Promise.all([import('./reorder-offer.ts'), loadDialog()])
    return reorderOffer(order)
  }
  const { run: reorder, pending } = useAction(offer, {
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
        onClick={() => void reorder()}
      >
        Tekrar Sipariş Ver
      </Button>
      {offered && (
        <Suspense>
          {/* Each press offers all lines again. */}
          <ReorderDialog key={offered.nr} offer={offered.offer} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
