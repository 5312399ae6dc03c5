import type { UseQueryResult } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { dayWithWeekday } from '#contract/delivery-days.ts'
import type { RevisionRecord } from '#contract/order-revisions.ts'
import { marketerText } from '#contract/roles.ts'
import { formatInstant } from '#contract/turkish.ts'
import { useSession } from '../current-session.ts'
import { Failed } from '../lists/list-states.tsx'
import { Badge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { Money } from '../ui/money.tsx'
import { wholeText } from '../ui/number-text.ts'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { useAdminName } from './admin-name.ts'

type RevisionsProps = {
  query: UseQueryResult<RevisionRecord[]>
  /** Shows only revisions with a higher number. */
  after?: number
}

/** The changes to an order, line by line, newest first; each audience passes its own query. */
export function Revisions(props: RevisionsProps) {
  return (
    <Card title="Revizyonlar">
      <RevisionList {...props} />
    </Card>
  )
}

/** The changes to an order, without a card around them. */
export function RevisionList({ query, after = 0 }: RevisionsProps) {
  if (query.data)
    return (
      <ol className="grid grid-cols-1 gap-4">
        {query.data
          .filter(({ revision }) => revision > after)
          .map(record => (
            <Revision key={record.revision} record={record} />
          ))}
      </ol>
    )
  return query.error ? (
    <Failed query={query} error={query.error} />
  ) : (
    <Loading>
      <Skeleton className="h-16" />
    </Loading>
  )
}

const CHANGES = {
  added: { word: 'Eklendi', tone: 'green' },
  removed: { word: 'Çıkarıldı', tone: 'red' },
  changed: { word: 'Değişti', tone: 'blue' },
} as const

function Revision({ record }: { record: RevisionRecord }) {
  const { revision, created_at, lines, notes_before, notes_after } = record
  const { delivery_date_before, delivery_date_after } = record
  return (
    <li className="grid grid-cols-1 gap-2">
      <p className="text-ink-soft text-sm">
        {revision}. revizyon · <Reviser record={record} /> ·{' '}
        <time dateTime={created_at}>{formatInstant(created_at)}</time>
      </p>
      <ul className="grid grid-cols-1 gap-2">
        {lines.map(line => (
          <li key={line.product_id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone={CHANGES[line.change].tone}>{CHANGES[line.change].word}</Badge>
            <span className="min-w-0 font-medium">{line.product_name}</span>
            <BeforeAfter
              what="miktar"
              before={line.quantity_before}
              after={line.quantity_after}
              unit={line.unit}
              show={wholeText}
            />
            <BeforeAfter
              what="fiyat"
              before={line.price_before}
              after={line.price_after}
              show={price => <Money amount={price} />}
            />
          </li>
        ))}
        {delivery_date_before !== delivery_date_after && (
          <li className="text-ink-soft">
            Teslimat: {delivery_date_before ? dayWithWeekday(delivery_date_before) : 'yok'} →{' '}
            {delivery_date_after ? dayWithWeekday(delivery_date_after) : 'yok'}
          </li>
        )}
        {notes_before !== notes_after && (
          <li className="text-ink-soft">
            Not: {notes_before ? `“${notes_before}”` : 'yok'} → {notes_after ? `“${notes_after}”` : 'yok'}
          </li>
        )}
      </ul>
    </li>
  )
}

/**
 * The name of the user who revised the order. If that is an admin, customers and marketers read the wholesaler's name.
 */
function Reviser({ record: { marketer_name, actor_role } }: { record: RevisionRecord }) {
  const adminName = useAdminName()
  const role = useSession()?.role
  if (actor_role === 'admin') return role === 'admin' ? `${marketer_name} (yönetici)` : adminName
  if (actor_role === 'marketer') return marketerText(marketer_name)
  return role === 'customer' ? 'siz değiştirdiniz' : `müşteri değiştirdi (${marketer_name})`
}

type BeforeAfterProps<Value> = {
  what: string
  before: Value | null
  after: Value | null
  unit?: string | undefined
  show: (value: Value) => ReactNode
}

/** Shows a value before and after the change; nothing if it is unchanged. */
function BeforeAfter<Value>({ what, before, after, unit, show }: BeforeAfterProps<Value>) {
  if (before === after) return null
  return (
    <span className="inline-flex items-center gap-1 text-ink-soft">
      {what} {before !== null && <s>{show(before)}</s>}
      {before !== null && after !== null && (
        <>
          <ArrowRight aria-hidden className="size-3.5" />
          <VisuallyHidden>yerine</VisuallyHidden>
        </>
      )}
      {after !== null && <span className="text-ink">{show(after)}</span>}
      {unit}
    </span>
  )
}
