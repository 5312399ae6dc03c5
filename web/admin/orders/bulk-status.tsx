import { ListChecks, ListX, Square } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { setOrderStatus } from '#contract/any-order.ts'
import { isCancelled, ORDER_STATUSES, type OrderStatus } from '#contract/order-status.ts'
import { MAX_CANCEL_REASON, type Order, orderNumber } from '#contract/orders.ts'
import type { Outcome, Refused } from '../../lists/change-each.ts'
import { showNextResults } from '../../lists/steady-list.ts'
import { OrderStatusBadge } from '../../orders/order-status.tsx'
import { invalidate } from '../../queries.ts'
import { BulkBar } from '../../ui/bulk-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { toast } from '../../ui/toaster.tsx'
import { BulkPapers } from './bulk-papers.tsx'
import { planChange } from './bulk-status-plan.ts'
import { RefusedOrders } from './refused-orders.tsx'
import {
  type ChosenOrder,
  type Ended,
  isStatusRunGoingOn,
  startStatusRun,
  stopStatusRun,
  useStatusRun,
  useStatusRunEnd,
  type Warnings,
} from './status-run.ts'
import { GOODS_WARNINGS } from './status-saves.tsx'

type BulkStatusProps = {
  chosen: readonly ChosenOrder[]
  onClear: () => void
  /** Called once for each run, also for one that has ended while another screen was open. */
  onEnd: (ended: Ended) => void
  /** Called with orders whose status another user has changed, once that is shown. */
  onSeen: (orders: readonly Order[]) => void
  /** The offer to choose more orders. */
  children?: ReactNode
}

/** The actions on the chosen orders: their papers, and their status. Orders that were not changed stay chosen. */
export function BulkStatus({ chosen, onClear, onEnd, onSeen, children }: BulkStatusProps) {
  const { progress, refused, present } = useStatusRun()
  const [isListed, setListed] = useState(false)
  const ids = new Set(chosen.map(({ id }) => id))
  const see = (orders: readonly Refused[]) => onSeen(orders.flatMap(({ id }) => present.get(id) ?? []))
  useStatusRunEnd(ended => {
    onEnd(ended)
    see(named(refused))
  })
  useNoticeOnLeaving()
  const list = () => {
    see(refused)
    setListed(true)
  }
  const move = async (status: OrderStatus) => {
    const { changed, question } = planChange(chosen, status)
    const reason = isCancelled(status) ? askReason(question) : ''
    if (reason === undefined || (!isCancelled(status) && !window.confirm(question))) return
    const outcome = await startStatusRun(changed, { status, ...(reason && { reason }) })
    if (!outcome) return
    showNextResults('orders')
    void invalidate(setOrderStatus.invalidates)
    const { saved } = outcome
    if (saved.length > 0) toast.success(`${wholeText(saved.length)} siparişin durumu güncellendi`)
    const message = outcomeMessage(outcome)
    if (message) window.alert(message)
  }
  return (
    // The number of the run in progress, even if the list shows other orders by now.
    <BulkBar count={progress?.count ?? chosen.length} onClear={onClear}>
      {progress ? (
        <RunningWork {...progress} />
      ) : (
        <>
          {children}
          <Menu align="start" trigger={<Button icon={ListChecks}>Durumu değiştir</Button>}>
            {ORDER_STATUSES.map(status => (
              <MenuItem key={status} onSelect={() => void move(status)}>
                <OrderStatusBadge status={status} />
              </MenuItem>
            ))}
          </Menu>
          <BulkPapers chosen={chosen.map(({ id }) => id)} />
          {refused.length > MAX_NAMED && refused.some(({ id }) => ids.has(id)) && (
            <Button icon={ListX} onClick={list}>
              Güncellenemeyenler
            </Button>
          )}
        </>
      )}
      <RefusedOrders open={isListed} onOpenChange={setListed} refused={refused} />
    </BulkBar>
  )
}

/** Says, when the list is left, that the run goes on. */
function useNoticeOnLeaving() {
  useEffect(
    () => () => {
      if (isStatusRunGoingOn())
        toast.info('Durum değişikliği arka planda sürüyor', {
          description: 'İlerlemesi sipariş listesinde görünür.',
          action: { label: 'Durdur', onClick: stopStatusRun },
        })
    },
    [],
  )
}

function RunningWork({ done, count }: { done: number; count: number }) {
  return (
    <>
      <span className="grid gap-1">
        <span className="text-ink-soft text-sm tabular-nums">{`${wholeText(done)} / ${wholeText(count)}`}</span>
        <ProgressBar label="Durumu değiştirilen siparişler" value={(100 * done) / count} className="w-40" />
      </span>
      <Button icon={Square} onClick={stopStatusRun}>
        Durdur
      </Button>
    </>
  )
}

/** Prompts for the reason of the cancellation: '' if none is given, `undefined` if the user declines to cancel. */
function askReason(question: string) {
  let reason = window.prompt(`${question}\n\nİptal nedeni (isteğe bağlı):`)?.trim()
  while (reason !== undefined && reason.length > MAX_CANCEL_REASON)
    reason = window
      .prompt(`İptal nedeni en fazla ${MAX_CANCEL_REASON} karakter olabilir; bu ${reason.length} karakter:`, reason)
      ?.trim()
  return reason
}

/** The number of orders that an alert can list without scrolling. */
const MAX_NAMED = 10

/** The refused orders that the alert names. */
const named = (refused: readonly Refused[]) => refused.slice(0, MAX_NAMED)

function outcomeMessage(outcome: Outcome & { warnings: Warnings }) {
  const { refused, untried, warnings } = outcome
  const reasons = named(refused).map(({ id, why }) => `${orderNumber(id)}: ${why}`)
  const more = refused.length - reasons.length
  return [
    ...(refused.length > 0 ? [`${wholeText(refused.length)} siparişin durumu güncellenemedi; seçili kaldı.`] : []),
    ...reasons,
    ...(more > 0 ? [`ve ${wholeText(more)} sipariş daha`] : []),
    ...(untried.length > 0
      ? [`${wholeText(untried.length)} siparişe sıra gelmedi; durumu değişmedi, seçili kaldı.`]
      : []),
    ...listed('Durumu güncellenen, ama teslimat günü uygun olmayan siparişler:', warnings.delivery_warning),
    ...GOODS_WARNINGS.flatMap(([name, words]) => listed(words, warnings[name])),
  ].join('\n')
}

function listed(heading: string, warnings: readonly string[]) {
  if (warnings.length === 0) return []
  const more = warnings.length - MAX_NAMED
  return [heading, ...warnings.slice(0, MAX_NAMED), ...(more > 0 ? [`ve ${wholeText(more)} sipariş daha`] : [])]
}
