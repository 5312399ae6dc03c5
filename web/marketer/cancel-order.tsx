import { formatMoney } from '#contract/money.ts'
import { type Order, orderNumber } from '#contract/orders.ts'
import { cancelCustomersOrder } from '#contract/staff-orders.ts'
import { useRowCommand } from '../lists/row-command.ts'
import { showNextResults } from '../lists/steady-list.ts'
import { CancelOrderDialog } from '../orders/cancel-order.tsx'
import { usePresentOrder } from '../orders/present-order.ts'
import { toast } from '../ui/toaster.tsx'

type CancelOrderProps = { order: Order; open: boolean; onOpenChange: (open: boolean) => void }

/** Cancels a customer's pending order after a confirmation. */
export function CancelOrder({ order, open, onOpenChange }: CancelOrderProps) {
  const { run, pending } = useRowCommand(cancelCustomersOrder, {
    showError: 'toast',
    refetchWhenLost: true,
    awaitRefetch: true,
    onReply: ({ message }) => {
      toast.success(message)
      showNextResults('orders')
    },
  })
  const present = usePresentOrder(order, open)
  return (
    <CancelOrderDialog
      order={present}
      open={open}
      onOpenChange={onOpenChange}
      question="Bu siparişi iptal etmek istediğinizden emin misiniz?"
      cancel={(reason, showError) => run({ params: { id: order.id }, body: { reason } }, showError)}
      busy={pending}
    >
      {present.user_company}: {orderNumber(present.id)} numaralı, KDV dahil {formatMoney(present.grand_total)}{' '}
      tutarındaki sipariş iptal edilecek. İptal edilen siparişler geri alınamaz.
    </CancelOrderDialog>
  )
}
