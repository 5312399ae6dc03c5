import { ArrowRight } from 'lucide-react'
import { formatMoney } from '#contract/money.ts'
import { listAnyOrderRevisions, type Order, type RevisionRecord } from '#contract/orders.ts'
import { formatInstant } from '#contract/turkish.ts'
import { useAnswer } from '../parts/asking.ts'
import { Failed } from '../parts/list-states.tsx'
import { Card } from '../ui/card.tsx'
import { wholeText } from '../ui/number-text.ts'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'

/** What marketers changed in an order, newest first. */
export function OrderRevisions({ order }: { order: Order }) {
  const revisions = useAnswer(listAnyOrderRevisions, { params: { id: order.id } })
  return (
    <Card title="Revizyonlar">
      {revisions.data ? (
        <ol className="divide-y divide-line">
          {revisions.data.map(record => (
            <Revision key={record.revision} record={record} />
          ))}
        </ol>
      ) : revisions.error ? (
        <Failed asked={revisions} error={revisions.error} />
      ) : (
        <Loading label="Revizyonlar yükleniyor">
          <Skeleton className="h-16" />
        </Loading>
      )}
    </Card>
  )
}

function Revision({ record }: { record: RevisionRecord }) {
  const { revision, created_at, marketer_name, notes_before, notes_after, lines } = record
  return (
    <li className="grid gap-2 py-3 first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">
          {revision}. revizyon · {marketer_name}
        </span>
        <span className="text-ink-soft text-sm">{formatInstant(created_at)}</span>
      </p>
      <ul className="grid gap-1 text-sm">
        {lines.map(line => (
          <li key={line.product_id} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span>
              {line.product_name}
              {line.change !== 'changed' && (
                <span className="text-ink-soft">{line.change === 'added' ? ' · eklendi' : ' · çıkarıldı'}</span>
              )}
            </span>
            <span className="flex flex-wrap gap-x-4">
              <Change of="Miktar" before={line.quantity_before} after={line.quantity_after} shown={wholeText} />
              <Change of="Fiyat" before={line.price_before} after={line.price_after} shown={formatMoney} />
            </span>
          </li>
        ))}
        {notes_before !== notes_after && (
          <li>
            <span className="text-ink-soft">Not: </span>
            <span className="whitespace-pre-line">{notes_after || 'kaldırıldı'}</span>
          </li>
        )}
      </ul>
    </li>
  )
}

type ChangeProps<Value> = { of: string; before: Value | null; after: Value | null; shown: (value: Value) => string }

/** A figure before and after; what stayed as it was is not worth a word. */
function Change<Value>({ of, before, after, shown }: ChangeProps<Value>) {
  if (before === after) return null
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap">
      <span className="text-ink-soft">{of}</span>
      {before !== null && <s className="text-ink-soft decoration-1">{shown(before)}</s>}
      {before !== null && after !== null && (
        <>
          <ArrowRight aria-hidden className="size-3.5" />
          <VisuallyHidden>yerine</VisuallyHidden>
        </>
      )}
      {after !== null && <span className="font-medium">{shown(after)}</span>}
    </span>
  )
}
