import type { MatrixEntry, Target } from './matrix-entry.ts'

const aSoldOutProduct: Target = {
  make: ({ world }) => world.product({ on_hand: 0 }),
  isOwned: false,
  absent: 'not_found',
}

/** The entries of the matrix for contract/product-watches.ts. */
export const WATCHES_MATRIX: Record<string, MatrixEntry> = {
  'GET /products/watched': {},
  'POST /products/:id/watch': { target: aSoldOutProduct },
  'DELETE /products/:id/watch': { target: aSoldOutProduct },
}
