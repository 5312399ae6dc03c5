import { listQuotes, type NewQuote, type Quote, requestQuote } from '#contract/quotes.ts'
import { ask } from '../api.ts'
import { answers, answersOf } from '../parts/asking.ts'
import { useDeedKey } from '../parts/deed-key.ts'
import { QuoteForm } from '../parts/quote-form.tsx'
import { AlertStrip } from '../ui/alert-strip.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { wholeText } from '../ui/number-text.ts'
import { Page } from '../ui/page.tsx'
import { hasExpired } from './quote-expiry.ts'
import { QuoteList, useQuotes } from './quote-list.tsx'

/** Asks for what is not in the catalogue; below stands what was asked before, with its answers. */
export function CustomOrder() {
  const asked = useQuotes()
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
      <Waiting quotes={asked.items} />
      <Card>
        <QuoteForm send={send} />
      </Card>
      <QuoteList asked={asked} />
    </Page>
  )
}

/** Answers that wait for a decision stand below a form that may be long. */
function Waiting({ quotes }: { quotes: readonly Quote[] }) {
  const waiting = quotes.filter(quote => quote.status === 'cevaplandi' && !hasExpired(quote))
  const [first] = waiting
  if (!first) return null
  return (
    <AlertStrip
      kind="info"
      action={
        <Button size="small" onClick={() => document.getElementById(first.id)?.scrollIntoView({ block: 'start' })}>
          Teklife git
        </Button>
      }
    >
      {wholeText(waiting.length)} teklif kararınızı bekliyor.
    </AlertStrip>
  )
}
