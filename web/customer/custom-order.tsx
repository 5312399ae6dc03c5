import { MessageSquareQuote } from 'lucide-react'
import { listQuotes, type NewQuote, readQuote, requestQuote } from '#contract/quotes.ts'
import { request } from '../api.ts'
import { useIdempotencyKey } from '../parts/idempotency-key.ts'
import { QuoteForm } from '../parts/quote-form.tsx'
import { isSameQuote, QuoteList } from '../parts/quote-list.tsx'
import { QuoteOfAddress } from '../parts/quote-of-address.tsx'
import { showNextResults, useSteadyList } from '../parts/steady-list.ts'
import { goToQuote, WaitingQuotes } from '../parts/waiting-quotes.tsx'
import { queryClient, queryKeyOf, useCallQuery, useListQuery } from '../queries.ts'
import { useAddress } from '../ui/address.ts'
import { Card } from '../ui/card.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyState } from '../ui/states.tsx'
import { OWN_QUOTES } from './own-quotes.ts'

/** Asks for what is not in the catalogue; below stands what was asked before. The address names the one that somebody was led to. */
export function CustomOrder() {
  const { read, write } = useAddress()
  const id = read('quote')
  const led = useCallQuery(readQuote, { params: { id }, enabled: id !== '' })
  const query = useListQuery(listQuotes, {})
  const others = useSteadyList({ ...query, items: query.items.filter(quote => quote.id !== id) }, id, isSameQuote)
  const { keyFor, renew } = useIdempotencyKey()
  const send = async (body: NewQuote) => {
    await request(requestQuote, { body, key: keyFor(body) })
    renew()
    showNextResults()
    void queryClient.invalidateQueries({ queryKey: queryKeyOf(listQuotes) })
  }
  return (
    <Page
      title="Özel Ürün Talebi"
      description="Katalogda bulamadığınız ürünleri yazın; fiyat teklifimizi burada ve e-postayla bildirelim."
    >
      {id && <QuoteOfAddress query={led} desk={OWN_QUOTES} onClose={() => write({ quote: '' })} />}
      {/* Of what stands below: an answer that arrives must not move the form under the fingers. */}
      <WaitingQuotes quotes={others.items} onGo={goToQuote} />
      <Card>
        <QuoteForm send={send} />
      </Card>
      <QuoteList
        title={id ? 'Diğer taleplerim' : 'Taleplerim'}
        query={others}
        desk={OWN_QUOTES}
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
