import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Quote } from '#contract/quotes.ts'
import { isNotFound } from '../api.ts'
import { Failed } from '../lists/list-states.tsx'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Button } from '../ui/button.tsx'
import { useLocation } from '../ui/router.tsx'
import { LoadingRows } from '../ui/skeleton.tsx'
import type { QuoteAudience } from './quote-audience.ts'
import { QuoteCard } from './quote-card.tsx'

type LinkedQuoteProps = { query: UseQueryResult<Quote>; audience: QuoteAudience; onClose: () => void }

/** The quote request named in the URL, apart from the list, where it may be far down; or a message if it is missing. */
export function LinkedQuote({ query, audience, onClose }: LinkedQuoteProps) {
  const place = useRef<HTMLElement>(null)
  const { state } = useLocation()
  const { data: quote, error } = query
  const isThere = quote !== undefined
  useEffect(() => {
    // Scrolls again when the same notification is opened twice, but not on other changes of the URL.
    if (isThere && isFromNotification(state)) place.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }, [isThere, state])
  const close = (
    <Button size="small" onClick={onClose}>
      Kapat
    </Button>
  )
  if (error && isNotFound(error))
    return (
      <AlertStrip kind="warning" title={error.message} action={close}>
        Teklif talebi silinmiş veya size kapanmış olabilir.
      </AlertStrip>
    )
  if (!quote) return error ? <Failed query={query} error={error} /> : <LoadingRows rows={3} />
  return (
    <section ref={place} id={quote.id} aria-label="Açılan talep" className="grid min-w-0 scroll-mt-16 gap-2">
      <QuoteCard quote={quote} audience={audience} />
      <div className="justify-self-end">{close}</div>
    </section>
  )
}

const isFromNotification = (state: unknown) => typeof state === 'object' && state !== null && 'notification' in state
