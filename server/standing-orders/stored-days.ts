import { MAX_CHANGED_DAYS } from '#contract/standing-orders.ts'
import { istanbulDay } from '#contract/turkish.ts'
import type { Tx } from '../db/transaction.ts'
import { refuse } from '../http/refusal.ts'
import { IS_CHANGED } from './trail.ts'

/** The stored state of a due day. */
export async function readDay(tx: Tx, standing_order_id: string, due_on: string) {
  const stored = await tx
    .selectFrom('standing_order_days')
    .select(['due_on', 'moved_to', 'made_at', 'items'])
    .where('standing_order_id', '=', standing_order_id)
    .where('due_on', '=', due_on)
    .executeTakeFirst()
  const unchanged = { due_on, moved_to: null, made_at: null, items: null }
  return { ...(stored ?? unchanged), is_stored: stored !== undefined }
}

/** The due days of a standing order that were changed. */
export const changesOf = (tx: Tx, standing_order_id: string) =>
  tx
    .selectFrom('standing_order_days')
    .select(['due_on', 'is_skipped', 'moved_to'])
    .where('standing_order_id', '=', standing_order_id)
    .where(IS_CHANGED)
    .execute()

/** Deletes a day of which nothing is stored any more, so that reverted changes do not accumulate. */
export async function deleteUnchangedDay(tx: Tx, standing_order_id: string, due_on: string) {
  await tx
    .deleteFrom('standing_order_days')
    .where('standing_order_id', '=', standing_order_id)
    .where('due_on', '=', due_on)
    .where(eb => eb.not(IS_CHANGED))
    .where(eb => eb.and([eb('made_at', 'is', null), eb('reminded_at', 'is', null), eb('reminded_day', 'is', null)]))
    .execute()
}

/** What is stored of a due day's reminder, of its order, or of the reason why none was made. */
type Outcome = {
  reminded_at?: Date
  reminded_day?: string
  reminded_until?: Date
  made_at?: Date
  day?: string
  order_id?: string
  shortages?: string
  failure?: string
}

/** Stores the outcome of a due day, whose other columns stay. */
export async function storeDay(tx: Tx, standing_order_id: string, due_on: string, outcome: Outcome) {
  await tx
    .insertInto('standing_order_days')
    .values({ standing_order_id, due_on, ...outcome })
    .onConflict(conflict => conflict.columns(['standing_order_id', 'due_on']).doUpdateSet(outcome))
    .execute()
}

/** Refuses with `too_many_changed_days` if as many coming days of a standing order are changed as can be. */
export async function refuseTooManyDays(tx: Tx, standing_order_id: string, now: Date) {
  const { count } = await tx
    .selectFrom('standing_order_days')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('standing_order_id', '=', standing_order_id)
    .where('made_at', 'is', null)
    .where(IS_CHANGED)
    .where(eb => eb(eb.fn.coalesce('moved_to', 'due_on'), '>=', istanbulDay(now)))
    .executeTakeFirstOrThrow()
  if (count >= MAX_CHANGED_DAYS) refuse('too_many_changed_days', MAX_CHANGED_DAYS)
}
