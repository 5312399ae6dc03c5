import { unitChangeText } from '#contract/standing-orders.ts'
import type { Tx } from '../db/transaction.ts'
import { linesOf } from './lines.ts'
import { remind } from './notify.ts'
import type { NextDay, Timing } from './pending-days.ts'
import { isReminded, type Reminder, reminderAt } from './reminders.ts'
import { storeDay } from './stored-days.ts'

type WithDays = Parameters<typeof linesOf>[1]
type Reminding = Parameters<typeof remind>[1] & {
  is_active: boolean
  effective_from: string
  days: readonly (Reminder & WithDays['days'][number])[]
}

/**
 * Sends the reminders of the next order, and of another one that is made at the same time, if they are due. Returns
 * when that will be; undefined if none is needed any more.
 */
export async function sendDueReminders(
  tx: Tx,
  standing: Reminding,
  planned: readonly NextDay[],
  timing: Timing,
): Promise<number | undefined> {
  const next = planned.filter(({ ordered_at }) => ordered_at.getTime() === planned[0]?.ordered_at.getTime())
  const needed = next.filter(one => needsReminder(standing, one))
  const [first] = needed
  if (!first) return undefined
  const reminder = reminderAt(first.ordered_at).getTime()
  if (reminder > timing.now.getTime()) return reminder
  for (const one of needed) await sendReminder(tx, standing, one, timing)
  return undefined
}

/** Whether a reminder is needed: changes less than a day before need none, and a passive customer gets no order. */
function needsReminder({ is_active, effective_from, days }: Reminding, { due_on, day, ordered_at }: NextDay) {
  const stored = days.find(one => one.due_on === due_on)
  if (!is_active || (stored && isReminded(stored, { day, ordered_at }))) return false
  const wasReminded = stored?.reminded_day === day
  return wasReminded || reminderAt(ordered_at) > new Date(effective_from)
}

async function sendReminder(tx: Tx, standing: Reminding, { due_on, day, ordered_at }: NextDay, timing: Timing) {
  const lines = await linesOf(tx, standing, due_on)
  const unitChanges = lines.filter(({ new_unit }) => new_unit !== null).map(unitChangeText)
  await remind(tx, standing, { due_on, day, ordered_at, unitChanges }, timing)
  const stored = { reminded_at: timing.now, reminded_day: day, reminded_until: ordered_at }
  await storeDay(tx, standing.id, due_on, stored)
}
