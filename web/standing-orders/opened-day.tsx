import { lazy, Suspense, useState } from 'react'
import type { ComingDay, StandingOrder } from '#contract/standing-orders.ts'
import { useSheet } from '../ui/sheet-address.ts'

const ChangeDay = lazy(async () => ({ default: (await import('./change-day.tsx')).ChangeDay }))
const LateDay = lazy(async () => ({ default: (await import('./late-day.tsx')).LateDay }))

type Opened = { standing: StandingOrder; day: ComingDay }

type OpenedDayProps = {
  /** The standing orders as they are now. */
  items: readonly StandingOrder[]
  /** The standing orders on the screen. Their cards ask whether to skip a day. */
  shown: readonly StandingOrder[]
  /** Whether `items` are all of them. */
  isComplete: boolean
  orderPath: (id: string) => string
}

/** The value of the URL parameters that open the form of a day, or the question whether to skip it. */
export const dayAddress = (standing: StandingOrder, { due_on }: ComingDay) => `${standing.id}.${due_on}`

/** Whether a day can be skipped, because it is not skipped yet and its order is not made. */
export const isSkippable = ({ is_changeable, why }: ComingDay) => is_changeable && why !== 'skipped'

/**
 * The form of the coming day in the URL. It remains open with its changes if the day can no longer be changed, because
 * its order was due, or another user has paused, changed or deleted the standing order. For the address of a day that
 * is not a coming one any more, or that is to be skipped and cannot be, it says so instead.
 */
export function OpenedDay({ items, shown, isComplete, orderPath }: OpenedDayProps) {
  const [toChange, toSkip] = [useSheet('day'), useSheet('skip')]
  const [known, setKnown] = useState<Opened>()
  // The address that was too late: its dialog stays while the list is fetched again.
  const [tooLate, setTooLate] = useState('')
  const found = dayIn(items, toChange.id)
  if (found && (found.day !== known?.day || found.standing !== known.standing)) setKnown(found)
  const opened = found ?? (known && dayAddress(known.standing, known.day) === toChange.id ? known : undefined)
  if (opened)
    return (
      <Suspense>
        <ChangeDay key={toChange.id} {...opened} isOver={!found?.day.is_changeable} open onClose={toChange.close} />
      </Suspense>
    )
  // The card itself shows the question: now, or once its row, which is held back, is inserted into the list.
  const canSkip = [shown, items].some(all => {
    const skipped = dayIn(all, toSkip.id)
    return skipped !== undefined && isSkippable(skipped.day)
  })
  const late = toChange.id ? toChange : canSkip ? undefined : toSkip
  if (late?.id && isComplete && tooLate !== late.id) setTooLate(late.id)
  if (!late?.id || !(isComplete || tooLate === late.id)) return null
  return (
    <Suspense>
      <LateDay address={late.id} items={items} orderPath={orderPath} onClose={late.close} />
    </Suspense>
  )
}

function dayIn(items: readonly StandingOrder[], id: string): Opened | undefined {
  for (const standing of items) {
    const day = standing.coming.find(one => dayAddress(standing, one) === id)
    if (day) return { standing, day }
  }
  return undefined
}
