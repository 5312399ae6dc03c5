import { anOrder } from './order-targets.ts'
import type { MatrixEntry, Scene } from './scene.ts'

const ofAnOrder = async (scene: Scene) => ({ ids: await anOrder.make(scene) })

/** The calls of contract/order-papers.ts, order-neighbours.ts, order-selection.ts, reports.ts and report-workbooks.ts. */
export const PAPERS_MATRIX: Record<string, MatrixEntry> = {
  'GET /admin/orders/:id/slip': { target: anOrder },
  'GET /admin/orders/:id/pick-list': { target: anOrder },
  'GET /admin/order-papers/pick-lists': { query: ofAnOrder },
  'GET /admin/order-papers/combined-pick-list': { query: ofAnOrder },
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
