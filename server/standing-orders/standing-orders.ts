import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  MAX_STANDING_ORDERS,
  type NewStandingOrder,
  type StandingDayChange,
  type StandingOrder,
  type StandingOrderChange,
} from '#contract/standing-orders.ts'
import { changeableUntil, dueDays, isDue, lastChangeableDay, orderedAt, unskippedDay } from '#contract/standing-plan.ts'
import { daysLater, formatDay, istanbulDay } from '#contract/turkish.ts'
import { type AuditRecord, record } from '../audit/audit.ts'
import { readCustomerAndMarketer, refreshScreensAbout } from '../customers/customer-screens.ts'
import { visibleTo as visibleCustomers } from '../customers/customers.ts'
import type { Database } from '../db/tables.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import { type Actor, publicName } from '../http/context.ts'
import { refuse, refuseField } from '../http/refusal.ts'
import { dayRulesOf } from './day-rules.ts'
import { linesOf, storeLines, withUnits } from './lines.ts'
import { readStandingOrder, visibleTo } from './lists.ts'
import type { Timing } from './pending-days.ts'
import { withPostponed } from './postponed-days.ts'
import { reminderAt } from './reminders.ts'
import { changesOf, deleteUnchangedDay, readDay, refuseTooManyDays } from './stored-days.ts'
import { changedDay, recordedFields } from './trail.ts'

type By = Timing & { actor: Actor }

/**
 * Makes a standing order of a visible customer, by default of the actor. Refuses products that are not on sale, and
 * weekdays if none of them comes before its end, and a start before yesterday.
 */
export async function createStandingOrder(
  db: Database,
  by: By,
  { customer_id = by.actor.id, items, ...content }: NewStandingOrder,
): Promise<StandingOrder> {
  const { actor, now } = by
  return inTransaction(db, async tx => {
    await requireCustomer(tx, actor, customer_id)
    const { count } = await tx
      .selectFrom('standing_orders')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .where('customer_id', '=', customer_id)
      .executeTakeFirstOrThrow()
    if (count >= MAX_STANDING_ORDERS) refuse('too_many_standing_orders', MAX_STANDING_ORDERS)
    const id = randomUUID()
    const starts_on = content.starts_on ?? istanbulDay(now)
    // Not yesterday, on which a request that is repeated after a lost reply may have been made.
    if (starts_on < daysLater(istanbulDay(now), -1))
      refuseField('invalid_input', 'starts_on', 'Başlangıç geçmiş bir gün olamaz')
    refuseWithoutDays({ ...content, starts_on }, now)
    const times = { created_at: now, updated_at: now, effective_from: now, check_at: now }
    await tx
      .insertInto('standing_orders')
      .values({ id, customer_id, ...content, starts_on, ...times, updated_by: publicName(actor) })
      .execute()
    await storeLines(tx, id, items)
    return recordContent(tx, by, id)
  })
}

/**
 * Changes a standing order. Refuses with `standing_order_changed` if it has another version, unless it already is as
 * the change would make it. A new rhythm or the end of a pause makes no order for a day whose order would have been
 * made before, except one that is due already and also of the new rhythm.
 */
export async function changeStandingOrder(
  db: Database,
  by: By,
  id: string,
  { version, items, ...change }: StandingOrderChange,
): Promise<StandingOrder> {
  const { actor, now } = by
  return inTransaction(db, async tx => {
    const { version: present, is_paused } = await lockStandingOrder(tx, actor, id)
    const standing = await readStandingOrder(tx, actor, id, by)
    if (present !== version) {
      // A repetition, for instance after a lost reply, is no conflict.
      if (isMade({ items, ...change }, standing)) return standing
      refuse('standing_order_changed')
    }
    const hasNewRhythm = changesRhythm(change, standing)
    if (hasNewRhythm) refuseWithoutDays({ ...standing, ...change }, now)
    const resumes = is_paused && change.is_paused === false
    const effective_from = hasNewRhythm ? effectiveFrom(standing, { ...standing, ...change }, now) : now
    await tx
      .updateTable('standing_orders')
      .set({ ...change, version: version + 1, updated_at: now, updated_by: publicName(actor), check_at: now })
      .$if(hasNewRhythm || resumes, query => query.set({ effective_from }))
      .where('id', '=', id)
      .execute()
    if (items) await storeLines(tx, id, items)
    return recordContent(tx, by, id, standing)
  })
}

/** Whether a standing order is as a change would make it. */
function isMade({ items, ...change }: Omit<StandingOrderChange, 'version'>, standing: StandingOrder) {
  const lines = standing.items.map(({ product_id, quantity, unit }) => ({ product_id, quantity, unit }))
  const units = new Map(lines.map(({ product_id, unit }) => [product_id, unit]))
  const wanted = items?.map(({ product_id, quantity, unit = units.get(product_id) }) => ({
    product_id,
    quantity,
    unit,
  }))
  return isDeepStrictEqual({ ...standing, ...change, items: wanted ?? lines }, { ...standing, items: lines })
}

/**
 * Skips or changes the order of one due day. Refuses with `standing_day_over` a day that is not due or whose order is
 * made already, with `standing_day_too_far` one after `lastChangeableDay`, with `too_many_changed_days` one more than
 * `MAX_CHANGED_DAYS`, and with `standing_day_closed` a day to which it cannot be moved, as that is closed or, if the
 * rhythm lacks the due day, has an order of its own or is too early.
 */
export async function changeStandingDay(
  db: Database,
  by: By,
  id: string,
  { due_on, items, ...change }: StandingDayChange,
): Promise<StandingOrder> {
  const { actor, now, lead } = by
  return inTransaction(db, async tx => {
    const { customer_id, ...checked } = await lockStandingOrder(tx, actor, id)
    const standing = await readStandingOrder(tx, actor, id, by)
    const before = { coming: await changedDay(tx, id, due_on) }
    const rules = (await dayRulesOf(tx, [customer_id], now))(customer_id)
    const isOver = (day: string) => orderedAt(day, rules, lead) <= now
    const day = await readDay(tx, id, due_on)
    const { moved_to: movedTo, made_at, is_stored } = day
    const changes = withPostponed({ ...standing, ...checked }, await changesOf(tx, id), rules, lead)
    const planned = unskippedDay(standing, changes, { due_on, moved_to: movedTo }, rules)
    if (made_at || !planned || changeableUntil({ ...planned, moved_to: movedTo }, rules, lead) <= now)
      refuse('standing_day_over')
    const last = lastChangeableDay(standing, now)
    if (!is_stored && due_on > last) refuse('standing_day_too_far', formatDay(last))
    if (before.coming.length === 0) await refuseTooManyDays(tx, id, now)
    const { moved_to = movedTo } = change
    const after = unskippedDay(standing, changes, { due_on, moved_to }, rules)?.day
    if (change.moved_to && (!after || !rules.isOpen(change.moved_to) || isOver(change.moved_to)))
      refuse('standing_day_closed')
    if (after && isOver(after)) refuse('standing_day_over')
    const present = [...standing.items, ...(await linesOf(tx, { id, days: [day] }, due_on))]
    const known = new Map(present.map(line => [line.product_id, line]))
    const lines = items && (await withUnits(tx, items, known))
    const stored = {
      ...change,
      // A day that is moved to itself is not moved, unless only the move keeps it in the present rhythm.
      ...(change.moved_to === due_on && isDue(standing, due_on) && { moved_to: null }),
      ...(lines !== undefined && { items: lines && JSON.stringify(lines) }),
      // The customer needs no reminder of a change that it has made this late.
      ...(actor.role === 'customer' &&
        after &&
        reminderAt(orderedAt(after, rules, lead)) <= now && {
          reminded_day: after,
          reminded_until: orderedAt(after, rules, lead),
        }),
    }
    await tx
      .insertInto('standing_order_days')
      .values({ standing_order_id: id, due_on, ...stored })
      .onConflict(conflict => conflict.columns(['standing_order_id', 'due_on']).doUpdateSet({ due_on, ...stored }))
      .execute()
    await deleteUnchangedDay(tx, id, due_on)
    await tx
      .updateTable('standing_orders')
      .set({ updated_at: now, updated_by: publicName(actor), check_at: now })
      .where('id', '=', id)
      .execute()
    await recordAndRefresh(tx, by, standing, {
      action: 'updated',
      before,
      after: { coming: await changedDay(tx, id, due_on) },
    })
    return readStandingOrder(tx, actor, id, by)
  })
}

/** Deletes a visible standing order. */
export async function deleteStandingOrder(db: Database, by: By, id: string) {
  const { actor } = by
  await inTransaction(db, async tx => {
    await lockStandingOrder(tx, actor, id)
    const standing = await readStandingOrder(tx, actor, id, by)
    await tx.deleteFrom('standing_orders').where('id', '=', id).execute()
    await recordAndRefresh(tx, by, standing, { action: 'deleted', before: recordedFields(standing) })
  })
}

/** Locks the customer against deletion; refuses an unknown one with `not_found`. */
async function requireCustomer(tx: Tx, actor: Actor, id: string) {
  const customer = await visibleCustomers(tx, actor)
    .select('customers.id')
    .where('customers.id', '=', id)
    .forNoKeyUpdate('customers')
    .executeTakeFirst()
  if (!customer) refuse('not_found')
}

/** Locks the standing order and its customer; refuses one that the actor must not see with `not_found`. */
async function lockStandingOrder(tx: Tx, actor: Actor, id: string) {
  const found = await visibleTo(tx, actor).select('customer_id').where('standing_orders.id', '=', id).executeTakeFirst()
  if (!found) return refuse('not_found')
  await requireCustomer(tx, actor, found.customer_id)
  const locked = await tx
    .selectFrom('standing_orders')
    .select(['customer_id', 'version', 'is_paused', 'checked_at', 'planned_days'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return locked ?? refuse('not_found')
}

type Rhythm = Parameters<typeof dueDays>[0]

const changesRhythm = (change: Partial<Rhythm>, before: Rhythm) =>
  (['weekdays', 'every_weeks', 'starts_on', 'ends_on'] as const).some(
    field => change[field] !== undefined && !isDeepStrictEqual(change[field], before[field]),
  )

/**
 * From when on orders of a new rhythm are made: from now on, or, so that it is not lost, from an order that is due
 * already, not made yet, and also of the new rhythm. Days that were moved belong to each rhythm.
 */
function effectiveFrom({ coming }: StandingOrder, rhythm: Rhythm, now: Date): Date {
  const due = coming
    .filter(({ due_on, why }) => why === 'moved' || isDue(rhythm, due_on))
    .flatMap(({ ordered_at }) => (ordered_at === null ? [] : Date.parse(ordered_at)))
    .filter(instant => instant <= now.getTime())
  return new Date(Math.min(now.getTime(), ...due.map(instant => instant - 1)))
}

function refuseWithoutDays(rhythm: Rhythm, now: Date) {
  if (dueDays(rhythm, istanbulDay(now), 1).length === 0) refuse('standing_order_without_days')
}

/** Records a new or changed standing order and refreshes the other screens; returns it as it is now. */
async function recordContent(tx: Tx, by: By, id: string, before?: StandingOrder): Promise<StandingOrder> {
  const standing = await readStandingOrder(tx, by.actor, id, by)
  const fields = recordedFields(standing)
  const notes_changed = before && before.notes !== standing.notes
  await recordAndRefresh(
    tx,
    by,
    standing,
    before
      ? {
          action: 'updated',
          before: recordedFields(before),
          after: { ...fields, ...(notes_changed && { notes_changed }) },
        }
      : { action: 'created', after: fields },
  )
  return standing
}

async function recordAndRefresh(
  tx: Tx,
  { actor, now }: By,
  { id, customer_id }: StandingOrder,
  entry: Omit<AuditRecord, 'entity' | 'entity_id'>,
) {
  await record(tx, { actor, now }, [{ ...entry, entity: 'standing_order', entity_id: id }])
  refreshScreensAbout(tx, await readCustomerAndMarketer(tx, customer_id), ['standing-orders'])
}
