import { formatMoney } from '#contract/money.ts'
import type { OrderTotals } from '#contract/order-selection.ts'
import { wholeText } from '../../ui/number-text.ts'

/** The number of orders and their sum, which leaves cancelled ones out: '3 sipariş · ₺120,00 (1 iptal hariç)'. */
export function totalsText(totals: OrderTotals | undefined): string {
  // The line keeps its place while it is loading.
  if (!totals) return '…'
  const { orders, cancelled_orders, amount } = totals
  const count = `${wholeText(orders)} sipariş`
  if (orders === 0) return count
  if (cancelled_orders === orders) return `${count}, ${orders === 1 ? 'iptal edilmiş' : 'tümü iptal edilmiş'}`
  const without = cancelled_orders > 0 ? ` (${wholeText(cancelled_orders)} iptal hariç)` : ''
  return `${count} · KDV dahil ${formatMoney(amount)}${without}`
}
