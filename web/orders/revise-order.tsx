import { useEffect, useId, useState } from 'react'
import { kurus } from '#contract/money.ts'
import type { OrderStatus } from '#contract/order-status.ts'
import { orderTotals } from '#contract/order-totals.ts'
import { type Order, orderNumber } from '#contract/orders.ts'
import { PassiveWarning } from '../customers/passive-warning.tsx'
import { OverrideQuestion } from '../delivery/override-question.tsx'
import { NoConnection } from '../lists/no-connection.tsx'
import { afterPress } from '../ui/after-press.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useLeaveUnsaved } from '../ui/leave-unsaved.tsx'
import { Money } from '../ui/money.tsx'
import { ConfirmPrices } from './confirm-prices.tsx'
import { statusLabel } from './order-status.tsx'
import { pricedLines } from './revision-draft.ts'
import { RevisionForm } from './revision-form.tsx'
import { type RevisionState, useRevision } from './use-revision.ts'

type ReviseOrderProps = { order: Order; open: boolean; onClose: () => void }

/**
 * Edits a pending order's lines, quantities, prices, delivery day and notes. Leaving with unsaved changes requires a
 * confirmation.
 */
export function ReviseOrder({ order, open, onClose }: ReviseOrderProps) {
  const form = useId()
  const revision = useRevision(order, open, onClose)
  const { endedAs } = revision
  // Once the order can no longer be revised, closing needs no confirmation.
  const isUnsaved = revision.isChanged && !endedAs
  const unsaved = useLeaveUnsaved({
    isChanged: isUnsaved,
    loss: 'Siparişte yaptığınız değişiklikler kaybolur.',
    onLeave: () => {
      revision.forget()
      onClose()
    },
  })
  const lost = endedAs && `Sipariş bu arada değişti, durumu: ${statusLabel(endedAs)}. Artık revize edilemez.`
  const leave = () => {
    if (!revision.busy) unsaved.leave()
  }
  return (
    <>
      <Dialog
        wide
        whole
        focusTitle
        open={open}
        onOpenChange={leave}
        title="Siparişi revize et"
        description={`${order.user_company} · ${orderNumber(order.id)}`}
        footer={<Footer form={form} revision={revision} onLeave={leave} />}
      >
        <RevisionForm id={form} revision={revision} />
      </Dialog>
      {unsaved.question}
      <ConfirmPrices
        prices={revision.doubtful}
        lost={lost}
        onCancel={revision.stopAsking}
        onConfirm={() => {
          revision.stopAsking()
          void revision.save({ hasConfirmed: 'prices' })
        }}
      />
      <OverrideQuestion
        title="Teslimat yine de bu güne alınsın mı?"
        confirm="Bu güne al"
        sentences={revision.override.sentences}
        isOpen={revision.override.isAsking}
        lost={lost}
        onCancel={revision.override.stopAsking}
        onConfirm={() => {
          revision.override.stopAsking()
          void revision.save({ hasConfirmed: 'day' })
        }}
      />
    </>
  )
}

type FooterProps = { form: string; revision: RevisionState; onLeave: () => void }

function Footer({ form, revision, onLeave }: FooterProps) {
  const { base, endedAs, busy } = revision
  return (
    <div className="grid w-full gap-3">
      {!endedAs && <PassiveWarning customer_id={base.user_id} />}
      <Meanwhile revision={revision} />
      <NoConnection>Kaydettiğiniz revizyon bu cihazda bekler ve bağlantı gelince gönderilir.</NoConnection>
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:items-center sm:justify-end">
        <div className="flex gap-2 max-sm:*:flex-1">
          <Button onClick={onLeave}>Vazgeç</Button>
          <Button
            variant="primary"
            type="submit"
            form={form}
            disabled={endedAs !== undefined}
            busy={busy}
            busyText="Revizyon kaydediliyor"
          >
            Kaydet
          </Button>
        </div>
        <Total revision={revision} />
      </div>
    </div>
  )
}

/**
 * Shows how the order has changed since the dialog opened. It is above the buttons, where a long form does not hide it
 * and it does not move any line.
 */
function Meanwhile({ revision }: { revision: RevisionState }) {
  const { endedAs, isOutdated, busy, showPresent } = revision
  const now: OrderStatus | 'revised' | undefined = endedAs ?? (isOutdated && !busy ? 'revised' : undefined)
  const [shown, setShown] = useState<typeof now>(now)
  useEffect(() => {
    if (now !== shown) afterPress(() => setShown(now))
  }, [now, shown])
  if (!shown) return null
  if (shown !== 'revised')
    return (
      <AlertStrip kind="warning" title={`Sipariş artık beklemede değil: ${statusLabel(shown)}`}>
        Durumu siz bakarken değişti; bu revizyon kaydedilemez.
      </AlertStrip>
    )
  return (
    <AlertStrip
      kind="warning"
      action={
        <Button size="small" onClick={showPresent}>
          Değişiklikleri göster
        </Button>
      }
    >
      Bu sipariş az önce başkası tarafından revize edildi.
    </AlertStrip>
  )
}

/** The order's grand total after the revision, and whether the delivery fee in it may change. */
function Total({ revision: { draft, fee, isFeeOpen } }: { revision: RevisionState }) {
  const lines = pricedLines(draft.lines)
  return (
    <p className="flex items-baseline justify-between gap-x-3 sm:order-first sm:mr-auto">
      <span className="text-ink-soft text-sm">
        Genel toplam, KDV dahil
        {lines && isFeeOpen && <span className="block">Teslimat ücreti değişebilir</span>}
      </span>
      <span className="font-semibold text-lg">
        {lines ? <Money amount={kurus(orderTotals(lines).grand + fee)} /> : '–'}
      </span>
    </p>
  )
}
