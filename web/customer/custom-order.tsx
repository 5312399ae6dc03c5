import { MessageSquareQuote } from 'lucide-react'
import { listQuotes, readQuote } from '#contract/quotes.ts'
import { showNextResults, useSteadyList } from '../lists/steady-list.ts'
import { WaitingOrders } from '../orders/waiting-orders.tsx'
import { useQueuedChange } from '../pwa/queued-change.ts'
import { useCallQuery, useListQuery } from '../queries.ts'
import { LinkedQuote } from '../quotes/linked-quote.tsx'
import { QuoteForm } from '../quotes/quote-form.tsx'
import { isSameQuote, QuoteList } from '../quotes/quote-list.tsx'
import { WaitingQuotes } from '../quotes/waiting-quotes.tsx'
import { Card } from '../ui/card.tsx'
import { Page } from '../ui/page.tsx'
import { useAddress } from '../ui/query-params.ts'
import { EmptyState } from '../ui/states.tsx'
import { OWN_QUOTES } from './own-quotes.ts'
import { PassiveQuoteNote } from './passive-quote-note.tsx'

/**
 * Requests quotes for goods outside the catalogue, above the earlier requests. The URL may name a request to show
 * first.
 */
export function CustomOrder() {
  const { read, write } = useAddress()
  const id = read('quote')
  const linked = useCallQuery(readQuote, { params: { id }, enabled: id !== '' })
  const query = useListQuery(listQuotes, {})
  const others = useSteadyList({ ...query, items: query.items.filter(quote => quote.id !== id) }, id, isSameQuote)
  const { run, pending } = useQueuedChange({
    showError: 'toast',
    what: 'Teklif talebiniz',
    onReply: () => showNextResults('quotes'),
    onWaiting: () => undefined,
  })
  return (
    <Page
      title="Özel Ürün Talebi"
      description="Katalogda bulamadığınız ürünleri yazın; fiyat teklifimizi burada ve e-postayla bildirelim."
    >
      {id && <LinkedQuote query={linked} audience={OWN_QUOTES} onClose={() => write({ quote: '' })} />}
      {/* From the list as shown below, so that an arriving answer does not move the form while the user types. */}
      <WaitingQuotes quotes={others.items} onGo={quote => write({ quote: quote.id }, { leaves: true })} />
      <WaitingOrders only="quote" />
      <PassiveQuoteNote />
      <Card>
        <QuoteForm
          send={(body, onStored) => run({ is: 'quote', customer: null, body }, undefined, onStored)}
          busy={pending}
        />
      </Card>
      <QuoteList
        title={id ? 'Diğer taleplerim' : 'Taleplerim'}
        query={others}
        audience={OWN_QUOTES}
        empty={id ? <p className="text-ink-soft">Başka talebiniz yok.</p> : <NoQuotes />}
      />
    </Page>
  )
}

function NoQuotes() {
  return (
    <EmptyState
      icon={MessageSquareQuote}
      title="Henüz talebiniz yok"
      text="Yukarıdaki formla istediğiniz ürünü yazın; cevabımız burada görünecek."
    />
  )
}
