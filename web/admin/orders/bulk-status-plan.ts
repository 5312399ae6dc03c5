import { isCancelled, ORDER_STATUS, ORDER_STATUSES, type OrderStatus } from '#contract/order-status.ts'
import { wholeText } from '../../ui/number-text.ts'
import type { ChosenOrder } from './status-run.ts'

/**
 * Which of the chosen orders a change to this status changes, and the question before it. Cancelled orders are left out
 * unless all are cancelled, as “Tümünü seç” chooses them, too; the question names them and those whose goods have left.
 */
export function planChange(chosen: readonly ChosenOrder[], status: OrderStatus) {
  const isRevived = ({ expected_status: seen }: ChosenOrder) =>
    seen !== undefined && isCancelled(seen) && !isCancelled(status)
  const others = chosen.filter(order => !isRevived(order))
  const changed = others.length > 0 ? others : chosen
  const leftOut = chosen.length - changed.length
  const returned = ORDER_STATUSES.filter(from => from !== status && ORDER_STATUS[from].goods === 'taken').flatMap(
    from => {
      const count = changed.filter(({ expected_status }) => expected_status === from).length
      return count > 0
        ? [
            `${wholeText(count)} sipariş “${ORDER_STATUS[from].label}” durumunda: onlar da değişecek, ürünleri stoğa dönecek.`,
          ]
        : []
    },
  )
  const question = [
    `${wholeText(changed.length)} siparişin durumu “${ORDER_STATUS[status].label}” yapılsın mı? Müşterilere haber verilecek.`,
    ...returned,
    ...(leftOut > 0 ? [`İptal edilmiş ${wholeText(leftOut)} sipariş değişmeyecek, seçili kalacak.`] : []),
    ...(others.length === 0 ? ['Seçili siparişlerin hepsi iptal edilmiş: iptalleri geri alınacak.'] : []),
  ].join('\n')
  return { changed, question }
}
