import { CalendarX, CircleCheck, CircleX, Clock, type LucideIcon, MessageSquareReply } from 'lucide-react'
import { QUOTE_STATUS, type Quote, type QuoteStatus } from '#contract/quotes.ts'
import { Badge } from '../ui/badge.tsx'
import { useHasExpired } from './quote-expiry.ts'

const ICONS: Record<QuoteStatus, LucideIcon> = {
  yeni: Clock,
  cevaplandi: MessageSquareReply,
  kabul: CircleCheck,
  red: CircleX,
}

/** The status of a request; an answer that was not decided in time is shown as expired. */
export function QuoteStatusBadge({ quote }: { quote: Quote }) {
  if (useHasExpired(quote))
    return (
      <Badge tone="neutral" icon={CalendarX}>
        Süresi doldu
      </Badge>
    )
  const { tone, label } = QUOTE_STATUS[quote.status]
  return (
    <Badge tone={tone} icon={ICONS[quote.status]}>
      {label}
    </Badge>
  )
}
