import { type Fixture, FOR_CUSTOMERS, type MatrixEntry, type Target } from './matrix-entry.ts'
import { workbookOf } from './uploads.ts'

const ANY_ROLE = ['customer', 'marketer', 'admin'] as const

const aCustomer: Target = { make: ({ owner }) => owner.id, isOwned: true, absent: 'not_found' }
const aList: Target = { make: listOfOwner, isOwned: true, absent: 'not_found' }

/** The entries of the calls in contract/order-lists.ts. */
export const LISTS_MATRIX: Record<string, MatrixEntry> = {
  'GET /lists': {},
  'GET /lists/guide': {},
  'POST /lists': { status: 201, body: aContent },
  'PUT /lists/:id': { roles: ANY_ROLE, target: aList, body: fixture => ({ ...aContent(fixture), version: 1 }) },
  'POST /lists/file': {
    roles: ANY_ROLE,
    file: () =>
      workbookOf([
        ['Ürün', 'Miktar'],
        ['Turşu', 3],
      ]),
  },
  'DELETE /lists/:id': { roles: ANY_ROLE, target: aList },
  'GET /marketer/customers/:id/guide': { roles: FOR_CUSTOMERS, target: aCustomer },
  'GET /marketer/customers/:id/lists': { roles: FOR_CUSTOMERS, target: aCustomer },
  'POST /marketer/customers/:id/lists': { roles: FOR_CUSTOMERS, status: 201, target: aCustomer, body: aContent },
}

let made = 0

function aContent({ product_id }: Pick<Fixture, 'product_id'>) {
  return { name: `Liste ${made++}`, lines: [{ product_id, target: 3 }] }
}

async function listOfOwner({ world, owner, ...fixture }: Fixture): Promise<string> {
  return (await world.post('/lists', owner, aContent(fixture))).json().id
}
