import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { weekdayOf } from '#contract/calendar.ts'
import { clockOfCutoff } from '#contract/cutoff-text.ts'
import { readDeliveryCalendar } from '#contract/delivery.ts'
import { weekdayName } from '#contract/delivery-days.ts'
import type { CalendarEntry, DeliveryRoute } from '#contract/delivery-rules.ts'
import { formatDay } from '#contract/turkish.ts'
import { Failed } from '../../lists/list-states.tsx'
import { useCallQuery } from '../../queries.ts'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { formatShortDay } from '../../ui/day-formats.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { wholeText } from '../../ui/number-text.ts'
import { Link } from '../../ui/router.tsx'
import { LoadingRows } from '../../ui/skeleton.tsx'
import { useToday } from '../../ui/today.ts'
import { ExceptionDialog } from './exception-form.tsx'

const WEEKS = 4

type NamedRoute = Pick<DeliveryRoute, 'id' | 'name'>
type DeliveryCalendarProps = {
  routes: readonly DeliveryRoute[]
  /** Those that still have orders. */
  deleted: readonly NamedRoute[]
}

/** The next weeks: holidays, which routes deliver, and how many orders of their capacity each day has. */
export function DeliveryCalendar({ routes, deleted }: DeliveryCalendarProps) {
  const query = useCallQuery(readDeliveryCalendar, { query: { from: useToday(), days: WEEKS * 7 } })
  const [edited, setEdited] = useState<{ day: string; open: boolean }>()
  return (
    <Card title="Önümüzdeki dört hafta">
      {query.data ? (
        <ol aria-label="Teslimat takvimi" className="grid gap-2 sm:grid-cols-2 lg:grid-cols-7">
          {query.data.map((entry, place) => (
            <Day
              key={entry.date}
              entry={entry}
              routes={[...routes, ...deleted]}
              // At a desk each weekday has a column of its own.
              className={place === 0 ? COLUMN[weekdayOf(entry.date)] : undefined}
              onEdit={() => setEdited({ day: entry.date, open: true })}
            />
          ))}
        </ol>
      ) : query.error ? (
        <Failed query={query} error={query.error} />
      ) : (
        <LoadingRows rows={7} />
      )}
      {edited && (
        <ExceptionDialog
          key={edited.day}
          day={edited.day}
          routes={routes}
          open={edited.open}
          onClose={() => setEdited({ ...edited, open: false })}
        />
      )}
    </Card>
  )
}

const COLUMN: Record<number, string> = {
  1: 'lg:col-start-1',
  2: 'lg:col-start-2',
  3: 'lg:col-start-3',
  4: 'lg:col-start-4',
  5: 'lg:col-start-5',
  6: 'lg:col-start-6',
  7: 'lg:col-start-7',
}

type DayProps = {
  entry: CalendarEntry
  routes: readonly NamedRoute[]
  className: string | undefined
  onEdit: () => void
}

function Day({ entry, routes, className, onEdit }: DayProps) {
  const { date, holiday, is_half_day } = entry
  const name = new Map(routes.map(route => [route.id, route.name]))
  const shown = entry.routes.filter(({ delivers, orders }) => delivers || orders > 0)
  return (
    <li
      className={classNames(
        'grid min-w-0 content-start gap-1 rounded-md border border-line p-2',
        shown.length === 0 && 'bg-surface-sunken',
        className,
      )}
    >
      <div className="flex items-start justify-between gap-1">
        <h3 className="min-w-0 text-sm">
          <span className="font-semibold">{formatShortDay(date)}</span>{' '}
          <span className="text-ink-soft">{weekdayName(weekdayOf(date))}</span>
        </h3>
        <IconButton
          size="small"
          icon={CalendarPlus}
          label={`${formatDay(date)}: özel gün gir`}
          className="-m-1.5"
          onClick={onEdit}
        />
      </div>
      {holiday && (
        <p className="text-red-ink text-xs">
          {holiday}
          {is_half_day && ' (13:00’ten sonra)'}
        </p>
      )}
      {shown.length === 0 ? (
        <p className="text-ink-soft text-xs">Teslimat yok</p>
      ) : (
        <ul className="grid gap-1">
          {shown.map(route => (
            <RouteOfDay key={route.route_id} date={date} route={route} name={name.get(route.route_id) ?? ''} />
          ))}
        </ul>
      )}
    </li>
  )
}

type RouteOfDayProps = { date: string; route: z.output<typeof CalendarEntry>['routes'][number]; name: string }

/** A route on a day, with a link to its orders. */
function RouteOfDay({ date, route: { route_id, delivers, cutoff, orders, capacity }, name }: RouteOfDayProps) {
  const isFull = capacity !== null && orders >= capacity
  const count =
    capacity === null ? `${wholeText(orders)} sipariş` : `${wholeText(orders)}/${wholeText(capacity)} sipariş`
  return (
    <li className="min-w-0 text-xs">
      <Link
        to={`/admin/dashboard?tab=orders&delivery_date=${date}&route_id=${route_id}`}
        title={cutoff ? `Son sipariş saati: ${cutoffText(cutoff)}` : undefined}
        className="block min-h-6 text-link"
      >
        <span className="break-words font-medium">{name}</span>{' '}
        <span className={classNames('whitespace-nowrap', isFull && 'font-semibold text-red-ink')}>
          {count}
          {isFull && ' · dolu'}
        </span>
      </Link>
      {!delivers && cutoff && <span className="text-red-ink">Bu gün teslimat yok</span>}
    </li>
  )
}

function cutoffText(cutoff: string) {
  const { day, time } = clockOfCutoff(new Date(cutoff))
  return `${formatDay(day)} ${time}`
}
