import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import { CANCELLED_STATUS, ORDER_STATUS, ORDER_STATUSES, type OrderStatus } from '#contract/order-status.ts'
import { MAX_CANCEL_REASON, orderNumber, setOrderStatus } from '#contract/orders.ts'
import { showNextResults } from '../../lists/steady-list.ts'
import { OrderStatusBadge } from '../../orders/order-status.tsx'
import { invalidate } from '../../queries.ts'
import { BulkBar } from '../../ui/bulk-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { toast } from '../../ui/toaster.tsx'
import { BulkPapers } from './bulk-papers.tsx'
import { type Refused, setStatuses } from './set-statuses.ts'

type BulkStatusProps = {
  chosen: readonly string[]
  onChoose: (ids: readonly string[]) => void
  /** Called with the orders that were refused. */
  onFailed: (ids: readonly string[]) => void
}

/** What is done with the chosen orders: their papers, and their status. Orders that the server refused stay chosen. */
export function BulkStatus({ chosen, onChoose, onFailed }: BulkStatusProps) {
  const [progress, setProgress] = useState<string>()
  const count = (done: number) => `${wholeText(done)} / ${wholeText(chosen.length)}`
  const move = async (status: OrderStatus) => {
    const question = `${wholeText(chosen.length)} siparişin durumu “${ORDER_STATUS[status].label}” yapılsın mı? Müşterilere haber verilecek.`
    const reason = status === CANCELLED_STATUS ? askReason(question) : ''
    if (reason === undefined || (status !== CANCELLED_STATUS && !window.confirm(question))) return
    setProgress(count(0))
    const refused = await setStatuses(chosen, { status, ...(reason && { reason }) }, done => setProgress(count(done)))
    setProgress(undefined)
    onChoose(refused.map(({ id }) => id))
    onFailed(refused.map(({ id }) => id))
    showNextResults()
    void invalidate(setOrderStatus.invalidates)
    const done = chosen.length - refused.length
    if (done) toast.success(`${wholeText(done)} siparişin durumu güncellendi`)
    if (refused.length) window.alert(refusalMessage(refused))
  }
  return (
    <BulkBar count={chosen.length} onClear={() => onChoose([])}>
      <Menu
        align="start"
        trigger={
          <Button icon={ListChecks} disabled={progress !== undefined}>
            Durumu değiştir
          </Button>
        }
      >
        {ORDER_STATUSES.map(status => (
          <MenuItem key={status} onSelect={() => void move(status)}>
            <OrderStatusBadge status={status} />
          </MenuItem>
        ))}
      </Menu>
      <BulkPapers chosen={chosen} />
      {progress && <output className="text-ink-soft">{progress}</output>}
    </BulkBar>
  )
}

/** The reason for which all are cancelled, '' if none is given; nothing if they are not. */
const askReason = (question: string) =>
  window.prompt(`${question}\n\nİptal nedeni (isteğe bağlı):`)?.trim().slice(0, MAX_CANCEL_REASON)

/** As many orders as an alert lists without scrolling. */
const MAX_NAMED = 10

function refusalMessage(refused: readonly Refused[]) {
  const named = refused.slice(0, MAX_NAMED).map(({ id, why }) => `${orderNumber(id)}: ${why}`)
  const more = refused.length - named.length
  return [
    `${wholeText(refused.length)} siparişin durumu güncellenemedi; bunlar seçili kaldı.`,
    ...named,
    ...(more > 0 ? [`ve ${wholeText(more)} sipariş daha`] : []),
  ].join('\n')
}
