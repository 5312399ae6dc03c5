import { formatMoney } from '#contract/money.ts'
import { cancelCustomersOrder, type Order, orderNumber } from '#contract/orders.ts'
import { request } from '../api.ts'
import { showNextResults } from '../lists/steady-list.ts'
import { CancelOrderDialog } from '../orders/cancel-order.tsx'
import { toast } from '../ui/toaster.tsx'
import { invalidateOrders } from './invalidate-orders.ts'

type CancelOrderProps = { order: Order; open: boolean; onOpenChange: (open: boolean) => void }

/** Cancels a customer's pending order after a confirmation. */
export function CancelOrder({ order, open, onOpenChange }: CancelOrderProps) {
  const cancel = async () => {
    const { message } = await request(cancelCustomersOrder, { params: { id: order.id } })
    toast.success(message)
    showNextResults()
    await invalidateOrders()
  }
  return (
    <CancelOrderDialog
      open={open}
      onOpenChange={onOpenChange}
      question="Bu siparişi iptal etmek istediğinizden emin misiniz?"
      cancel={cancel}
      onRefused={invalidateOrders}
    >
      {order.user_company}: {orderNumber(order.id)} numaralı, {formatMoney(order.grand_total)} tutarındaki sipariş iptal
      edilecek. İptal edilen siparişler geri alınamaz.
    </CancelOrderDialog>
  )
}
