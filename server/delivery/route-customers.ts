import { sql } from 'kysely'
import type { CustomerDelivery, RouteCustomer } from '#contract/delivery-rules.ts'
import type { Kurus } from '#contract/money.ts'
import { type By, record } from '../audit/audit.ts'
import type { Database } from '../db/tables.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import { refuse } from '../http/refusal.ts'
import { lockRoute, lockRoutes, NEXT_VERSION, readRoute } from './delivery-routes.ts'
import { liraOrNull, refreshDelivery } from './settings.ts'

/** The customers of a route in loading order. */
export async function readRouteCustomers(db: Database, routeId: string): Promise<RouteCustomer[]> {
  await readRoute(db, routeId)
  const customers = await db
    .selectFrom('delivery_customers as place')
    .innerJoin('customers', 'customers.id', 'place.customer_id')
    .innerJoin('accounts', 'accounts.id', 'place.customer_id')
    .select(['place.customer_id', 'accounts.name as company_name', 'phone', 'address', 'accounts.is_active'])
    .select('place.minimum')
    .where('place.route_id', '=', routeId)
    .orderBy('place.position')
    .orderBy('place.customer_id')
    .execute()
  return customers.map((customer, i) => ({ ...customer, position: i + 1 }))
}

/**
 * Sets the customers of a route in loading order. Refuses with `delivery_changed` if the route's version is not the
 * given one, unless it has these customers already. Customers of other routes move to it, and customers that are not
 * named lose it and have no route then; unknown ids are ignored.
 */
export async function setRouteCustomers(
  db: Database,
  by: By,
  routeId: string,
  { customer_ids, version }: { customer_ids: string[]; version: number },
): Promise<RouteCustomer[]> {
  return inTransaction(db, async tx => {
    const route = await lockRoute(tx, routeId)
    if (route.version !== version) {
      const present = await readRouteCustomers(tx, routeId)
      // Saved again, for instance after a lost reply: not a conflict.
      if (present.map(({ customer_id }) => customer_id).join() === customer_ids.join()) return present
      refuse('delivery_changed')
    }
    const before = await routesOf(tx, customer_ids, routeId)
    // Locks the customers that exist against deletion.
    const found = await tx
      .selectFrom('customers')
      .select('id')
      .where('id', '=', sql<string>`any(${customer_ids}::uuid[])`)
      .orderBy('id')
      .forKeyShare()
      .execute()
    const existing = new Set(found.map(({ id }) => id))
    const ids = customer_ids.filter(id => existing.has(id))
    await tx
      .updateTable('delivery_customers')
      .set({ route_id: null, position: 0 })
      .where('route_id', '=', routeId)
      .where('customer_id', '!=', sql<string>`all(${ids}::uuid[])`)
      .execute()
    await sql`
      insert into delivery_customers (customer_id, route_id, position)
      select customer_id, ${routeId}::uuid, place from unnest(${ids}::uuid[]) with ordinality as listed (customer_id, place)
      on conflict (customer_id) do update set route_id = excluded.route_id, position = excluded.position`.execute(tx)
    await bumpVersions(tx, [routeId, ...[...before.values()].map(({ route_id }) => route_id)])
    await recordRoutes(tx, by, before, new Map(ids.map(id => [id, route.name])))
    refreshDelivery(tx)
    return readRouteCustomers(tx, routeId)
  })
}

type Place = { route_id: string | null; route_name: string | null }

/** The present routes of these customers and of all of a route. */
async function routesOf(tx: Tx, ids: readonly string[], routeId: string | null): Promise<Map<string, Place>> {
  const places = await tx
    .selectFrom('delivery_customers as place')
    .innerJoin('delivery_routes as route', 'route.id', 'place.route_id')
    .select(['place.customer_id', 'place.route_id', 'route.name as route_name'])
    .where(eb =>
      eb.or([
        eb('place.customer_id', '=', sql<string>`any(${ids}::uuid[])`),
        ...(routeId === null ? [] : [eb('place.route_id', '=', routeId)]),
      ]),
    )
    .execute()
  return new Map(places.map(({ customer_id, ...place }) => [customer_id, place]))
}

async function bumpVersions(tx: Tx, routeIds: readonly (string | null)[]) {
  await tx
    .updateTable('delivery_routes')
    .set({ version: NEXT_VERSION })
    .where('id', '=', sql<string>`any(${routeIds.filter(id => id !== null)}::uuid[])`)
    .execute()
}

/** Records the previous and the new route of each customer whose route has changed. */
async function recordRoutes(tx: Tx, by: By, before: Map<string, Place>, after: Map<string, string | null>) {
  const customers = [...new Set([...before.keys(), ...after.keys()])]
  const entries = customers.map(entity_id => ({
    action: 'updated' as const,
    entity: 'customer' as const,
    entity_id,
    before: { delivery_route: before.get(entity_id)?.route_name ?? null },
    after: { delivery_route: after.get(entity_id) ?? null },
  }))
  await record(tx, by, entries)
}

/** A customer's route and minimum. Refuses an unknown customer with `not_found`. */
export async function readCustomerDelivery(db: Database, customerId: string): Promise<CustomerDelivery> {
  const customer = await db
    .selectFrom('customers')
    .leftJoin('delivery_customers as place', 'place.customer_id', 'customers.id')
    .leftJoin('delivery_routes as route', 'route.id', 'place.route_id')
    .select(['place.route_id', 'route.name as route_name', 'place.minimum'])
    .where('customers.id', '=', customerId)
    .executeTakeFirst()
  if (!customer) return refuse('not_found')
  if (customer.route_id === null) return { ...customer, position: null }
  const places = await readRouteCustomers(db, customer.route_id)
  return { ...customer, position: places.find(place => place.customer_id === customerId)?.position ?? null }
}

type Change = { route_id?: string | null | undefined; minimum?: Kurus | null | undefined }

/** Adds a customer at the end of a route, removes it from its route, or sets its own minimum; absent fields stay. */
export async function changeCustomerDelivery(
  db: Database,
  by: By,
  customerId: string,
  { route_id, minimum }: Change,
): Promise<CustomerDelivery> {
  return inTransaction(db, async tx => {
    if (route_id !== undefined) await lockRoutes(tx)
    const route = route_id ? await lockRoute(tx, route_id) : null
    const customer = await tx
      .selectFrom('customers')
      .select('id')
      .where('id', '=', customerId)
      .forKeyShare()
      .executeTakeFirst()
    if (!customer) return refuse('not_found')
    const before = await readCustomerDelivery(tx, customerId)
    await tx
      .insertInto('delivery_customers')
      .values({ customer_id: customerId })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    const isMoved = route_id !== undefined && route_id !== before.route_id
    const place = isMoved ? { route_id, position: route ? await lastPosition(tx, route.id) : 0 } : {}
    const change = { customer_id: customerId, minimum, ...place }
    await tx.updateTable('delivery_customers').set(change).where('customer_id', '=', customerId).execute()
    if (isMoved) await bumpVersions(tx, [route_id, before.route_id])
    const after = await readCustomerDelivery(tx, customerId)
    const entry = { action: 'updated', entity: 'customer', entity_id: customerId } as const
    await record(tx, by, [{ ...entry, before: recordOf(before), after: recordOf(after) }])
    refreshDelivery(tx)
    return after
  })
}

const lastPosition = async (tx: Tx, routeId: string): Promise<number> => {
  const { last } = await tx
    .selectFrom('delivery_customers')
    .select(sql<number>`coalesce(max(position), 0) + 1`.as('last'))
    .where('route_id', '=', routeId)
    .executeTakeFirstOrThrow()
  return last
}

const recordOf = ({ route_name, minimum }: CustomerDelivery) => ({
  delivery_route: route_name,
  order_minimum: liraOrNull(minimum),
})
