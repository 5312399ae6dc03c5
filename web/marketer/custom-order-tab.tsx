import { MessageSquareQuote } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { ANSWERED_QUOTE, QUOTE_STATUS, QUOTE_STATUSES } from '#contract/quote-status.ts'
import { listCustomersQuotes, readCustomersQuote } from '#contract/quotes.ts'
import { passiveText } from '../customers/passive-customer.ts'
import { showNextResults, useSteadyList } from '../lists/steady-list.ts'
import { WaitingOrders } from '../orders/waiting-orders.tsx'
import { useQueuedChange } from '../pwa/queued-change.ts'
import { useCallQuery, useListQuery } from '../queries.ts'
import { LinkedQuote } from '../quotes/linked-quote.tsx'
import { QuoteForm } from '../quotes/quote-form.tsx'
import { isSameQuote, QuoteList, REQUESTS } from '../quotes/quote-list.tsx'
import { WaitingQuotes } from '../quotes/waiting-quotes.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Page } from '../ui/page.tsx'
import { useAddress } from '../ui/query-params.ts'
import { Select } from '../ui/select.tsx'
import { EmptyState } from '../ui/states.tsx'
import { CustomerChooser } from './customer-chooser.tsx'
import { CUSTOMERS_QUOTES } from './customers-quotes.ts'
import { forgetQuoteCustomer, useQuoteCustomer } from './quote-customer.ts'

const NO_CUSTOMER = 'Lütfen müşteri seçin'

/**
 * The form that requests a quote for goods outside the catalogue on behalf of a customer, and below it the requests of
 * all customers. The URL may name a request to show first.
 */
export function CustomOrderTab() {
  const [customer, choose] = useQuoteCustomer()
  const [isMissed, setMissed] = useState(false)
  const fault = isMissed && !customer ? NO_CUSTOMER : passiveText(customer, 'quote')
  const refuse = () => {
    setMissed(!customer)
    return customer ? passiveText(customer, 'quote') : NO_CUSTOMER
  }
  const { run, pending } = useQueuedChange({
    showError: 'toast',
    what: 'Teklif talebi',
    onReply: () => showNextResults('quotes'),
    onWaiting: () => undefined,
  })
  const send: ComponentProps<typeof QuoteForm>['send'] = async (body, onStored) => {
    const sent = await run({ is: 'quote', customer, body }, undefined, onStored)
    if (sent && customer) forgetQuoteCustomer(customer.id)
    return sent
  }
  return (
    <Page
      title="Özel Ürün Talebi"
      windowTitle="Özel Ürün Talebi · Pazarlamacı"
      description="Müşterinizin katalogda bulamadığı ürünleri yazın; fiyat teklifimiz burada ve bildirimlerinizde görünür."
    >
      <LinkedRequest />
      <Waiting />
      <WaitingOrders only="quote" />
      <Card>
        <QuoteForm
          chooser={<CustomerChooser value={customer} onChange={choose} {...(fault && { error: fault })} />}
          refuse={refuse}
          send={send}
          busy={pending}
        />
      </Card>
      <Requests />
    </Page>
  )
}

function LinkedRequest() {
  const { read, write } = useAddress()
  const id = read('quote')
  const query = useCallQuery(readCustomersQuote, { params: { id }, enabled: id !== '' })
  return id && <LinkedQuote query={query} audience={CUSTOMERS_QUOTES} onClose={() => write({ quote: '' })} />
}

function Waiting() {
  const { write } = useAddress()
  const { items } = useListQuery(listCustomersQuotes, { query: { status: ANSWERED_QUOTE } })
  const show = () => {
    write({ status: ANSWERED_QUOTE })
    document.getElementById(REQUESTS)?.scrollIntoView({ block: 'start' })
  }
  return <WaitingQuotes quotes={items} onGo={show} />
}

/** The requests of all the marketer's customers, optionally filtered by status. */
function Requests() {
  const { read, write } = useAddress()
  const status = QUOTE_STATUSES.find(one => one === read('status'))
  const linkedId = read('quote')
  const all = useListQuery(listCustomersQuotes, { query: { status } })
  const others = all.items.filter(({ id }) => id !== linkedId)
  const query = useSteadyList({ ...all, items: others }, `${status} ${linkedId}`, isSameQuote)
  const showAll = () => write({ status: '' })
  return (
    <QuoteList
      title={linkedId ? 'Müşterilerinizin diğer talepleri' : 'Müşterilerinizin talepleri'}
      query={query}
      audience={CUSTOMERS_QUOTES}
      filter={
        <Select
          aria-label="Duruma göre süz"
          value={status ?? ''}
          onChange={event => write({ status: event.target.value })}
          placeholder="Tüm durumlar"
          options={QUOTE_STATUSES.map(value => ({ value, label: QUOTE_STATUS[value].label }))}
          className="max-sm:w-full"
        />
      }
      empty={
        <EmptyState
          icon={MessageSquareQuote}
          title={status ? 'Bu durumda talep yok' : linkedId ? 'Başka talep yok' : 'Henüz talep yok'}
          text={status || linkedId ? undefined : 'Müşterileriniz veya siz teklif istedikçe burada görünür.'}
          action={status && <Button onClick={showAll}>Tümünü göster</Button>}
        />
      }
    />
  )
}
