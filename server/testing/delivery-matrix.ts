import { randomUUID } from 'node:crypto'
import { requireSuccess } from './callers.ts'
import { type Fixture, FOR_CUSTOMERS, type MatrixEntry, type Target } from './matrix-entry.ts'

const aCustomer: Target = { make: ({ owner }) => owner.id, isOwned: true, absent: 'not_found' }
const aRoute: Target = { make: routeOf, isOwned: false, absent: 'not_found' }
const anException: Target = { make: exceptionOf, isOwned: false, absent: 'not_found' }

/** The entries of the calls in contract/delivery.ts. */
export const DELIVERY_MATRIX: Record<string, MatrixEntry> = {
  'GET /delivery/days': {},
  'GET /marketer/customers/:id/delivery-days': { roles: FOR_CUSTOMERS, target: aCustomer },
  'GET /admin/delivery': {},
  'PUT /admin/delivery': { body: () => ({ closed_on_half_days: false }) },
  'POST /admin/delivery/routes': { status: 201, body: newRoute },
  'PUT /admin/delivery/routes/:id': { target: aRoute, body: () => ({ cutoff_time: '15:00' }) },
  'DELETE /admin/delivery/routes/:id': { target: aRoute },
  'GET /admin/delivery/routes/:id/customers': { target: aRoute },
  'PUT /admin/delivery/routes/:id/customers': { target: aRoute, body: () => ({ customer_ids: [], version: 1 }) },
  'GET /admin/customers/:id/delivery': { target: aCustomer },
  'PUT /admin/customers/:id/delivery': { target: aCustomer, body: () => ({ minimum: null }) },
  'POST /admin/delivery/exceptions': { status: 201, body: newException },
  'DELETE /admin/delivery/exceptions/:id': { target: anException },
  'GET /admin/delivery/calendar': { query: () => ({ from: '2026-03-10' }) },
}

function newRoute() {
  return { name: `Rota ${randomUUID()}`, weekdays: [1, 2, 3, 4, 5], cutoff_time: '16:00', days_before: 1 }
}

function newException() {
  return { date: '2026-12-31', route_id: null, kind: 'closed' }
}

async function routeOf({ world, admin }: Fixture): Promise<string> {
  return requireSuccess(await world.post('/admin/delivery/routes', admin, newRoute())).json().id
}

async function exceptionOf({ world, admin }: Fixture): Promise<string> {
  return requireSuccess(await world.post('/admin/delivery/exceptions', admin, newException())).json().id
}
