import { daysLater, istanbulDay } from '#contract/turkish.ts'
import type { Fixture, MatrixEntry, Target } from './matrix-entry.ts'

const ANY_ROLE = ['customer', 'marketer', 'admin'] as const

const aCustomer: Target = { make: ({ owner }) => owner.id, isOwned: true, absent: 'not_found' }
const aStandingOrder: Target = { make: standingOrderOf, isOwned: true, absent: 'not_found' }

/** The entries of the calls in contract/standing-orders.ts. */
export const STANDING_ORDERS_MATRIX: Record<string, MatrixEntry> = {
  'GET /standing-orders': { roles: ANY_ROLE },
  'GET /standing-orders/:id': { roles: ANY_ROLE, target: aStandingOrder },
  'POST /standing-orders': {
    roles: ANY_ROLE,
    status: 201,
    target: aCustomer,
    body: fixture => ({ ...content(fixture), customer_id: fixture.id }),
  },
  'PUT /standing-orders/:id': {
    roles: ANY_ROLE,
    target: aStandingOrder,
    body: () => ({ version: 1, name: 'Yeni ad' }),
  },
  'PUT /standing-orders/:id/day': {
    roles: ANY_ROLE,
    target: aStandingOrder,
    body: ({ world }) => ({ due_on: daysLater(istanbulDay(world.now()), 3), is_skipped: true }),
  },
  'DELETE /standing-orders/:id': { roles: ANY_ROLE, target: aStandingOrder },
}

const content = ({ product_id }: Pick<Fixture, 'product_id'>) => ({
  name: 'Sabah siparişi',
  items: [{ product_id, quantity: 3 }],
  weekdays: [1, 2, 3, 4, 5, 6, 7],
})

async function standingOrderOf({ world, owner, ...fixture }: Fixture): Promise<string> {
  return (await world.post('/standing-orders', owner, content(fixture))).json().id
}
