import { randomUUID } from 'node:crypto'
import { requireSuccess } from './callers.ts'
import type { Fixture, MatrixEntry } from './matrix-entry.ts'
import { anOrder } from './order-targets.ts'

const ofAnOrder = async (fixture: Fixture) => ({ ids: await anOrder.make(fixture) })

/** A route with an order of tomorrow. */
async function ofARoute({ world, admin, product_id }: Fixture) {
  const weekdays = [1, 2, 3, 4, 5, 6, 7]
  const route = { name: `Rota ${randomUUID()}`, weekdays, cutoff_time: '23:00', days_before: 0 }
  const { id: route_id } = requireSuccess(await world.post('/admin/delivery/routes', admin, route)).json()
  const customer = await world.customer()
  requireSuccess(await world.put(`/admin/customers/${customer.id}/delivery`, admin, { route_id }))
  const items = [{ product_id, quantity: 1 }]
  const { delivery_date } = requireSuccess(await world.post('/orders', customer, { items })).json()
  return { delivery_date, route_id }
}

/**
 * The calls of contract/order-papers.ts, order-neighbours.ts, order-selection.ts, reports.ts and report-workbooks.ts.
 */
export const PAPERS_MATRIX: Record<string, MatrixEntry> = {
  'GET /admin/orders/:id/slip': { target: anOrder },
  'GET /admin/orders/:id/pick-list': { target: anOrder },
  'GET /admin/order-papers/pick-lists': { query: ofAnOrder },
  'GET /admin/order-papers/combined-pick-list': { query: ofAnOrder },
  'GET /admin/order-papers/route-pick-lists': { query: ofARoute },
  'GET /admin/order-papers/route-sheet': { query: ofARoute },
  'GET /admin/orders/:id/neighbours': { target: anOrder },
  'GET /admin/order-totals': {},
  'GET /admin/order-selection': {},
  'GET /admin/reports/order-lines-excel': {},
  'GET /admin/reports/customers-excel': {},
  'GET /admin/stats': {},
  'GET /marketer/stats': {},
  'GET /admin/reports/revenue': {},
  'GET /admin/reports/sales': {},
  'GET /admin/reports/products': {},
  'GET /admin/reports/orders-excel': {},
}
