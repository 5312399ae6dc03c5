import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { QUOTE_STATUS } from '#contract/quote-status.ts'
import type { Quote, QuoteAnswer } from '#contract/quotes.ts'
import { REFUSALS } from '#contract/refusals.ts'
import { formatDay } from '#contract/turkish.ts'
import type { ApiError } from '../api.ts'
import { useCommand } from '../command.ts'
import { NoConnection } from '../lists/no-connection.tsx'
import { showNextResults } from '../lists/steady-list.ts'
import { isOutcomeUnknown } from '../open-outcome.ts'
import { useOnline } from '../pwa/connectivity.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useNavigate } from '../ui/router.tsx'
import { toast } from '../ui/toaster.tsx'
import { AcceptDialog, type Accepted } from './accept-dialog.tsx'
import type { QuoteAudience } from './quote-audience.ts'

type Answered = Quote & { answer: QuoteAnswer }

type QuoteDecisionProps = { quote: Answered; canAccept: boolean; audience: QuoteAudience }

/**
 * Accepts or declines an undecided answer after a confirmation. The decision applies to the answer shown in the dialog,
 * which stays open when the quote is decided otherwise, to explain why its buttons have disappeared.
 */
export function QuoteDecision({ quote, canAccept, audience }: QuoteDecisionProps) {
  const { answer, dialog, isSent, isUnanswered, begin, close, ...decision } = useQuoteDecision(quote, audience)
  const { accepting, accept, declining, decline } = decision
  const unanswered = isUnanswered && <p className="mt-2 font-medium text-ink">{UNANSWERED}</p>
  const { awaits, label } = QUOTE_STATUS[quote.status]
  const isOpen = awaits === 'decision'
  const lost = isOpen || isSent ? undefined : `Teklif bu arada sonuçlandı, durumu: ${label}.`
  const onBehalfOf = audience.namesCustomer && `${quote.user_company} adına `
  const online = useOnline()
  return (
    <>
      {isOpen && (
        <div className="grid gap-2">
          <NoConnection>Teklife bağlantı gelince karar verebilirsiniz.</NoConnection>
          <div className="flex flex-wrap justify-end gap-2 max-sm:*:flex-1">
            <Button icon={X} disabled={!online} onClick={() => begin('decline')}>
              Reddet
            </Button>
            {canAccept && (
              <Button variant="primary" icon={Check} disabled={!online} onClick={() => begin('accept')}>
                Kabul et
              </Button>
            )}
          </div>
        </div>
      )}
      <AcceptDialog
        open={dialog === 'accept'}
        onOpenChange={close}
        answer={answer}
        onBehalfOf={onBehalfOf || ''}
        warning={
          <>
            {unanswered}
            {audience.Warning && <audience.Warning customer_id={quote.customer_id} />}
          </>
        }
        busy={accepting.pending}
        lost={lost ?? (canAccept || isSent ? undefined : REFUSALS.quote_expired.detail())}
        customer_id={audience.namesCustomer ? quote.customer_id : null}
        onAccept={accepted => void accept(accepted)}
      />
      <ConfirmDialog
        open={dialog === 'decline'}
        onOpenChange={close}
        title="Teklif reddedilsin mi?"
        confirm="Reddet"
        danger
        busy={declining.pending}
        lost={lost}
        onConfirm={() => void decline()}
      >
        {onBehalfOf}
        {formatDay(answer.valid_until)} tarihine kadar geçerli teklifimiz reddedilmiş sayılacak.
        {unanswered}
      </ConfirmDialog>
    </>
  )
}

const UNANSWERED =
  'Cevap alınamadı: kararınızın kaydedilip kaydedilmediği bilinmiyor. Yeniden deneyin; iki kez uygulanmaz.'

/** The refusals after which the same answer can be accepted in part. */
const SHORT = [
  'insufficient_stock',
  'out_of_stock',
  'product_unavailable',
  'unit_changed',
  'quote_stock_changed',
] as const

/** A repeated decision has the outcome of the first as its reply. */
const LOST_REPLY = { againWhenLost: true, refetchWhenLost: true }

/** The open dialog, the answer that it shows, and the two commands. */
function useQuoteDecision(quote: Answered, audience: QuoteAudience) {
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'accept' | 'decline'>()
  // A new answer may arrive while the dialog is open.
  const [answer, setAnswer] = useState(quote.answer)
  // A status changed by the user's own decision is not reported as a change, unless the reply was lost.
  const [sending, setSending] = useState<'sent' | 'unanswered'>()
  const accepting = useCommand(audience.accept, {
    showError: 'toast',
    ...LOST_REPLY,
    onReply: ({ message, order }) => {
      const open = () => navigate(audience.orderPath(order.id))
      toast.success(message, { action: { label: 'Siparişi aç', onClick: open } })
      audience.onOrdered?.(order)
    },
  })
  const declining = useCommand(audience.decline, {
    showError: 'toast',
    ...LOST_REPLY,
    onReply: ({ message }) => toast.success(message),
  })
  const [isSent, isUnanswered] = [sending === 'sent', sending === 'unanswered']
  const target = { params: { id: quote.id } }
  const { answered_at } = answer
  const finish = () => {
    setDialog(undefined)
    setSending(undefined)
    showNextResults('quotes')
  }
  const send = async (attempt: Attempt) => {
    setSending('sent')
    const errors: ApiError[] = []
    await attempt(error => errors.push(error))
    const [error] = errors
    if (error && !error.isUnanswered) toast.error(error.message)
    if (error && isOutcomeUnknown(error, isUnanswered)) return setSending('unanswered')
    // The dialog refetches the stock and then shows what is left.
    if (error && SHORT.some(code => error.is(audience.accept, code))) setSending(undefined)
    else finish()
  }
  const accept = (accepted: Accepted) =>
    send(showError => accepting.run({ ...target, body: { answered_at, ...accepted } }, showError))
  const decline = () => send(showError => declining.run({ ...target, body: { answered_at } }, showError))
  const begin = (action: 'accept' | 'decline') => {
    setSending(undefined)
    setAnswer(quote.answer)
    setDialog(action)
  }
  const close = (open: boolean) => !open && setDialog(undefined)
  return { answer, dialog, isSent, isUnanswered, begin, close, accepting, accept, declining, decline }
}

/** Sends a decision; `showError` is called with the error if that fails. */
type Attempt = (showError: (error: ApiError) => void) => Promise<unknown>
