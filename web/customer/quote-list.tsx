import { MessageSquareQuote } from 'lucide-react'
import { listQuotes, type Quote } from '#contract/quotes.ts'
import { usePages } from '../parts/asking.ts'
import { ListStates } from '../parts/list-states.tsx'
import { EmptyState } from '../ui/states.tsx'
import { LoadingMore } from '../ui/virtual-grid.tsx'
import { useWindowRows } from '../ui/window-rows.ts'
import { QuoteCard } from './quote-card.tsx'

/** The customer's own requests, page by page. */
export const useQuotes = () => usePages(listQuotes, {})

/** What the customer has asked for, newest first. */
export function QuoteList({ asked }: { asked: ReturnType<typeof useQuotes> }) {
  return (
    <section aria-labelledby="requests" className="grid min-w-0 gap-3">
      <h2 id="requests" className="font-semibold text-lg">
        Taleplerim
      </h2>
      <ListStates asked={asked} empty={<NoQuotes />}>
        <Cards quotes={asked.items} onEndReached={asked.hasNextPage ? () => void asked.fetchNextPage() : undefined} />
        {asked.isFetchingNextPage && <LoadingMore />}
      </ListStates>
    </section>
  )
}

function Cards({ quotes, onEndReached }: { quotes: readonly Quote[]; onEndReached?: () => void }) {
  const { list, virtualizer, rows, before, after } = useWindowRows<HTMLUListElement>({
    count: quotes.length,
    estimate: 260,
    gap: 16,
    onEndReached,
  })
  return (
    <ul ref={list} aria-label="Taleplerim" className="grid gap-4" style={{ paddingTop: before, paddingBottom: after }}>
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
              <QuoteCard quote={quote} />
            </li>
          )
        )
      })}
    </ul>
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
