import { MessageSquareQuote } from 'lucide-react'
import type { ReactNode } from 'react'
import { orderTotals } from '#contract/order-totals.ts'
import { QUOTE_STATUS, QUOTE_STATUSES } from '#contract/quote-status.ts'
import { listAllQuotes, orderedItems, type Quote } from '#contract/quotes.ts'
import { formatDay, formatInstant } from '#contract/turkish.ts'
import { useFoundAnnouncement } from '../../lists/found-announcement.ts'
import { ListStates } from '../../lists/list-states.tsx'
import { NewRows } from '../../lists/new-rows.tsx'
import { useSteadyList } from '../../lists/steady-list.ts'
import { useListQuery } from '../../queries.ts'
import { QuoteStatusBadge } from '../../quotes/quote-status.tsx'
import { ClearFilters } from '../../ui/clear-filters.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { useIsPhoneWidth } from '../../ui/media.ts'
import { Money } from '../../ui/money.tsx'
import { Page } from '../../ui/page.tsx'
import { useAddress } from '../../ui/query-params.ts'
import { SearchInput } from '../../ui/search-input.tsx'
import { Select } from '../../ui/select.tsx'
import { useSheet } from '../../ui/sheet-address.ts'
import { EmptyState } from '../../ui/states.tsx'
import { Toolbar } from '../../ui/toolbar.tsx'
import { QuoteSheet } from './quote-sheet.tsx'

/** All quote requests, newest first; the URL's `quote` names the one that is open beside the list. */
export function QuotesView({ chooser }: { chooser: ReactNode }) {
  const { read, write } = useAddress()
  const sheet = useSheet('quote')
  const search = read('search')
  const status = QUOTE_STATUSES.find(one => one === read('status'))
  const phone = useIsPhoneWidth()
  const quotes = useSteadyList(useListQuery(listAllQuotes, { query: { search, status } }), `${status} ${search}`)
  useFoundAnnouncement(quotes, 'teklif talebi', search !== '' || status !== undefined)
  const clear = () => write({ search: '', status: '' })
  return (
    <Page title="Teklif talepleri" windowTitle="Teklif talepleri · Yönetim" aside={chooser}>
      <div className="grid min-w-0 gap-3">
        <Toolbar label="Teklif filtreleri">
          <SearchInput
            slash
            label="Firma, kullanıcı adı veya talep no"
            value={search}
            onSearch={text => write({ search: text })}
          />
          <Select
            aria-label="Durum"
            placeholder="Tüm durumlar"
            options={QUOTE_STATUSES.map(value => ({ value, label: QUOTE_STATUS[value].label }))}
            value={status ?? ''}
            onChange={event => write({ status: event.target.value })}
          />
        </Toolbar>
        <ListStates query={quotes} empty={search || status ? <NothingFound onClear={clear} /> : NO_QUOTES}>
          <NewRows waiting={quotes.waiting} noun="talep" place={phone ? 'edge' : 'head'} />
          <DataTable
            label="Teklif talepleri"
            columns={COLUMNS}
            rows={quotes.items}
            rowKey={quote => quote.id}
            current={sheet.id}
            onOpen={quote => sheet.open(quote.id)}
            onEndReached={quotes.hasNextPage ? () => void quotes.fetchNextPage() : undefined}
            loadingMore={quotes.isFetchingNextPage}
          />
        </ListStates>
      </div>
      <QuoteSheet id={sheet.id} onClose={sheet.close} />
    </Page>
  )
}

const NO_QUOTES = (
  <EmptyState
    icon={MessageSquareQuote}
    title="Henüz teklif talebi yok"
    text="Müşteriler veya pazarlamacılar teklif istedikçe burada görünür."
  />
)

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={MessageSquareQuote}
      title="Bu filtrelere uyan talep yok"
      action={<ClearFilters onClear={onClear} />}
    />
  )
}

const COLUMNS: readonly Column<Quote>[] = [
  {
    key: 'company',
    head: 'Firma',
    cell: ({ user_company, created_by_marketer_name }) => (
      <>
        <span className="block truncate max-sm:whitespace-normal">{user_company}</span>
        {created_by_marketer_name && (
          <span className="block truncate font-normal text-ink-soft text-sm">{created_by_marketer_name} istedi</span>
        )}
      </>
    ),
  },
  {
    key: 'requested',
    head: 'İstenenler',
    hideOrder: 3,
    cell: quote => <span className="sm:line-clamp-2">{requestedText(quote)}</span>,
  },
  { key: 'date', head: 'Tarih', hideOrder: 2, width: '9.5rem', cell: quote => formatInstant(quote.created_at) },
  {
    key: 'status',
    head: 'Durum',
    width: '9.25rem',
    onPhone: 'aside',
    cell: quote => <QuoteStatusBadge quote={quote} />,
  },
  {
    key: 'valid',
    head: 'Son gün',
    hideOrder: 1,
    width: '7rem',
    onPhone: 'nowhere',
    cell: ({ answer }) => (answer ? formatDay(answer.valid_until) : '–'),
  },
  {
    key: 'total',
    head: 'Teklifimiz',
    width: '8.75rem',
    numeric: true,
    cell: ({ answer }) =>
      answer ? <Money amount={orderTotals(orderedItems(answer.items)).grand} className="font-semibold" /> : '–',
  },
]

function requestedText({ items: [first, ...more] }: Quote) {
  return `${first?.product_name ?? ''}${more.length ? ` ve ${more.length} ürün daha` : ''}`
}
