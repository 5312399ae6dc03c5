import { MessageSquareQuote } from 'lucide-react'
import { listQuotes, type NewQuote, requestQuote } from '#contract/quotes.ts'
import { ask } from '../api.ts'
import { answers, answersOf, usePages } from '../parts/asking.ts'
import { useDeedKey } from '../parts/deed-key.ts'
import { QuoteForm } from '../parts/quote-form.tsx'
import { QuoteList } from '../parts/quote-list.tsx'
import { goToQuote, WaitingQuotes } from '../parts/waiting-quotes.tsx'
import { Card } from '../ui/card.tsx'
import { Page } from '../ui/page.tsx'
import { EmptyState } from '../ui/states.tsx'
import { OWN_QUOTES } from './own-quotes.ts'

/** Asks for what is not in the catalogue; below stands what was asked before, with its answers. */
export function CustomOrder() {
  const asked = usePages(listQuotes, {})
  const { keyFor, renew } = useDeedKey()
  const send = async (body: NewQuote) => {
    await ask(requestQuote, { body, key: keyFor(body) })
    renew()
    void answers.invalidateQueries({ queryKey: answersOf(listQuotes) })
  }
  return (
    <Page
      title="Özel Ürün Talebi"
      description="Katalogda bulamadığınız ürünleri yazın; fiyat teklifimizi burada ve e-postayla bildirelim."
    >
      <WaitingQuotes quotes={asked.items} onGo={goToQuote} />
      <Card>
        <QuoteForm send={send} />
      </Card>
      <QuoteList title="Taleplerim" asked={asked} desk={OWN_QUOTES} empty={<NoQuotes />} />
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
