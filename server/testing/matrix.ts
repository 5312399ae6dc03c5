import { randomUUID } from 'node:crypto'
import { CUSTOMER_COLUMNS } from '#contract/customer-import.ts'
import { INVENTORY_COLUMNS } from '#contract/inventory-columns.ts'
import { istanbulDay } from '#contract/turkish.ts'
import { type Account, register, registration, requireSuccess } from './callers.ts'
import { CARTS_MATRIX } from './carts-matrix.ts'
import { aCount, countDay, found } from './count-targets.ts'
import { DELIVERY_MATRIX } from './delivery-matrix.ts'
import { IMPORT_RUNS_MATRIX } from './import-runs-matrix.ts'
import { tokenIn } from './link-token.ts'
import { LISTS_MATRIX } from './lists-matrix.ts'
import { type Fixture, FOR_CUSTOMERS, type MatrixEntry, type Target } from './matrix-entry.ts'
import { aCustomersNote } from './note-targets.ts'
import { OPERATIONS_MATRIX } from './operations-matrix.ts'
import { aKey, aMarketersKey, anOrder, cart } from './order-targets.ts'
import { PAPERS_MATRIX } from './papers-matrix.ts'
import { PRICES_MATRIX } from './prices-matrix.ts'
import { PUSH_MATRIX } from './push-matrix.ts'
import { aMarketersQuoteKey, aQuoteKey, otherAnswer, quoteOf, wish } from './quote-targets.ts'
import { SECURITY_MATRIX } from './security-matrix.ts'
import { STANDING_ORDERS_MATRIX } from './standing-orders-matrix.ts'
import { STOCKROOM_MATRIX } from './stockroom-matrix.ts'
import { workbookOf } from './uploads.ts'
import { WATCHES_MATRIX } from './watches-matrix.ts'
import type { TestUser, World } from './world.ts'

const ANYONE = ['anyone'] as const
const ANY_ROLE = ['customer', 'marketer', 'admin'] as const
const STAFF = ['marketer', 'admin'] as const

const aCustomer: Target = { make: ({ owner }) => owner.id, isOwned: true, absent: 'not_found' }
const aQuote: Target = { make: quoteOf, isOwned: true, absent: 'not_found' }
const aMarketer: Target = {
  make: async ({ world }) => (await world.marketer()).id,
  isOwned: false,
  absent: 'not_found',
}
const otherCustomer: Target = {
  make: async ({ world }) => (await world.customer()).id,
  isOwned: false,
  absent: 'not_found',
}
const aProduct: Target = { make: ({ world }) => world.product(), isOwned: false, absent: 'not_found' }

const aBarcode: Target = { make: barcodeOf, isOwned: false, absent: 'not_found' }

/**
 * One entry per call, by `METHOD /path`: what its id refers to, and input with which it succeeds for every allowed
 * caller. A call that needs nothing has the entry `{}`.
 */
export const MATRIX: Record<string, MatrixEntry> = {
  'GET /settings': { roles: ANYONE },

  // contract/auth.ts
  'POST /auth/login': {
    roles: ANYONE,
    body: ({ account, owner }) => credentials(account?.actor.role === 'customer' ? account : owner),
    exceptions: { 'unconfirmed customer': '403 email_not_verified' },
  },
  'POST /marketer/login': {
    roles: ANYONE,
    body: ({ account, marketer }) => credentials(account?.actor.role === 'marketer' ? account : marketer),
    exceptions: { 'deactivated marketer': '403 marketer_inactive' },
  },
  'POST /admin/login': {
    roles: ANYONE,
    body: ({ account, admin }) => credentials(account?.actor.role === 'admin' ? account : admin),
  },
  'POST /auth/logout': { roles: ANY_ROLE },
  'POST /auth/change-password': {
    roles: ANY_ROLE,
    body: ({ account }) => ({ current_password: account?.password ?? 'kimsenin', new_password: 'bambaşka-şifre' }),
  },
  ...SECURITY_MATRIX,
  'POST /auth/verify-email': {
    roles: ANYONE,
    query: async ({ world }) => ({ token: await mailedToken(world, (await register(world)).email) }),
  },
  'POST /auth/resend-verification': { roles: ANYONE, query: ({ owner }) => ({ email: emailOf(owner) }) },
  'POST /auth/forgot-password': { roles: ANYONE, body: ({ owner }) => ({ email: emailOf(owner) }) },
  'POST /auth/reset-password': {
    roles: ANYONE,
    body: async ({ world }) => {
      const customer = await world.customer()
      return { token: await mailedToken(world, emailOf(customer)), new_password: 'bambaşka-şifre' }
    },
  },
  'POST /auth/undo-email-change': {
    roles: ANYONE,
    body: async ({ world }) => {
      const customer = await world.customer()
      await world.mails()
      const change = { email: `yeni-${randomUUID()}@ornek.com.tr`, current_password: customer.password }
      requireSuccess(await world.put('/auth/profile', customer, change))
      return { token: await mailedToken(world, emailOf(customer)) }
    },
  },

  // contract/customers.ts
  'POST /auth/register': { roles: ANYONE, status: 201, body: registration },
  'GET /auth/profile': {},
  'PUT /auth/profile': { body: () => ({ phone: '0212 000 00 02' }) },
  'GET /admin/customers': {},
  'GET /admin/customer-selection': {},
  'GET /admin/customers/:id': { target: aCustomer },
  'POST /admin/customers': { status: 201, body: registration },
  'PUT /admin/customers/:id': { target: aCustomer, body: () => ({ phone: '0212 000 00 03' }) },
  'DELETE /admin/customers/:id': { target: otherCustomer },
  'GET /admin/customers/template': {},
  'GET /admin/customers/import': {},
  'POST /admin/customers/import': { file: customers },
  'GET /marketer/customers': { roles: FOR_CUSTOMERS },
  'GET /marketer/customers/:id': { roles: FOR_CUSTOMERS, target: aCustomer },
  'GET /marketer/customers/:id/usual-products': { target: aCustomer },
  'PUT /marketer/customers/:id': { target: aCustomer, body: () => ({ phone: '0212 000 00 04' }) },

  // contract/customer-notes.ts
  'GET /customers/:id/notes': { roles: STAFF, target: aCustomer },
  'POST /customers/:id/notes': { roles: STAFF, status: 201, target: aCustomer, body: () => ({ text: 'Arka kapıdan' }) },
  'DELETE /customer-notes/:id': { roles: STAFF, target: aCustomersNote },

  // contract/marketers.ts
  'GET /admin/marketers': {},
  'POST /admin/marketers': {
    status: 201,
    body: () => ({ name: 'Zeynep', username: `zeynep-${randomUUID()}`, password: 'zeynep-şifresi' }),
  },
  'PUT /admin/marketers/:id': { target: aMarketer, body: () => ({ name: 'Zeynep' }) },
  'POST /admin/marketers/:id/hand-over': {
    target: aMarketer,
    body: ({ marketer }) => ({ to_marketer_id: marketer.id }),
  },

  // contract/catalogue.ts
  'GET /products': { roles: ANY_ROLE },
  'GET /products/categories': { roles: ANY_ROLE },
  'GET /catalog/pdf': { roles: ANY_ROLE },
  'GET /products/:id': { roles: ANY_ROLE, target: aProduct },
  ...WATCHES_MATRIX,
  'GET /admin/products': {},
  'GET /admin/products/categories': {},
  'GET /admin/products/:id': { target: aProduct },
  'POST /admin/products': {
    status: 201,
    body: () => ({ name: 'Ezine Peyniri', brand: 'Yayla', category: 'Peynir', price: 1, stock_quantity: 4 }),
  },
  'PUT /admin/products/:id': { target: aProduct, body: () => ({ price: 2 }) },
  'PUT /admin/products/:id/barcode': { target: aProduct, body: () => ({ barcode: randomUUID() }) },
  'GET /admin/products/by-barcode/:barcode': { target: aBarcode },
  'GET /admin/products/by-barcode/:barcode/warehouses': { target: aBarcode },
  'DELETE /admin/products/:id': { target: aProduct },

  // contract/inventory.ts
  'POST /admin/products/import-excel': { file: () => workbookOf([[...INVENTORY_COLUMNS], ['', 'Lor Peyniri']]) },
  'GET /admin/products/export-excel': {},
  'POST /admin/products/bulk-update-expected-date': {
    body: ({ world, product_id }) => ({ product_ids: [product_id], expected_stock_date: istanbulDay(world.now()) }),
  },
  'POST /admin/products/restore-expected-dates': {
    body: ({ world, product_id }) => ({
      expected_stock_date: istanbulDay(world.now()),
      products: [{ product_id, expected_stock_date: null }],
    }),
  },
  'DELETE /admin/products/delete-by-warehouse': { query: () => ({ warehouse: 'Gecici Depo' }) },
  'GET /admin/inventory/stats': {},
  'GET /admin/inventory/low-stock': {},
  'GET /admin/inventory/low-stock/excel': {},
  'GET /admin/inventory/backorders': {},
  'GET /admin/inventory/backorders/excel': {},

  // contract/orders.ts
  'GET /orders': {},
  'GET /orders/stats': {},
  'GET /orders/:id': { target: anOrder },
  'GET /orders/by-key/:key': { target: aKey },
  'GET /orders/:id/revisions': { target: anOrder },
  'POST /orders': { status: 201, body: cart, exceptions: { 'passive customer': '403 customer_passive' } },
  'PUT /orders/:id': {
    target: anOrder,
    body: ({ product_id }) => ({ items: [{ product_id, quantity: 2 }] }),
    exceptions: { 'passive customer': '403 customer_passive' },
  },
  'POST /orders/:id/cancel': { target: anOrder },
  'GET /marketer/orders': {},
  'GET /marketer/orders/:id': { roles: FOR_CUSTOMERS, target: anOrder },
  'GET /marketer/orders/by-key/:key': { roles: FOR_CUSTOMERS, target: aMarketersKey },
  'GET /marketer/orders/:id/revisions': { roles: FOR_CUSTOMERS, target: anOrder },
  'POST /marketer/orders/create-for-customer': {
    roles: FOR_CUSTOMERS,
    status: 201,
    target: aCustomer,
    body: fixture => ({ customer_id: fixture.id, ...cart(fixture) }),
    exceptions: { 'marketer of a passive customer': '403 customer_passive' },
  },
  'POST /marketer/orders/:id/cancel': { roles: FOR_CUSTOMERS, target: anOrder },
  'PUT /marketer/orders/:id': {
    roles: FOR_CUSTOMERS,
    target: anOrder,
    body: ({ product_id }) => ({ items: [{ product_id, quantity: 2, price: 1 }] }),
    exceptions: { 'marketer of a passive customer': '403 customer_passive' },
  },
  'GET /admin/orders': {},
  'GET /admin/orders/:id': { target: anOrder },
  'GET /admin/orders/:id/revisions': { target: anOrder },
  'PUT /admin/orders/:id/status': { target: anOrder, body: () => ({ status: 'hazirlaniyor' }) },

  // contract/quotes.ts
  'GET /custom-orders': {},
  'GET /custom-orders/:id': { target: aQuote },
  'GET /custom-orders/by-key/:key': { target: aQuoteKey },
  'POST /custom-orders': { status: 201, body: wish, exceptions: { 'passive customer': '403 customer_passive' } },
  'POST /custom-orders/:id/accept': { target: aQuote, exceptions: { 'passive customer': '403 customer_passive' } },
  'POST /custom-orders/:id/decline': { target: aQuote },
  'GET /marketer/custom-orders': {},
  'GET /marketer/custom-orders/:id': { target: aQuote },
  'GET /marketer/custom-orders/by-key/:key': { target: aMarketersQuoteKey },
  'POST /marketer/custom-orders': {
    status: 201,
    target: aCustomer,
    body: ({ id }) => ({ customer_id: id, ...wish() }),
    exceptions: { 'marketer of a passive customer': '403 customer_passive' },
  },
  'POST /marketer/custom-orders/:id/accept': {
    target: aQuote,
    exceptions: { 'marketer of a passive customer': '403 customer_passive' },
  },
  'POST /marketer/custom-orders/:id/decline': { target: aQuote },
  'GET /admin/custom-orders': {},
  'GET /admin/custom-orders/:id': { target: aQuote },
  'PUT /admin/custom-orders/:id/answer': { target: aQuote, body: otherAnswer },

  ...PUSH_MATRIX,

  // contract/stock.ts
  'GET /admin/stock/ledger': { query: ({ product_id }) => ({ product_id }) },
  'GET /admin/stock/ledger/excel': { query: ({ product_id }) => ({ product_id }) },
  'POST /admin/stock/receipts': { status: 201, body: ({ product_id }) => ({ product_id, quantity: 1 }) },

  // contract/counts.ts
  'POST /admin/stock/counts': { status: 201, body: countDay },
  'GET /admin/stock/counts': {},
  'GET /admin/stock/counts/recent': {},
  'GET /admin/stock/counts/excel': {},
  'GET /admin/stock/counts/:id': { target: aCount },
  'POST /admin/stock/counts/:id/products': { target: aCount, body: found },
  'PUT /admin/stock/counts/:id/products': { target: aCount, body: found },
  'GET /admin/stock/counts/:id/differences': { target: aCount },
  'POST /admin/stock/counts/:id/finalize': { target: aCount },
  'DELETE /admin/stock/counts/:id': { target: aCount },

  // contract/audit.ts
  'GET /admin/audit': {},

  ...CARTS_MATRIX,
  ...STANDING_ORDERS_MATRIX,
  ...LISTS_MATRIX,
  ...DELIVERY_MATRIX,
  ...IMPORT_RUNS_MATRIX,
  ...OPERATIONS_MATRIX,
  ...PAPERS_MATRIX,
  ...STOCKROOM_MATRIX,
  ...PRICES_MATRIX,

  // contract/privacy.ts
  'GET /privacy-notice': { roles: ANYONE },
  'GET /auth/profile/data': {},
  'GET /admin/customers/:id/data': { target: aCustomer },
}

/** Routes below `/api` outside the contract, open to every caller, and their status. */
export const OPEN: Record<string, 200 | 404> = {
  'GET /health/live': 200,
  'GET /health/ready': 200,
  'GET /openapi.json': 200,
  'GET /docs': 200,
  'GET /images/:file': 404,
}

const credentials = ({ username, password }: Account) => ({ username, password })

const emailOf = ({ username }: Pick<TestUser, 'username'>) => `${username}@ornek.com.tr`

/** The token of the link in the last mail to an address. */
async function mailedToken(world: World, address: string): Promise<string> {
  const mail = (await world.mails()).findLast(message => message.to.address === address)
  return tokenIn(mail?.link)
}

/** The barcode of a product. */
async function barcodeOf({ world }: Fixture): Promise<string> {
  const barcode = randomUUID()
  await world.product({ barcode })
  return barcode
}

function customers(): Buffer {
  const username = `imported-${randomUUID().slice(0, 8)}`
  return workbookOf([[...CUSTOMER_COLUMNS], [username, 'Aktarılan Lokanta', `${username}@ornek.com.tr`]])
}
