import { CircleX } from 'lucide-react'
import { useState } from 'react'
import { formatMoney } from '#contract/money.ts'
import { cancelOrder, type Order, orderNumber } from '#contract/orders.ts'
import { ApiError, ask } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { toast } from '../ui/toaster.tsx'
import { orderChanged } from './order-changed.ts'

/** Takes an order back that nobody has started on, once the person has said so twice. */
export function CancelOrder({ order }: { order: Order }) {
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const cancel = async () => {
    setBusy(true)
    try {
      const { order: cancelled } = await ask(cancelOrder, { params: { id: order.id } })
      toast.success('Siparis basariyla iptal edildi')
      await orderChanged(cancelled)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.message)
      await orderChanged()
    } finally {
      setBusy(false)
      setOpen(false)
    }
  }
  return (
    <>
      <Button icon={CircleX} onClick={() => setOpen(true)}>
        Siparişi iptal et
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Siparişi iptal etmek istediğinizden emin misiniz?"
        confirm="Siparişi iptal et"
        danger
        busy={busy}
        onConfirm={() => void cancel()}
      >
        {orderNumber(order.id)} numaralı, {formatMoney(order.grand_total)} tutarındaki sipariş iptal edilecek. İptal
        edilen siparişler geri alınamaz.
      </ConfirmDialog>
    </>
  )
}
