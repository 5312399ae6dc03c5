import { QUOTE_STATUS } from '#contract/quote-status.ts'
import type { Quote } from '#contract/quotes.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Button } from '../ui/button.tsx'
import { wholeText } from '../ui/number-text.ts'
import { useToday } from '../ui/today.ts'
import { hasExpired } from './quote-expiry.ts'

type WaitingQuotesProps = { quotes: readonly Quote[]; onGo: (quote: Quote) => void }

/** A note above a long form that answered quotes below it wait for a decision. */
export function WaitingQuotes({ quotes, onGo }: WaitingQuotesProps) {
  const today = useToday()
  const waiting = quotes.filter(quote => QUOTE_STATUS[quote.status].awaits === 'decision' && !hasExpired(quote, today))
  const [first] = waiting
  if (!first) return null
  return (
    <AlertStrip
      kind="info"
      action={
        <Button size="small" onClick={() => onGo(first)}>
          Teklife git
        </Button>
      }
    >
      {wholeText(waiting.length)} teklif kararınızı bekliyor.
    </AlertStrip>
  )
}
