import { requireSuccess } from './callers.ts'
import { aCount } from './count-targets.ts'
import { LOTS_MATRIX } from './lots-matrix.ts'
import type { Fixture, MatrixEntry, Target } from './matrix-entry.ts'

const aProduct: Target = { make: ({ world }) => world.product(), isOwned: false, absent: 'not_found' }

const aReceipt: Target = {
  make: async ({ world, admin, product_id }: Fixture) =>
    requireSuccess(await world.post('/admin/stock/receipts', admin, { product_id, quantity: 1 })).json().id,
  isOwned: false,
  absent: 'not_found',
}

/** The calls for receipts, lots, transfers, labels and the scope of counts. */
export const STOCKROOM_MATRIX: Record<string, MatrixEntry> = {
  'GET /admin/stock/receipts': {},
  'GET /admin/stock/receipts/:id': { target: aReceipt },
  'POST /admin/stock/receipts/:id/reverse': { target: aReceipt },
  'POST /admin/stock/transfers': {
    status: 201,
    body: ({ product_id }) => ({ items: [{ product_id, quantity: 1 }] }),
  },
  'GET /admin/inventory/labels': {},
  'GET /admin/inventory/reorder-levels/:id': { target: aProduct },
  'PUT /admin/inventory/reorder-levels/:id': { target: aProduct, body: () => ({ reorder_point: 5 }) },
  'GET /admin/stock/uncounted': { query: async fixture => ({ count_id: await aCount.make(fixture) }) },
  ...LOTS_MATRIX,
  'POST /admin/stock/counts/:id/show-differences': { target: aCount },
}
