import type { ReactNode } from 'react'
import type { Quote } from '#contract/quotes.ts'
import { ApiError } from '../api.ts'
import { ListStates } from '../lists/list-states.tsx'
import { NewRows } from '../lists/new-rows.tsx'
import type { Waiting } from '../lists/steady-list.ts'
import { useOnline } from '../pwa/connectivity.ts'
import { LoadingMore } from '../ui/virtual-grid.tsx'
import { useVirtualRows } from '../ui/virtual-rows.ts'
import type { QuoteAudience } from './quote-audience.ts'
import { QuoteCard } from './quote-card.tsx'

/** The id of the list's heading. */
export const REQUESTS = 'requests'

type QuoteListProps = {
  title: string
  query: Parameters<typeof ListStates>[0]['query'] & {
    items: readonly Quote[]
    waiting: Waiting
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => unknown
  }
  audience: QuoteAudience
  /** Above the list: a filter. */
  filter?: ReactNode
  empty: ReactNode
}

/** Whether a card has the same height for both states of a quote: an answer or a decision changes its content. */
export const isSameQuote = (before: Quote, after: Quote) => JSON.stringify(before) === JSON.stringify(after)

/** Quote requests, newest first. */
export function QuoteList({ title, query, audience, filter, empty }: QuoteListProps) {
  const online = useOnline()
  // An HTTP request on a connection that has just broken may be pending for minutes.
  const shown = online || !query.isPending ? query : { ...query, isPending: false, error: MISSING }
  return (
    <section aria-labelledby={REQUESTS} className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={REQUESTS} className="font-semibold text-lg">
          {title}
        </h2>
        {filter}
      </div>
      <ListStates query={shown} empty={empty}>
        <NewRows waiting={query.waiting} noun="talep" place="edge" />
        <Cards
          label={title}
          quotes={query.items}
          audience={audience}
          onEndReached={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
        />
        {query.isFetchingNextPage && <LoadingMore />}
      </ListStates>
    </section>
  )
}

/** Quotes are not stored on the device. */
const MISSING = new ApiError(0, 'offline', 'Teklif talepleri bu cihazda saklanmadı')

type CardsProps = { label: string; quotes: readonly Quote[]; audience: QuoteAudience; onEndReached?: () => void }

function Cards({ label, quotes, audience, onEndReached }: CardsProps) {
  const { list, virtualizer, rows, before, after } = useVirtualRows<HTMLUListElement>({
    count: quotes.length,
    estimate: 260,
    gap: 16,
    onEndReached,
  })
  return (
    <ul ref={list} aria-label={label} className="grid gap-4" style={{ paddingTop: before, paddingBottom: after }}>
      {rows.map(({ index }) => {
        const quote = quotes[index]
        return (
          quote && (
            <li
              key={quote.id}
              id={quote.id}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-setsize={onEndReached ? -1 : quotes.length}
              aria-posinset={index + 1}
              className="min-w-0"
            >
              <QuoteCard quote={quote} audience={audience} />
            </li>
          )
        )
      })}
    </ul>
  )
}
