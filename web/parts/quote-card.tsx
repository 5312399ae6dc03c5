import { CalendarX, CircleCheck, CircleX, Clock, type LucideIcon, MessageSquareReply } from 'lucide-react'
import { formatNumber } from '#contract/money.ts'
import { lineTotal, type OrderItem } from '#contract/orders.ts'
import { type AnswerItem, QUOTE_STATUS, type Quote, type QuoteAnswer, type QuoteStatus } from '#contract/quotes.ts'
import { formatDay, formatInstant } from '#contract/turkish.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Money } from '../ui/money.tsx'
import { Link } from '../ui/router.tsx'
import { OrderLines } from './order-lines.tsx'
import { PriceSummary } from './price-summary.tsx'
import { QuoteDecision } from './quote-decision.tsx'
import type { QuoteDesk } from './quote-desk.ts'
import { hasExpired } from './quote-expiry.ts'

const ICONS: Record<QuoteStatus, LucideIcon> = {
  yeni: Clock,
  cevaplandi: MessageSquareReply,
  kabul: CircleCheck,
  red: CircleX,
}

type QuoteCardProps = { quote: Quote; desk: QuoteDesk }

/** A request: when, by whom, what was asked, and what was answered. */
export function QuoteCard({ quote, desk }: QuoteCardProps) {
  const { status, created_at, items, notes, answer } = quote
  const expired = hasExpired(quote)
  return (
    <Card
      title={
        <>
          {desk.namesCustomer && <span className="block break-words">{quote.user_company}</span>}
          <time dateTime={created_at} className={desk.namesCustomer ? 'font-normal text-ink-soft text-sm' : undefined}>
            {formatInstant(created_at)}
          </time>
        </>
      }
      action={
        expired ? (
          <Badge tone="neutral" icon={CalendarX}>
            Süresi doldu
          </Badge>
        ) : (
          <Badge tone={QUOTE_STATUS[status].tone} icon={ICONS[status]}>
            {QUOTE_STATUS[status].label}
          </Badge>
        )
      }
    >
      <div className="grid gap-4">
        <section className="grid gap-1">
          <h3 className="text-ink-soft text-sm">{desk.asker(quote)}</h3>
          <ul aria-label="İstenenler" className="grid gap-1">
            {items.map((item, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- a request never changes
              <li key={place} className="grid gap-0.5 sm:flex sm:flex-wrap sm:items-baseline sm:gap-x-2">
                <span className="break-words font-medium">{item.product_name}</span>
                <span className="text-ink-soft">
                  {formatNumber(item.quantity)} {item.unit} × <Money amount={item.price} />
                </span>
                {item.notes && <span className="break-words text-ink-soft">· {item.notes}</span>}
              </li>
            ))}
          </ul>
          {notes && <p className="whitespace-pre-line break-words text-ink-soft">Not: {notes}</p>}
        </section>
        {answer && <Answer answer={answer} />}
        {status === 'yeni' && <p className="text-ink-soft">Cevabımız hazırlanıyor; hazır olunca haber vereceğiz.</p>}
        {expired && <p>Bu teklif artık kabul edilemez; isterseniz yeniden teklif isteyebilirsiniz.</p>}
        {status === 'cevaplandi' && answer && (
          <QuoteDecision quote={{ ...quote, answer }} canAccept={!expired} desk={desk} />
        )}
        {quote.order_id && (
          <Button asChild className="justify-self-start">
            <Link to={desk.orderPath(quote.order_id)}>Siparişi aç</Link>
          </Button>
        )}
      </div>
    </Card>
  )
}

function Answer({ answer: { items, notes, valid_until, answered_at } }: { answer: QuoteAnswer }) {
  return (
    <section className="grid items-start gap-x-8 gap-y-2 border-line border-t pt-4 lg:grid-cols-[1fr_20rem]">
      <div className="min-w-0">
        <h3 className="text-ink-soft text-sm">
          Teklifimiz · <time dateTime={answered_at}>{formatInstant(answered_at)}</time>
        </h3>
        <OrderLines items={items.map(asLine)} />
        {items.map(
          item =>
            item.notes && (
              <p key={item.product_id} className="whitespace-pre-line break-words text-ink-soft">
                {item.product_name}: {item.notes}
              </p>
            ),
        )}
        {notes && <p className="whitespace-pre-line break-words text-ink-soft">Not: {notes}</p>}
      </div>
      <div className="grid gap-2">
        <PriceSummary lines={items} />
        <p className="text-ink-soft">{formatDay(valid_until)} tarihine kadar geçerli</p>
      </div>
    </section>
  )
}

/** An answered line as the line of the order that it may become. */
const asLine = (item: AnswerItem): OrderItem => ({ ...item, total_price: lineTotal(item), expected_stock_date: null })
