import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { formatMoney } from '#contract/money.ts'
import { orderTotals } from '#contract/orders.ts'
import type { Quote, QuoteAnswer } from '#contract/quotes.ts'
import { formatDay } from '#contract/turkish.ts'
import { ApiError } from '../api.ts'
import { showNextResults } from '../lists/steady-list.ts'
import { queryClient, queryKeyOf } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { wholeText } from '../ui/number-text.ts'
import { useNavigate } from '../ui/router.tsx'
import { toast } from '../ui/toaster.tsx'
import type { QuoteAudience } from './quote-audience.ts'

type Answered = Quote & { answer: QuoteAnswer }

/** Accepts or declines an answer after a confirmation. The decision applies to the answer shown in the dialog. */
export function QuoteDecision({
  quote,
  canAccept,
  audience,
}: {
  quote: Answered
  canAccept: boolean
  audience: QuoteAudience
}) {
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'accept' | 'decline'>()
  const [busy, setBusy] = useState(false)
  const { id } = quote
  // A new answer may arrive while the dialog is open.
  const [answer, setAnswer] = useState(quote.answer)
  const forWhom = audience.namesCustomer && `${quote.user_company} adına `
  const decide = async (action: () => Promise<void>) => {
    setBusy(true)
    try {
      await action()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.message)
    } finally {
      setBusy(false)
      setDialog(undefined)
      showNextResults()
      for (const call of audience.invalidates) void queryClient.invalidateQueries({ queryKey: queryKeyOf(call) })
    }
  }
  const seen = { answered_at: answer.answered_at }
  const accept = () =>
    decide(async () => {
      const { message, order } = await audience.accept(id, seen)
      const open = () => navigate(audience.orderPath(order.id))
      toast.success(message, { action: { label: 'Siparişi aç', onClick: open } })
      await audience.onOrdered(order)
    })
  const decline = () =>
    decide(async () => {
      const { message } = await audience.decline(id, seen)
      toast.success(message)
    })
  const begin = (action: 'accept' | 'decline') => {
    setAnswer(quote.answer)
    setDialog(action)
  }
  const close = (open: boolean) => !open && setDialog(undefined)
  return (
    <div className="flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
      <Button icon={X} onClick={() => begin('decline')}>
        Reddet
      </Button>
      {canAccept && (
        <Button variant="primary" icon={Check} onClick={() => begin('accept')}>
          Kabul et
        </Button>
      )}
      <ConfirmDialog
        open={dialog === 'accept'}
        onOpenChange={close}
        title="Teklif kabul edilsin mi?"
        confirm="Kabul et ve sipariş ver"
        busy={busy}
        onConfirm={() => void accept()}
      >
        {forWhom}
        {wholeText(answer.items.length)} ürün için KDV dahil {formatMoney(orderTotals(answer.items).grand)} tutarında
        sipariş verilecek.
      </ConfirmDialog>
      <ConfirmDialog
        open={dialog === 'decline'}
        onOpenChange={close}
        title="Teklif reddedilsin mi?"
        confirm="Reddet"
        danger
        busy={busy}
        onConfirm={() => void decline()}
      >
        {forWhom}
        {formatDay(answer.valid_until)} tarihine kadar geçerli teklifimiz reddedilmiş sayılacak.
      </ConfirmDialog>
    </div>
  )
}
