import { CalendarX, CircleCheck, CircleX, Clock, type LucideIcon, MessageSquareReply } from 'lucide-react'
import { QUOTE_STATUS, type QuoteStatus } from '#contract/quote-status.ts'
import type { Quote } from '#contract/quotes.ts'
import { Badge } from '../ui/badge.tsx'
import { useHasExpired } from './quote-expiry.ts'

const ICONS: Record<(typeof QUOTE_STATUS)[QuoteStatus]['icon'], LucideIcon> = {
  clock: Clock,
  'message-square-reply': MessageSquareReply,
  'circle-check': CircleCheck,
  'circle-x': CircleX,
}

/** The status of a request; an answer that was not decided in time is shown as expired. */
export function QuoteStatusBadge({ quote }: { quote: Quote }) {
  if (useHasExpired(quote))
    return (
      <Badge tone="neutral" icon={CalendarX}>
        Süresi doldu
      </Badge>
    )
  const { tone, label, icon } = QUOTE_STATUS[quote.status]
  return (
    <Badge tone={tone} icon={ICONS[icon]}>
      {label}
    </Badge>
  )
}
