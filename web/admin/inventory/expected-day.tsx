import { CalendarClock } from 'lucide-react'
import { isOverdue } from '#contract/stock-level.ts'
import { formatDay } from '#contract/turkish.ts'
import { Badge } from '../../ui/badge.tsx'
import { today } from '../../ui/clock.ts'

/** The day on which goods are expected, marked as late if they are overdue. `available` is the product's quantity. */
export function ExpectedDay({ day, available }: { day: string; available: number }) {
  if (!isOverdue(available, day, today())) return <span className="whitespace-nowrap">{formatDay(day)}</span>
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="whitespace-nowrap">{formatDay(day)}</span>
      <Badge tone="red" icon={CalendarClock}>
        gecikti
      </Badge>
    </span>
  )
}
