import { ListChecks, ListX, Square } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { isCancelled, ORDER_STATUS, ORDER_STATUSES, type OrderStatus } from '#contract/order-status.ts'
import { MAX_CANCEL_REASON, type Order, orderNumber } from '#contract/orders.ts'
import { setOrderStatus } from '#contract/staff-orders.ts'
import { request, requestError } from '../../api.ts'
import { changeEach, type Outcome, type Refused } from '../../lists/change-each.ts'
import { showNextResults } from '../../lists/steady-list.ts'
import { OrderStatusBadge } from '../../orders/order-status.tsx'
import { invalidate } from '../../queries.ts'
import { BulkBar } from '../../ui/bulk-bar.tsx'
import { Button } from '../../ui/button.tsx'
import { useConfirmBeforeUnload } from '../../ui/leave-guard.ts'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { toast } from '../../ui/toaster.tsx'
import { BulkPapers } from './bulk-papers.tsx'
import { RefusedOrders } from './refused-orders.tsx'
import { readPresent } from './status-saves.tsx'

/** An order to be changed, with the status that the user has seen. */
type ChosenOrder = { id: string; expected_status: OrderStatus | undefined }

type Ended = {
  /** The orders that got the status, which are no longer chosen then. */
  saved: readonly string[]
  failed: readonly string[]
}

type BulkStatusProps = {
  chosen: readonly ChosenOrder[]
  onClear: () => void
  onEnd: (status: OrderStatus, orders: Ended) => void
  /** Called with orders whose status another user has changed, once the user is told so. */
  onSeen: (orders: readonly Order[]) => void
  /** The offer to choose more orders. */
  children?: ReactNode
}

/** The actions on the chosen orders: their papers, and their status. Orders that were not changed stay chosen. */
export function BulkStatus({ chosen, onClear, onEnd, onSeen, children }: BulkStatusProps) {
  const { progress, refused, present, run, stop } = useStatusRun()
  const [isListed, setListed] = useState(false)
  const list = () => {
    onSeen([...present.values()])
    setListed(true)
  }
  const move = async (status: OrderStatus) => {
    const question = `${wholeText(chosen.length)} siparişin durumu “${ORDER_STATUS[status].label}” yapılsın mı? Müşterilere haber verilecek.`
    const reason = isCancelled(status) ? askReason(question) : ''
    if (reason === undefined || (!isCancelled(status) && !window.confirm(question))) return
    const outcome = await run(chosen, { status, ...(reason && { reason }) })
    const failed = outcome.refused.map(({ id }) => id)
    const left = new Set([...failed, ...outcome.untried])
    const saved = chosen.map(({ id }) => id).filter(id => !left.has(id))
    onEnd(status, { saved, failed })
    onSeen(named(outcome).flatMap(({ id }) => outcome.present.get(id) ?? []))
    showNextResults()
    void invalidate(setOrderStatus.invalidates)
    if (saved.length > 0) toast.success(`${wholeText(saved.length)} siparişin durumu güncellendi`)
    const message = outcomeMessage(outcome)
    if (message) window.alert(message)
  }
  return (
    // The number of the run in progress, even if the list shows other orders by now.
    <BulkBar count={progress?.count ?? chosen.length} onClear={onClear}>
      {progress ? (
        <RunningWork {...progress} onStop={stop} />
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
          {refused.length > MAX_NAMED && (
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

type Change = { status: OrderStatus; reason?: string }

/** The refused orders of a run, and the `present` state of those whose status another user has changed, by id. */
type Refusals = { refused: readonly Refused[]; present: ReadonlyMap<string, Order> }
const NONE: Refusals = { refused: [], present: new Map() }

/** Sets the status of many orders and reports the progress; leaving the page before the end requires confirmation. */
function useStatusRun() {
  const [progress, setProgress] = useState<{ done: number; count: number }>()
  const [refusals, setRefusals] = useState(NONE)
  const stopping = useRef<AbortController>(undefined)
  useConfirmBeforeUnload(progress !== undefined)
  const run = async (orders: readonly ChosenOrder[], change: Change) => {
    stopping.current = new AbortController()
    const count = orders.length
    setProgress({ done: 0, count })
    const present = new Map<string, Order>()
    const warnings: string[] = []
    const set = async ({ id, expected_status }: ChosenOrder) => {
      try {
        const body = { ...change, expected_status }
        const { delivery_warning } = await request(setOrderStatus, { params: { id }, body })
        if (delivery_warning) warnings.push(`${orderNumber(id)}: ${delivery_warning}`)
      } catch (reason) {
        const isChanged = requestError(reason).is(setOrderStatus, 'order_status_changed')
        const order = isChanged ? await readPresent(id) : undefined
        if (order) present.set(id, order)
        throw reason
      }
    }
    const onDone = (done: number) => setProgress({ done, count })
    const outcome = await changeEach(orders, set, { onDone, signal: stopping.current.signal })
    setProgress(undefined)
    setRefusals({ refused: outcome.refused, present })
    return { ...outcome, warnings, present }
  }
  return { progress, ...refusals, run, stop: () => stopping.current?.abort() }
}

function RunningWork({ done, count, onStop }: { done: number; count: number; onStop: () => void }) {
  return (
    <>
      <span className="grid gap-1">
        <span className="text-ink-soft text-sm tabular-nums">{`${wholeText(done)} / ${wholeText(count)}`}</span>
        <ProgressBar label="Durumu değiştirilen siparişler" value={(100 * done) / count} className="w-40" />
      </span>
      <Button icon={Square} onClick={onStop}>
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
const named = ({ refused }: Outcome) => refused.slice(0, MAX_NAMED)

function outcomeMessage(outcome: Outcome & { warnings: readonly string[] }) {
  const { refused, untried, warnings } = outcome
  const reasons = named(outcome).map(({ id, why }) => `${orderNumber(id)}: ${why}`)
  const more = refused.length - reasons.length
  return [
    ...(refused.length > 0 ? [`${wholeText(refused.length)} siparişin durumu güncellenemedi; seçili kaldı.`] : []),
    ...reasons,
    ...(more > 0 ? [`ve ${wholeText(more)} sipariş daha`] : []),
    ...(untried.length > 0
      ? [`${wholeText(untried.length)} siparişe sıra gelmedi; durumu değişmedi, seçili kaldı.`]
      : []),
    ...(warnings.length > 0 ? ['Durumu güncellenen, ama teslimat günü uygun olmayan siparişler:'] : []),
    ...warnings.slice(0, MAX_NAMED),
    ...(warnings.length > MAX_NAMED ? [`ve ${wholeText(warnings.length - MAX_NAMED)} sipariş daha`] : []),
  ].join('\n')
}
