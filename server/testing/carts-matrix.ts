import { randomUUID } from 'node:crypto'
import { type Fixture, FOR_CUSTOMERS, type MatrixEntry, type Target } from './matrix-entry.ts'

const aCustomer: Target = { make: ({ owner }) => owner.id, isOwned: true, absent: 'not_found' }

/** The entries of the calls in contract/carts.ts. */
export const CARTS_MATRIX: Record<string, MatrixEntry> = {
  'GET /cart': {},
  'POST /cart/changes': { body: aLine },
  'GET /marketer/carts': { roles: FOR_CUSTOMERS },
  'GET /marketer/carts/:id': { roles: FOR_CUSTOMERS, target: aCustomer },
  'POST /marketer/carts/:id/changes': { roles: FOR_CUSTOMERS, target: aCustomer, body: aLine },
}

/** Two pieces that were put into the cart a second ago. */
function aLine({ product_id }: Pick<Fixture, 'product_id'>) {
  const put = { id: randomUUID(), quantity: 2, age: 1000, price: 90, vat_rate: 10, promised_for: null }
  return { changes: [{ product_id, known: { version: 0, quantity: 0, taken: 0 }, put }] }
}
