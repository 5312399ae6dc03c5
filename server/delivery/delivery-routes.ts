import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type DeliveryRoute, MAX_ROUTES, type NewRoute, type RouteChange } from '#contract/delivery-rules.ts'
import { byAlphabet, fold } from '#contract/turkish.ts'
import { type By, record } from '../audit/audit.ts'
import type { Database } from '../db/tables.ts'
import { inTransaction, type Tx, takeAdvisoryLock } from '../db/transaction.ts'
import { refuse, refuseField } from '../http/refusal.ts'
import { inLira, refreshDelivery } from './settings.ts'

/** All routes, by name. */
export async function readRoutes(db: Database): Promise<DeliveryRoute[]> {
  const routes = await selectRoutes(db).execute()
  return routes.sort((a, b) => byAlphabet(a.name, b.name))
}

/** A route with its rules. Refuses an unknown id with `not_found`. */
export async function readRoute(db: Database, id: string): Promise<DeliveryRoute> {
  return (await selectRoutes(db).where('delivery_routes.id', '=', id).executeTakeFirst()) ?? refuse('not_found')
}

const selectRoutes = (db: Database) =>
  db
    .selectFrom('delivery_routes')
    .select(['id', 'name', 'weekdays', 'cutoff_time', 'days_before', 'capacity', 'minimum', 'fee', 'version'])
    .select(eb =>
      eb
        .selectFrom('delivery_customers')
        .whereRef('route_id', '=', 'delivery_routes.id')
        .select(count => count.fn.countAll<number>().as('count'))
        .$asScalar()
        .as('customer_count'),
    )
    .$narrowType<{ customer_count: number }>()

/** Adds a route without customers. */
export async function createRoute(db: Database, by: By, input: NewRoute): Promise<DeliveryRoute> {
  return inTransaction(db, async tx => {
    // The number of routes and their names do not change while they are checked.
    await lockRoutes(tx)
    const { count } = await tx
      .selectFrom('delivery_routes')
      .select(eb => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count >= MAX_ROUTES) refuse('too_many_routes', MAX_ROUTES)
    const created = await tx
      .insertInto('delivery_routes')
      .values({
        id: randomUUID(),
        ...input,
        ...nameColumns(input.name),
        weekdays: sortWeekdays(input.weekdays),
        created_at: by.now,
      })
      .onConflict(conflict => conflict.column('name_key').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!created) return refuseField('route_name_taken', 'name')
    const route = await readRoute(tx, created.id)
    await record(tx, by, [{ action: 'created', entity: 'delivery_route', entity_id: route.id, after: recordOf(route) }])
    refreshDelivery(tx)
    return route
  })
}

/** Changes a route; absent fields stay, and orders keep the days that they have. */
export async function changeRoute(db: Database, by: By, id: string, change: RouteChange): Promise<DeliveryRoute> {
  return inTransaction(db, async tx => {
    await lockRoute(tx, id)
    const before = await readRoute(tx, id)
    const name = change.name === undefined ? undefined : nameColumns(change.name)
    if (name) await requireFreeName(tx, id, name.name_key)
    const weekdays = change.weekdays && sortWeekdays(change.weekdays)
    await tx
      .updateTable('delivery_routes')
      .set({ id, ...change, ...name, weekdays })
      .where('id', '=', id)
      .execute()
    const after = await readRoute(tx, id)
    const entry = { action: 'updated', entity: 'delivery_route', entity_id: id } as const
    await record(tx, by, [{ ...entry, before: recordOf(before), after: recordOf(after) }])
    refreshDelivery(tx)
    return after
  })
}

/** Deletes a route. Its customers then have no route; its orders keep their days. */
export async function deleteRoute(db: Database, by: By, id: string) {
  return inTransaction(db, async tx => {
    await lockRoute(tx, id)
    const route = await readRoute(tx, id)
    await tx.deleteFrom('delivery_routes').where('id', '=', id).execute()
    await record(tx, by, [{ action: 'deleted', entity: 'delivery_route', entity_id: id, before: recordOf(route) }])
    refreshDelivery(tx)
  })
}

/** Locks a route, and with it all others: a customer may move between any two. */
export async function lockRoute(tx: Tx, id: string) {
  await lockRoutes(tx)
  const route = await tx
    .selectFrom('delivery_routes')
    .select(['id', 'name', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return route ?? refuse('not_found')
}

/** Waits for running changes of routes and of their customers, and makes others wait until the transaction ends. */
export const lockRoutes = (tx: Tx) => takeAdvisoryLock(tx, 'delivery_routes')

async function requireFreeName(tx: Tx, id: string, name_key: string) {
  const namesake = await tx
    .selectFrom('delivery_routes')
    .select('id')
    .where('name_key', '=', name_key)
    .where('id', '!=', id)
    .executeTakeFirst()
  if (namesake) refuseField('route_name_taken', 'name')
}

/** A route's version grows with every change of its customers. */
export const NEXT_VERSION = sql<number>`version + 1`

const nameColumns = (name: string) => ({ name, name_key: fold(name) })

const sortWeekdays = (weekdays: readonly number[]) => [...weekdays].sort((a, b) => a - b)

const recordOf = ({ id: _, version: _1, customer_count: _2, ...route }: DeliveryRoute) => inLira(route)
