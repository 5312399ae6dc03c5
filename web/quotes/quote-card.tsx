import { QUOTE_STATUS } from '#contract/quote-status.ts'
import { orderedItems, type Quote, type QuoteAnswer, quoteNumber } from '#contract/quotes.ts'
import { formatDay, formatInstant } from '#contract/turkish.ts'
import { PriceSummary } from '../orders/price-summary.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Link } from '../ui/router.tsx'
import type { QuoteAudience } from './quote-audience.ts'
import { QuoteDecision } from './quote-decision.tsx'
import { useHasExpired } from './quote-expiry.ts'
import { AnsweredGoods, RequestedGoods } from './quote-goods.tsx'
import { QuoteGoodsActions } from './quote-goods-actions.tsx'
import { QuoteStatusBadge } from './quote-status.tsx'

type QuoteCardProps = { quote: Quote; audience: QuoteAudience }

/** A quote request: date, customer, the goods requested, and the answer. */
export function QuoteCard({ quote, audience }: QuoteCardProps) {
  const { status, created_at, answer } = quote
  const expired = useHasExpired(quote)
  return (
    <Card
      title={
        <>
          {audience.namesCustomer && <span className="block break-words">{quote.user_company}</span>}
          <time
            dateTime={created_at}
            className={audience.namesCustomer ? 'font-normal text-ink-soft text-sm' : undefined}
          >
            {formatInstant(created_at)}
          </time>{' '}
          <span className="whitespace-nowrap font-normal text-ink-soft text-sm">· {quoteNumber(quote.id)}</span>
        </>
      }
      action={<QuoteStatusBadge quote={quote} />}
    >
      <div className="grid gap-4">
        <RequestedGoods quote={quote} requester={audience.requesterLabel(quote)} />
        {answer && <Answer answer={answer} requested={quote.items} />}
        {QUOTE_STATUS[status].awaits === 'answer' && (
          <p className="text-ink-soft">Cevabımız hazırlanıyor; hazır olunca haber vereceğiz.</p>
        )}
        {expired && <p>Bu teklif artık kabul edilemez; isterseniz yeniden teklif isteyebilirsiniz.</p>}
        {answer && <QuoteDecision quote={{ ...quote, answer }} canAccept={!expired} audience={audience} />}
        <QuoteGoodsActions quote={quote} audience={audience} />
        {quote.order_id && (
          <Button asChild className="justify-self-start">
            <Link to={audience.orderPath(quote.order_id)}>Siparişi aç</Link>
          </Button>
        )}
      </div>
    </Card>
  )
}

function Answer({ answer, requested }: { answer: QuoteAnswer; requested: Quote['items'] }) {
  return (
    <section className="grid items-start gap-x-8 gap-y-2 border-line border-t pt-4 lg:grid-cols-[1fr_20rem]">
      <AnsweredGoods answer={answer} requested={requested} />
      <div className="grid gap-2">
        <PriceSummary lines={orderedItems(answer.items)} />
        <p className="text-ink-soft">{formatDay(answer.valid_until)} tarihine kadar geçerli</p>
      </div>
    </section>
  )
}
