import { useState } from 'react'
import type { Quote } from '#contract/quotes.ts'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Button } from '../ui/button.tsx'
import { wholeText } from '../ui/number-text.ts'
import { hasExpired } from './quote-expiry.ts'

const isAnswered = ({ status }: Quote) => status === 'cevaplandi'

type WaitingQuotesProps = { quotes: readonly Quote[]; onGo: (quote: Quote) => void }

/** A note above a long form that answered quotes below it wait for a decision. */
export function WaitingQuotes({ quotes, onGo }: WaitingQuotesProps) {
  const waiting = quotes.filter(quote => isAnswered(quote) && !hasExpired(quote))
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

type FetchedQuotes = { items: readonly Quote[]; data: unknown; isFetching: boolean }

/**
 * The quotes that a list had when its screen was opened, as they are now. One that is answered later would move the form
 * below the note while the user types; the bell and the list announce it.
 */
export function useFirstQuotes({ items, data, isFetching }: FetchedQuotes): readonly Quote[] {
  const [first, setFirst] = useState<ReadonlySet<string>>()
  if (data && !isFetching && !first) setFirst(new Set(items.filter(isAnswered).map(({ id }) => id)))
  return first ? items.filter(({ id }) => first.has(id)) : items
}

/** Scrolls to a quote request on the screen. */
export const scrollToQuote = ({ id }: Quote) => document.getElementById(id)?.scrollIntoView({ block: 'start' })
