import { MessageSquareReply, Send } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { readCustomer } from '#contract/customers.ts'
import { orderTotals } from '#contract/order-totals.ts'
import { QUOTE_STATUS } from '#contract/quote-status.ts'
import { orderedItems, type Quote, quoteNumber, readAnyQuote } from '#contract/quotes.ts'
import { formatDay, formatInstant } from '#contract/turkish.ts'
import { isNotFound } from '../../api.ts'
import { Failed } from '../../lists/list-states.tsx'
import { PriceSummary } from '../../orders/price-summary.tsx'
import { useCallQuery } from '../../queries.ts'
import { useHasExpired } from '../../quotes/quote-expiry.ts'
import { AnsweredGoods, RequestedGoods } from '../../quotes/quote-goods.tsx'
import { QuoteStatusBadge } from '../../quotes/quote-status.tsx'
import { telLink } from '../../shell/footer.tsx'
import { ActiveBadge } from '../../ui/active-badge.tsx'
import { AlertStrip } from '../../ui/alert-strip.tsx'
import { Button } from '../../ui/button.tsx'
import { SideSheet } from '../../ui/dialog.tsx'
import { GuardedButton } from '../../ui/guarded-button.tsx'
import { useIsMounted } from '../../ui/is-mounted.ts'
import { Money } from '../../ui/money.tsx'
import { Link } from '../../ui/router.tsx'
import { LoadingRows } from '../../ui/skeleton.tsx'
import { pricedLines } from './answer-draft.ts'
import { AnswerForm } from './answer-form.tsx'
import { useProductsToday } from './products-today.ts'
import { useAnswerDraft } from './use-answer-draft.ts'

/** A quote request in a sheet beside the list, where it is read and answered; closed if `id` is ''. */
export function QuoteSheet({ id, onClose }: { id: string; onClose: () => void }) {
  // The previous quote remains rendered during the closing animation.
  const [shown, setShown] = useState(id)
  if (id && id !== shown) setShown(id)
  const query = useCallQuery(readAnyQuote, { params: { id: shown }, enabled: shown !== '' })
  const { data: quote, error } = query
  const sheet = { open: id !== '', onOpenChange: onClose }
  const isGone = isNotFound(error)
  if (quote && !isGone) return <OpenQuote key={quote.id} quote={quote} sheet={sheet} onClose={onClose} />
  return (
    <SideSheet {...sheet} title="Teklif talebi">
      {error && isGone && (
        <AlertStrip kind="warning" title={error.message}>
          Talep, müşterisiyle birlikte silinmiş olabilir.
        </AlertStrip>
      )}
      {!isGone && (error ? <Failed query={query} error={error} /> : <LoadingRows rows={4} />)}
    </SideSheet>
  )
}

type OpenQuoteProps = { quote: Quote; sheet: { open: boolean; onOpenChange: () => void }; onClose: () => void }

function OpenQuote({ quote, sheet, onClose }: OpenQuoteProps) {
  const form = useId()
  const draft = useAnswerDraft(quote)
  const [busy, setBusy] = useState(false)
  const isMounted = useIsMounted()
  const discardButton = (
    <Button size="small" onClick={draft.discard}>
      Yazdıklarımı bırak
    </Button>
  )
  return (
    <SideSheet
      {...sheet}
      title={quote.user_company}
      description={<About quote={quote} />}
      footer={
        QUOTE_STATUS[quote.status].canBeAnswered && <AnswerFooter form={form} quote={quote} draft={draft} busy={busy} />
      }
    >
      <div className="grid gap-4">
        <QuoteRequest quote={quote} />
        {draft.isAnsweredMeanwhile && (
          <AlertStrip kind="warning" title="Bu talep siz yazarken cevaplandı" action={discardButton}>
            Gönderirseniz sizinki verilen cevabın yerine geçer.
          </AlertStrip>
        )}
        {draft.edited ? (
          <AnswerForm
            // A discard remounts the form, which clears its faults and the undo of a removed line.
            key={draft.discardCount}
            id={form}
            quote={quote}
            draft={draft.edited}
            busy={busy}
            onDraft={draft.store}
            onBusy={setBusy}
            onSent={sent => {
              draft.discardSent(sent)
              // The sheet may show another quote by now.
              if (isMounted.current) onClose()
            }}
          />
        ) : (
          <>
            {draft.stored && (
              <AlertStrip kind="info" title="Teklif siz yeni cevabı yazarken kabul edildi" action={discardButton}>
                Kabul edilen bir teklif yeniden cevaplanamaz; yazdıklarınız gönderilmedi.
              </AlertStrip>
            )}
            <QuoteAnswer quote={quote} />
          </>
        )}
      </div>
    </SideSheet>
  )
}

type AnswerFooterProps = {
  /** The id of the answer's form. */
  form: string
  quote: Quote
  draft: ReturnType<typeof useAnswerDraft>
  busy: boolean
}

/**
 * The buttons that discard and send the answer, with its total; without a draft, the button that starts another, in the
 * place of the one that sends it.
 */
function AnswerFooter({ form, quote, draft, busy }: AnswerFooterProps) {
  const { stored, edited } = draft
  const today = useProductsToday(edited?.lines ?? [])
  if (!edited)
    return (
      <Button icon={MessageSquareReply} onClick={draft.start}>
        Yeniden cevapla
      </Button>
    )
  return (
    <>
      {stored && (
        <Button disabled={busy} onClick={draft.confirmAndDiscard}>
          {quote.answer ? 'Vazgeç' : 'Taslağı sil'}
        </Button>
      )}
      <GuardedButton variant="primary" icon={Send} type="submit" form={form} busy={busy} busyText="Teklif gönderiliyor">
        Teklifi gönder
      </GuardedButton>
      <p className="sm:order-first sm:mr-auto sm:self-center">
        <Money amount={orderTotals(pricedLines(edited, today)).grand} className="font-semibold text-base" />{' '}
        <span className="text-ink-soft text-sm">KDV dahil</span>
      </p>
    </>
  )
}

function About({ quote }: { quote: Quote }) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <time dateTime={quote.created_at}>{formatInstant(quote.created_at)}</time>
      <span>{quoteNumber(quote.id)}</span>
      <QuoteStatusBadge quote={quote} />
    </span>
  )
}

/** The request: links to the customer and the history, the customer's phone, and the requested goods. */
function QuoteRequest({ quote }: { quote: Quote }) {
  const customer = useCallQuery(readCustomer, { params: { id: quote.customer_id } }).data
  const search = new URLSearchParams({ tab: 'customers', search: customer?.username ?? quote.user_company })
  const by = quote.created_by_marketer_name
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <Link to={`/admin/dashboard?${search}`} className="text-link">
          Müşteri kaydı
        </Link>
        <Link to={`/admin/dashboard?tab=reports&view=audit&entity=quote&entity_id=${quote.id}`} className="text-link">
          İşlem geçmişi
        </Link>
        {customer?.phone && (
          <a className="text-link" href={telLink(customer.phone)}>
            {customer.phone}
          </a>
        )}
        {customer && !customer.is_active && <ActiveBadge active={false} />}
      </p>
      <RequestedGoods quote={quote} requester={by ? `Pazarlamacı ${by} istedi` : 'Müşteri istedi'} />
    </>
  )
}

/** The answer that was sent, and its outcome. */
function QuoteAnswer({ quote }: { quote: Quote }) {
  const { answer, order_id, status } = quote
  const expired = useHasExpired(quote)
  if (!answer) return null
  return (
    <section className="grid gap-2 border-line border-t pt-4">
      <AnsweredGoods answer={answer} requested={quote.items} />
      <PriceSummary lines={orderedItems(answer.items)} className="border-line border-t pt-4" />
      <p className="text-ink-soft">{formatDay(answer.valid_until)} tarihine kadar geçerli</p>
      <Outcome>
        {expired && 'Süresi içinde kabul edilmedi; yeniden cevaplayabilirsiniz.'}
        {QUOTE_STATUS[status].decision === 'declined' && 'Teklif reddedildi; yeniden cevaplayabilirsiniz.'}
      </Outcome>
      {order_id && (
        <Button asChild className="justify-self-start">
          <Link to={`/admin/orders/${order_id}`}>Siparişi aç</Link>
        </Button>
      )}
    </section>
  )
}

function Outcome({ children }: { children: ReactNode }) {
  return <p className="empty:hidden">{children}</p>
}
