import { MessageSquareQuote } from 'lucide-react'
import { listQuotes, type NewQuote, readQuote, requestQuote } from '#contract/quotes.ts'
import { ask } from '../api.ts'
import { AskedQuote } from '../parts/asked-quote.tsx'
import { answers, answersOf, useAnswer, usePages } from '../parts/asking.ts'
import { useDeedKey } from '../parts/deed-key.ts'
import { QuoteForm } from '../parts/quote-form.tsx'
import { QuoteList } from '../parts/quote-list.tsx'
import { showNextAnswers, useSteadyList } from '../parts/steady-list.ts'
import { goToQuote, WaitingQuotes } from '../parts/waiting-quotes.tsx'
import { useAddress } from '../ui/address.ts'
import { Card } from '../ui/card.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyState } from '../ui/states.tsx'
import { OWN_QUOTES } from './own-quotes.ts'

/** Asks for what is not in the catalogue; below stands what was asked before. The address names the one that somebody was led to. */
export function CustomOrder() {
  const { read, write } = useAddress()
  const id = read('quote')
  const led = useAnswer(readQuote, { params: { id }, enabled: id !== '' })
  const asked = usePages(listQuotes, {})
  const others = useSteadyList({ ...asked, items: asked.items.filter(quote => quote.id !== id) }, id)
  const { keyFor, renew } = useDeedKey()
  const send = async (body: NewQuote) => {
    await ask(requestQuote, { body, key: keyFor(body) })
    renew()
    showNextAnswers()
    void answers.invalidateQueries({ queryKey: answersOf(listQuotes) })
  }
  return (
    <Page
      title="Özel Ürün Talebi"
      description="Katalogda bulamadığınız ürünleri yazın; fiyat teklifimizi burada ve e-postayla bildirelim."
    >
      {id && <AskedQuote asked={led} desk={OWN_QUOTES} onClose={() => write({ quote: '' })} />}
      <WaitingQuotes quotes={asked.items} onGo={goToQuote} />
      <Card>
        <QuoteForm send={send} />
      </Card>
      <QuoteList
        title={id ? 'Diğer taleplerim' : 'Taleplerim'}
        asked={others}
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
