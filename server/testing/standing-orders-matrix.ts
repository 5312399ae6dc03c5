import { daysLater, istanbulDay } from '#contract/turkish.ts'
import type { MatrixEntry, Scene, Target } from './scene.ts'

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
    body: scene => ({ ...content(scene), customer_id: scene.id }),
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

const content = ({ product_id }: Pick<Scene, 'product_id'>) => ({
  name: 'Sabah siparişi',
  items: [{ product_id, quantity: 3 }],
  weekdays: [1, 2, 3, 4, 5, 6, 7],
})

async function standingOrderOf({ world, owner, ...scene }: Scene): Promise<string> {
  return (await world.post('/standing-orders', owner, content(scene))).json().id
}
