import { useId } from 'react'
import { type Kurus, kurus } from '#contract/money.ts'
import { listRevisions } from '#contract/order-revisions.ts'
import { isPending } from '#contract/order-status.ts'
import { orderTotals } from '#contract/order-totals.ts'
import { type Order, orderNumber } from '#contract/orders.ts'
import { statusLabel } from '../orders/order-status.tsx'
import { RevisionList } from '../orders/revisions.tsx'
import { useOnline } from '../pwa/connectivity.ts'
import { useCallQuery } from '../queries.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useLeaveUnsaved } from '../ui/leave-unsaved.tsx'
import { Money } from '../ui/money.tsx'
import { ChangeOrderForm } from './change-order-form.tsx'
import { type ChangedLine, remainingLines } from './order-change.ts'
import { PassiveNote } from './passive-note.tsx'
import { RestToCart } from './rest-to-cart.tsx'
import { type OrderChangeState, useOrderChange } from './use-order-change.ts'

type ChangeOrderDialogProps = {
  /** The order's latest state, which may change while the dialog is open. */
  order: Order
  open: boolean
  onClose: () => void
}

/** Changes lines, quantities and the note of a customer's pending order. Leaving with unsaved changes is confirmed. */
export function ChangeOrderDialog({ order, open, onClose }: ChangeOrderDialogProps) {
  const form = useId()
  const change = useOrderChange(order, open, onClose)
  const isOnline = useOnline()
  const unsaved = useLeaveUnsaved({
    isChanged: change.isChanged,
    loss: 'Siparişte yaptığınız değişiklikler kaybolur.',
    onLeave: () => {
      change.forget()
      onClose()
    },
  })
  const leave = () => {
    if (!change.busy) unsaved.leave()
  }
  const mayChange = isPending(order)
  return (
    <>
      <Dialog
        wide
        whole
        focusTitle
        open={open}
        onOpenChange={leave}
        title="Siparişi değiştir"
        description={`Sipariş ${orderNumber(order.id)}`}
        footer={
          <>
            <div className="flex gap-2 max-sm:*:flex-1">
              <Button onClick={leave}>Vazgeç</Button>
              <Button
                variant="primary"
                type="submit"
                form={form}
                disabled={!mayChange || !isOnline}
                busy={change.busy}
                busyText="Değişiklikler kaydediliyor"
              >
                Kaydet
              </Button>
            </div>
            <Total lines={change.lines} fee={change.fee} />
          </>
        }
      >
        <div className="grid gap-4">
          {mayChange ? (
            // Not while the dialog closes, when the order already has the saved state.
            open && <State order={order} change={change} isOnline={isOnline} />
          ) : (
            <NotPending order={order} change={change} onClose={onClose} />
          )}
          <ChangeOrderForm id={form} order={order} change={change} isLocked={!mayChange} />
        </div>
      </Dialog>
      {unsaved.question}
    </>
  )
}

/** The warnings before saving. */
function State({ order, change, isOnline }: { order: Order; change: OrderChangeState; isOnline: boolean }) {
  return (
    <>
      <PassiveNote />
      {order.revision_count > change.since && !change.isUnanswered && (
        <RevisedMeanwhile order={order} change={change} />
      )}
      {!isOnline && (
        <AlertStrip kind="warning" title="İnternet bağlantısı yok">
          Değişiklikleriniz burada duruyor; bağlantı gelince kaydedebilirsiniz.
        </AlertStrip>
      )}
      {change.isResumed && (
        <AlertStrip kind="info" action={<DiscardChanges change={change} />}>
          Bu siparişte kaydetmediğiniz değişiklikler duruyor.
        </AlertStrip>
      )}
    </>
  )
}

/** The order's grand total after the change. */
function Total({ lines, fee }: { lines: readonly ChangedLine[]; fee: Kurus }) {
  return (
    <p className="flex items-baseline justify-between gap-x-3 sm:order-first sm:mr-auto">
      <span className="text-ink-soft text-sm">Genel toplam, KDV dahil</span>
      <Money amount={kurus(orderTotals(remainingLines(lines)).grand + fee)} className="font-semibold text-lg" />
    </p>
  )
}

/** Shown if the order has changed status since the dialog opened. */
function NotPending({ order, change, onClose }: { order: Order; change: OrderChangeState; onClose: () => void }) {
  const done = () => {
    change.forget()
    onClose()
  }
  return (
    <AlertStrip
      kind="error"
      title="Bu sipariş artık değiştirilemez"
      action={<RestToCart lines={change.lines} onDone={done} />}
    >
      Durumu: {statusLabel(order.status)}.
      {change.isChanged &&
        ' Yaptığınız değişiklikler kaydedilmedi; aşağıda duruyor. Eklediklerinizi yeni bir siparişle isteyebilirsiniz.'}
    </AlertStrip>
  )
}

/** Shown if the marketer, or the customer on another device, has changed the order since the dialog opened. */
function RevisedMeanwhile({ order, change }: { order: Order; change: OrderChangeState }) {
  const query = useCallQuery(listRevisions, { params: { id: order.id } })
  return (
    <AlertStrip kind="warning" title="Bu sipariş siz bakarken değişti">
      <div className="grid gap-3">
        <p>
          Hiçbir şeyin üzerine yazılmadı. Sizin değiştirdikleriniz aşağıda duruyor, yanlarında kayıtlı hâlleri yazıyor;
          kontrol edip yeniden kaydedin.
        </p>
        <div className="rounded-md bg-surface p-3 text-ink">
          <RevisionList query={query} after={change.since} />
        </div>
        {change.isChanged && <DiscardChanges change={change} />}
      </div>
    </AlertStrip>
  )
}

function DiscardChanges({ change }: { change: OrderChangeState }) {
  return (
    <Button size="small" onClick={change.reset} className="justify-self-start">
      Değişikliklerimi bırak
    </Button>
  )
}
