import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { formatMoney } from '#contract/money.ts'
import { orderTotals } from '#contract/orders.ts'
import type { Quote, QuoteAnswer } from '#contract/quotes.ts'
import { formatDay } from '#contract/turkish.ts'
import { useCommand } from '../command.ts'
import { NoConnection } from '../lists/no-connection.tsx'
import { showNextResults } from '../lists/steady-list.ts'
import { useOnline } from '../pwa/connectivity.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { wholeText } from '../ui/number-text.ts'
import { useNavigate } from '../ui/router.tsx'
import { toast } from '../ui/toaster.tsx'
import type { QuoteAudience } from './quote-audience.ts'

type Answered = Quote & { answer: QuoteAnswer }

type QuoteDecisionProps = { quote: Answered; canAccept: boolean; audience: QuoteAudience }

/** Accepts or declines an answer after a confirmation. The decision applies to the answer shown in the dialog. */
export function QuoteDecision({ quote, canAccept, audience }: QuoteDecisionProps) {
  const { answer, dialog, begin, close, accepting, declining, decide } = useQuoteDecision(quote, audience)
  const forWhom = audience.namesCustomer && `${quote.user_company} adına `
  const online = useOnline()
  return (
    <div className="flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
      <NoConnection className="basis-full">Teklife bağlantı gelince karar verebilirsiniz.</NoConnection>
      <Button icon={X} disabled={!online} onClick={() => begin('decline')}>
        Reddet
      </Button>
      {canAccept && (
        <Button variant="primary" icon={Check} disabled={!online} onClick={() => begin('accept')}>
          Kabul et
        </Button>
      )}
      <ConfirmDialog
        open={dialog === 'accept'}
        onOpenChange={close}
        title="Teklif kabul edilsin mi?"
        confirm="Kabul et ve sipariş ver"
        busy={accepting.pending}
        onConfirm={() => void decide(accepting)}
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
        busy={declining.pending}
        onConfirm={() => void decide(declining)}
      >
        {forWhom}
        {formatDay(answer.valid_until)} tarihine kadar geçerli teklifimiz reddedilmiş sayılacak.
      </ConfirmDialog>
    </div>
  )
}

/** The open dialog, the answer that it shows, and the two commands. */
function useQuoteDecision(quote: Answered, audience: QuoteAudience) {
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'accept' | 'decline'>()
  // A new answer may arrive while the dialog is open.
  const [answer, setAnswer] = useState(quote.answer)
  const accepting = useCommand(audience.accept, {
    showError: 'toast',
    refetchWhenLost: true,
    onReply: ({ message, order }) => {
      const open = () => navigate(audience.orderPath(order.id))
      toast.success(message, { action: { label: 'Siparişi aç', onClick: open } })
      audience.onOrdered?.(order)
    },
  })
  const declining = useCommand(audience.decline, {
    showError: 'toast',
    refetchWhenLost: true,
    onReply: ({ message }) => toast.success(message),
  })
  const decide = async ({ run }: typeof accepting | typeof declining) => {
    await run({ params: { id: quote.id }, body: { answered_at: answer.answered_at } })
    setDialog(undefined)
    showNextResults()
  }
  const begin = (action: 'accept' | 'decline') => {
    setAnswer(quote.answer)
    setDialog(action)
  }
  const close = (open: boolean) => !open && setDialog(undefined)
  return { answer, dialog, begin, close, accepting, declining, decide }
}
