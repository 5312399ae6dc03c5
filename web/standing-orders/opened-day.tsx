import { lazy, Suspense, useState } from 'react'
import type { ComingDay, StandingOrder } from '#contract/standing-orders.ts'
import { useSheet } from '../ui/sheet-address.ts'

const ChangeDay = lazy(async () => ({ default: (await import('./change-day.tsx')).ChangeDay }))

type Opened = { standing: StandingOrder; day: ComingDay }

/** The value of the URL parameter that opens the form of a day. */
export const dayAddress = (standing: StandingOrder, { due_on }: ComingDay) => `${standing.id}.${due_on}`

/**
 * The form of the coming day in the URL. It remains open with its changes if the day can no longer be changed, because
 * its order was due, or another user has paused, changed or deleted the standing order.
 */
export function OpenedDay({ items }: { items: readonly StandingOrder[] }) {
  const { id, close } = useSheet('day')
  const [known, setKnown] = useState<Opened>()
  const found = dayIn(items, id)
  if (found && (found.day !== known?.day || found.standing !== known.standing)) setKnown(found)
  const opened = found ?? (known && dayAddress(known.standing, known.day) === id ? known : undefined)
  if (!opened) return null
  return (
    <Suspense>
      <ChangeDay key={id} {...opened} isOver={!found?.day.is_changeable} open onClose={close} />
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
