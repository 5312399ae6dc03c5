import type { Fixture, MatrixEntry, Target } from './matrix-entry.ts'

const change = { kind: 'percent', value: 10, step: 1 }

const aPriceChange: Target = {
  make: async ({ world, admin }) => {
    const products = [{ product_id: await world.product(), price: 100 }]
    return (await world.post('/admin/products/price-changes', admin, { change, products })).json().id
  },
  isOwned: false,
  absent: 'not_found',
}

const ofAProduct = ({ product_id }: Pick<Fixture, 'product_id'>) => ({ change, product_ids: [product_id] })

/** The entries of the calls in contract/price-changes.ts. */
export const PRICES_MATRIX: Record<string, MatrixEntry> = {
  'GET /admin/products/price-changes': {},
  'POST /admin/products/price-changes/preview': { body: ofAProduct },
  'POST /admin/products/price-changes': {
    body: ({ product_id }) => ({ change, products: [{ product_id, price: 100 }] }),
  },
  'POST /admin/products/price-changes/:id/undo': { target: aPriceChange },
}
