import { CircleX } from 'lucide-react'
import { useState } from 'react'
import { formatMoney } from '#contract/money.ts'
import { cancelOrder, type Order, orderNumber } from '#contract/orders.ts'
import { request } from '../api.ts'
import { CancelOrderDialog } from '../orders/cancel-order.tsx'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toaster.tsx'
import { invalidateOrders } from './invalidate-orders.ts'

/** Cancels a pending order after a confirmation. */
export function CancelOrder({ order }: { order: Order }) {
  const [open, setOpen] = useState(false)
  const cancel = async () => {
    const { order: cancelled } = await request(cancelOrder, { params: { id: order.id } })
    toast.success('Siparis basariyla iptal edildi')
    await invalidateOrders(cancelled)
  }
  return (
    <>
      <Button icon={CircleX} onClick={() => setOpen(true)}>
        Siparişi iptal et
      </Button>
      <CancelOrderDialog
        open={open}
        onOpenChange={setOpen}
        question="Siparişi iptal etmek istediğinizden emin misiniz?"
        cancel={cancel}
        onRefused={invalidateOrders}
      >
        {orderNumber(order.id)} numaralı, {formatMoney(order.grand_total)} tutarındaki sipariş iptal edilecek. İptal
        edilen siparişler geri alınamaz.
      </CancelOrderDialog>
    </>
  )
}
