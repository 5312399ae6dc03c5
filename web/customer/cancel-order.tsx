import { CircleX } from 'lucide-react'
import { useState } from 'react'
import { formatMoney } from '#contract/money.ts'
import { isPending } from '#contract/order-status.ts'
import { cancelOrder, type Order, orderNumber, readOrder } from '#contract/orders.ts'
import { useCommand } from '../command.ts'
import { CancelOrderDialog } from '../orders/cancel-order.tsx'
import { useOnline } from '../pwa/connectivity.ts'
import { cacheRow } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toaster.tsx'

/** Cancels a pending order after a confirmation. When the button disappears, the open dialog remains and shows why. */
export function CancelOrder({ order }: { order: Order }) {
  const [open, setOpen] = useState(false)
  const online = useOnline()
  const { run, pending } = useCommand(cancelOrder, {
    showError: 'toast',
    refetchWhenLost: true,
    awaitRefetch: true,
    onReply: ({ message, order: cancelled }) => {
      toast.success(message)
      cacheRow({ read: readOrder }, cancelled)
    },
  })
  return (
    <>
      {isPending(order) && (
        <Button icon={CircleX} disabled={!online} onClick={() => setOpen(true)}>
          Siparişi iptal et
        </Button>
      )}
      <CancelOrderDialog
        order={order}
        open={open}
        onOpenChange={setOpen}
        question="Siparişi iptal etmek istediğinizden emin misiniz?"
        cancel={(reason, showError) => run({ params: { id: order.id }, body: { reason } }, showError)}
        busy={pending}
      >
        {orderNumber(order.id)} numaralı, KDV dahil {formatMoney(order.grand_total)} tutarındaki sipariş iptal edilecek.
        İptal edilen siparişler geri alınamaz.
      </CancelOrderDialog>
    </>
  )
}
