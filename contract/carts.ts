import * as z from 'zod/mini'
import { call, list } from './call.ts'
import { CalendarDay, Id } from './fields.ts'
import { Price } from './money.ts'
import { MAX_QUANTITY } from './quantity.ts'

/** How many lines of a cart one request can change. */
export const MAX_CART_CHANGES = 500

/** A line of a cart with the price, VAT rate, unit and day that the user saw when it was added or confirmed. */
export const StoredCartLine = z.object({
  product_id: z.uuid(),
  version: z.int(),
  quantity: z.int(),
  /** How many pieces orders have taken from the line so far. */
  taken: z.int(),
  price: Price,
  vat_rate: z.int(),
  /** Null if an earlier version of the app set the line. A server of an earlier version sends none. */
  unit: z._default(z.nullable(z.string()), null),
  promised_for: z.nullable(z.string()),
  /** Null if the product was deleted. */
  product: z.nullable(
    z.object({
      name: z.string(),
      brand: z.string(),
      unit: z.string(),
      category: z.string(),
      image_url: z.nullable(z.string()),
    }),
  ),
})
export type StoredCartLine = z.output<typeof StoredCartLine>

/** A cart as it is on the server; `version` grows with each change. */
export const StoredCart = z.object({ version: z.int(), lines: z.array(StoredCartLine) })
export type StoredCart = z.output<typeof StoredCart>

const whole = (most: number) =>
  z.int('Tam sayı olmalıdır').check(z.minimum(0, 'Negatif olamaz'), z.maximum(most, 'Çok büyük'))

const Count = whole(2_147_483_647)
const LineQuantity = whole(MAX_QUANTITY)

/** A change of one line; `contract/cart-merge.ts` merges it into the stored cart. */
export const CartChange = z.object({
  product_id: Id,
  known: z.object({ version: Count, quantity: Count, taken: Count }),
  take: z.optional(z.object({ id: Id, quantity: LineQuantity })),
  put: z.optional(
    z.object({
      id: Id,
      quantity: LineQuantity,
      /** How long ago the user made the change, in milliseconds: clocks of devices may be wrong. */
      age: whole(Number.MAX_SAFE_INTEGER),
      price: Price,
      vat_rate: whole(100),
      /** Absent in changes of earlier versions; several of the four units if quantities in them were added up. */
      unit: z.nullish(
        z
          .string('Birim bir metin olmalıdır')
          .check(z.regex(/^[A-Z +]+$/, 'Birim geçersiz'), z.maxLength(24, 'Birim geçersiz')),
      ),
      promised_for: z.nullable(CalendarDay),
    }),
  ),
})
export type CartChange = z.output<typeof CartChange>

const CartChanges = z.object({
  changes: z
    .array(CartChange, 'changes bir liste olmalıdır')
    .check(z.maxLength(MAX_CART_CHANGES, `Bir kerede en fazla ${MAX_CART_CHANGES} satır değiştirilebilir`)),
})

const FAILED = 'Sepet eşitlenemedi'
const OfCustomer = { params: { id: Id } } as const

export const readCart = call('GET /cart', {
  roles: ['customer'],
  resources: ['carts'],
  reply: StoredCart,
  summary: 'The cart of the customer’s account, as its devices have sent it.',
  failure: FAILED,
})

export const changeCart = call('POST /cart/changes', {
  roles: ['customer'],
  invalidates: ['carts'],
  body: CartChanges,
  reply: StoredCart,
  summary: 'Merges the changes of a device into the cart, line by line, and replies with the merged cart.',
  failure: FAILED,
})

/** A cart that a marketer fills for a customer. */
const CustomersCart = z.object({
  customer_id: z.uuid(),
  company_name: z.string(),
  is_active: z.boolean(),
  version: z.int(),
  /** How many products are in it. */
  lines: z.int(),
})

export const listCustomersCarts = list('GET /marketer/carts', {
  roles: ['marketer', 'admin'],
  resources: ['carts'],
  item: CustomersCart,
  summary:
    'The carts that the marketer has filled for its own customers, or the admin for any, including emptied ones.',
  failure: FAILED,
})

export const readCustomersCart = call('GET /marketer/carts/:id', {
  ...OfCustomer,
  roles: ['marketer', 'admin'],
  resources: ['carts'],
  reply: StoredCart,
  summary: 'The cart that the marketer or admin has filled for a customer; no other user sees it.',
  failure: FAILED,
})

export const changeCustomersCart = call('POST /marketer/carts/:id/changes', {
  ...OfCustomer,
  roles: ['marketer', 'admin'],
  invalidates: ['carts'],
  body: CartChanges,
  reply: StoredCart,
  summary: 'Merges the changes of a device into the marketer’s cart for a customer, as `POST /cart/changes` does.',
  failure: FAILED,
})
