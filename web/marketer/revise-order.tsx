import { useId } from 'react'
import { type Order, orderNumber, orderTotals } from '#contract/orders.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useConfirmBeforeUnload } from '../ui/leave-guard.ts'
import { useLeaveUnsaved } from '../ui/leave-unsaved.tsx'
import { Money } from '../ui/money.tsx'
import { type Draft, pricedLines } from './revision-draft.ts'
import { RevisionForm } from './revision-form.tsx'
import { useRevision } from './use-revision.ts'

type ReviseOrderProps = { order: Order; open: boolean; onClose: () => void }

/**
 * Edits a pending order's lines, quantities, prices and notes. Leaving with unsaved changes requires a confirmation.
 */
export function ReviseOrder({ order, open, onClose }: ReviseOrderProps) {
  const form = useId()
  const revision = useRevision(order, onClose)
  const unsaved = useLeaveUnsaved({
    isChanged: revision.isChanged,
    loss: 'Siparişte yaptığınız değişiklikler kaybolur.',
    onLeave: () => {
      revision.forget()
      onClose()
    },
  })
  useConfirmBeforeUnload(open && revision.isChanged)
  const leave = () => {
    if (!revision.busy) unsaved.leave()
  }
  return (
    <>
      <Dialog
        wide
        whole
        open={open}
        onOpenChange={leave}
        title="Siparişi revize et"
        description={`${order.user_company} · ${orderNumber(order.id)}`}
        footer={
          <>
            <div className="flex gap-2 max-sm:*:flex-1">
              <Button onClick={leave}>Vazgeç</Button>
              <Button variant="primary" type="submit" form={form} busy={revision.busy} busyText="Revizyon kaydediliyor">
                Kaydet
              </Button>
            </div>
            <Total draft={revision.draft} />
          </>
        }
      >
        <RevisionForm id={form} revision={revision} />
      </Dialog>
      {unsaved.question}
    </>
  )
}

/** The order's grand total after the revision. */
function Total({ draft }: { draft: Draft }) {
  const lines = pricedLines(draft)
  return (
    <p className="flex items-baseline justify-between gap-x-3 sm:order-first sm:mr-auto">
      <span className="text-ink-soft text-sm">Genel toplam, KDV dahil</span>
      <span className="font-semibold text-lg">{lines ? <Money amount={orderTotals(lines).grand} /> : '–'}</span>
    </p>
  )
}
