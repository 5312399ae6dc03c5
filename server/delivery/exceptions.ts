import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { type DeliveryException, MAX_EXCEPTIONS, type NewDeliveryException } from '#contract/delivery-rules.ts'
import { daysLater, istanbulDay } from '#contract/turkish.ts'
import { type By, record } from '../audit/audit.ts'
import type { Database } from '../db/tables.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import { refuse, refuseField } from '../http/refusal.ts'
import { lockRoute, lockRoutes } from './delivery-routes.ts'
import { refreshDelivery } from './settings.ts'

const COLUMNS = ['id', 'date', 'route_id', 'kind', 'note'] as const

/** The exceptions from a day on, by day. */
export async function readExceptions(db: Database, from: string): Promise<DeliveryException[]> {
  const exceptions = db.selectFrom('delivery_exceptions').select(COLUMNS).where('date', '>=', from)
  return exceptions.orderBy('date').orderBy('id').execute()
}

/**
 * Closes a day or adds one, for a route or for all; replaces an earlier exception of the same day and route. Unless it
 * `replaces`, refuses with `exception_exists` if there is another one. Refuses a day before yesterday, the first one
 * that is listed.
 */
export async function setException(
  db: Database,
  by: By,
  { replaces = true, ...input }: NewDeliveryException & { replaces?: boolean | undefined },
): Promise<DeliveryException> {
  if (input.date < daysLater(istanbulDay(by.now), -1)) refuseField('invalid_input', 'date', 'Geçmiş bir gün seçilemez')
  return inTransaction(db, async tx => {
    if (input.route_id === null) await lockRoutes(tx)
    else await lockRoute(tx, input.route_id)
    await refuseTooMany(tx, input, by.now)
    const replaced = await exceptionOf(tx, input)
    const set = await tx
      .insertInto('delivery_exceptions')
      .values({ id: randomUUID(), ...input })
      .onConflict(conflict => {
        const { kind, note } = input
        const update = conflict.columns(['date', 'route_id']).doUpdateSet({ kind, note })
        if (replaces) return update
        return update.where('delivery_exceptions.kind', '=', kind).where('delivery_exceptions.note', '=', note)
      })
      .returning(COLUMNS)
      .executeTakeFirst()
    if (!set) return refuse('exception_exists')
    if (isDeepStrictEqual(set, replaced)) return set
    const entry = { entity: 'delivery_exception', entity_id: set.id, after: await recordOf(tx, set) } as const
    const before = replaced && { before: await recordOf(tx, replaced) }
    await record(tx, by, [before ? { ...entry, ...before, action: 'updated' } : { ...entry, action: 'created' }])
    refreshDelivery(tx)
    return set
  })
}

/** The exception of the same day and route. */
const exceptionOf = (tx: Tx, { date, route_id }: NewDeliveryException) =>
  tx
    .selectFrom('delivery_exceptions')
    .select(COLUMNS)
    .where('date', '=', date)
    .where(sql<boolean>`route_id is not distinct from ${route_id}::uuid`)
    .executeTakeFirst()

/**
 * Refuses a new exception with `too_many_exceptions` if there are `MAX_EXCEPTIONS` from today on, or from its own day
 * on if that is past; replacing one is possible.
 */
async function refuseTooMany(tx: Tx, { date, route_id }: NewDeliveryException, now: Date) {
  const today = istanbulDay(now)
  const { count, is_known } = await tx
    .selectFrom('delivery_exceptions')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .select(
      sql<boolean>`coalesce(bool_or(date = ${date} and route_id is not distinct from ${route_id}::uuid), false)`.as(
        'is_known',
      ),
    )
    .where('date', '>=', date < today ? date : today)
    .executeTakeFirstOrThrow()
  if (count >= MAX_EXCEPTIONS && !is_known) refuse('too_many_exceptions', MAX_EXCEPTIONS)
}

/** Deletes an exception and records it. Refuses an unknown id with `not_found`. */
export async function deleteException(db: Database, by: By, id: string) {
  return inTransaction(db, async tx => {
    const deleted = await tx
      .deleteFrom('delivery_exceptions')
      .where('id', '=', id)
      .returning(COLUMNS)
      .executeTakeFirst()
    if (!deleted) return refuse('not_found')
    const entry = { action: 'deleted', entity: 'delivery_exception', entity_id: id } as const
    await record(tx, by, [{ ...entry, before: await recordOf(tx, deleted) }])
    refreshDelivery(tx)
  })
}

/** An exception as the audit trail stores it: with the name of its route instead of the id. */
async function recordOf(tx: Tx, { id: _, route_id, ...exception }: DeliveryException) {
  const route = tx.selectFrom('delivery_routes').select('name').where('id', '=', route_id)
  return { ...exception, delivery_route: (await route.executeTakeFirst())?.name ?? null }
}
