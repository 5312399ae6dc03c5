import type * as z from 'zod/mini'
import type { SessionStaff, SessionUser } from '#contract/auth.ts'
import type { DeliveryDays } from '#contract/delivery.ts'
import type { OrderList } from '#contract/order-lists.ts'
import type { PickingLine } from '#contract/order-lots.ts'
import { INITIAL_STATUS } from '#contract/order-status.ts'
import { NEW_QUOTE } from '#contract/quote-status.ts'
import type { Quote } from '#contract/quotes.ts'

const USER: SessionUser = {
  id: '0d6c2b1e-6a0c-4f7e-9a5e-2f6f3f0c1a01',
  username: 'lezzet',
  company_name: 'Lezzet Lokantası',
  email: 'lezzet@ornek.com.tr',
  phone: '0212 000 00 00',
  address: 'İstanbul',
  is_active: true,
}
const STAFF: SessionStaff = { id: '0d6c2b1e-6a0c-4f7e-9a5e-2f6f3f0c1a03', username: 'zeynep', name: 'Zeynep' }

/** Sessions of tests. */
export const CUSTOMER = { role: 'customer', token: 'customer-token', user: USER } as const
export const OTHER_CUSTOMER = {
  role: 'customer',
  token: 'other-token',
  user: { ...USER, id: '0d6c2b1e-6a0c-4f7e-9a5e-2f6f3f0c1a02', username: 'oteki', company_name: 'Öteki Lokanta' },
} as const
export const MARKETER = { role: 'marketer', token: 'marketer-token', user: STAFF } as const
export const ADMIN = { role: 'admin', token: 'admin-token', user: STAFF } as const

export const ORDER_ID = '1a2b3c4d-93c2-4f3c-8f5d-6f4d1f0f8a12'

/** A customer as the API sends it to an admin. */
export const WIRE_CUSTOMER = {
  id: '00000001-93c2-4f3c-8f5d-6f4d1f0f8a12',
  username: 'lezzet',
  company_name: 'Lezzet Lokantası',
  email: 'a@ornek.com.tr',
  phone: '',
  address: '',
  is_active: true,
  email_verified: true,
  assigned_marketer_id: null,
  assigned_marketer_name: null,
  min_remaining_days: null,
  total_orders: 3,
  total_spent: 0,
  created_at: '2026-03-10T07:00:00.000Z',
}

/** The customer of `CUSTOMER` as the API sends it to its marketer. */
export const WIRE_OWN_CUSTOMER = {
  ...CUSTOMER.user,
  email_verified: true,
  created_at: '2026-01-10T07:00:00.000Z',
  assigned_marketer_id: MARKETER.user.id,
  assigned_marketer_name: MARKETER.user.name,
  min_remaining_days: null,
  total_orders: 0,
  total_spent: 0,
  open_amount: 0,
  last_order_at: null,
}

/** An order as the API sends it. */
export const WIRE_ORDER = {
  id: ORDER_ID,
  status: INITIAL_STATUS,
  created_at: '2026-03-10T07:00:00.000Z',
  updated_at: '2026-03-10T07:00:00.000Z',
  subtotal: 868.5,
  total_vat: 86.85,
  vat_amount: 86.85,
  total_amount: 955.35,
  grand_total: 955.35,
  notes: null,
  user_id: USER.id,
  user_company: USER.company_name,
  user_email: USER.email,
  user_phone: USER.phone,
  user_address: USER.address,
  customer_info: {
    id: USER.id,
    company_name: USER.company_name,
    username: USER.username,
    email: USER.email,
    phone: USER.phone,
    address: USER.address,
  },
  items: [],
  created_by_marketer_id: null,
  revised_by_marketer_id: null,
  revised_by_marketer_name: null,
  revision_count: 0,
  cancelled_by: null,
  cancelled_by_name: null,
  cancel_reason: null,
  delivery_date: null,
  delivery_route: null,
  delivery_fee: 0,
}

/** The delivery days of a customer without a route, as the API sends them. */
export const NO_DELIVERY: z.input<typeof DeliveryDays> = {
  now: '2026-03-10T07:00:00.000Z',
  has_route: false,
  days: [],
  minimum: null,
  fee: null,
}

/** A quote request without an answer as the API sends it. */
export const WIRE_QUOTE: z.input<typeof Quote> = {
  id: '3b2c3d4e-93c2-4f3c-8f5d-6f4d1f0f8a12',
  status: NEW_QUOTE,
  created_at: '2026-03-10T07:00:00.000Z',
  customer_id: USER.id,
  user_company: USER.company_name,
  created_by_marketer_id: null,
  created_by_marketer_name: null,
  items: [],
  notes: null,
  answer: null,
  order_id: null,
}

/** An offered product of an answered quote, as the API sends it. */
export const WIRE_QUOTE_ITEM = {
  product_id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c55',
  product_name: 'Ezine peyniri',
  brand: '',
  unit: 'KG',
  quantity: 2,
  price: 10,
  vat_rate: 10,
  notes: null,
} as const

/** An empty order list as the API sends it. */
export const EMPTY_LIST: OrderList = {
  id: '5b2c3d4e-93c2-4f3c-8f5d-6f4d1f0f8a12',
  name: 'Mutfak',
  version: 1,
  updated_at: '2026-03-10T07:00:00.000Z',
  updated_by: USER.company_name,
  lines: [],
}

export const DELIVERY_ROUTE = {
  id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c55',
  name: 'Avrupa',
  weekdays: [1, 3],
  cutoff_time: '16:00',
  days_before: 1,
  capacity: null,
  minimum: null,
  fee: null,
  version: 1,
  customer_count: 0,
}
export const DELIVERY_SETTINGS = { closed_on_holidays: true, closed_on_half_days: false, minimum: null, fee: null }

/** A line of an order as the API sends it. */
export const WIRE_ITEM = {
  product_id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c56',
  product_name: 'Lor',
  brand: 'Bahçıvan',
  quantity: 2,
  unit: 'KG',
  price: 250,
  vat_rate: 10,
  total_price: 500,
  expected_stock_date: null,
}

/** An open stock count without products, as in the list of counts. */
export const WIRE_COUNT = {
  id: '0d6c2b1e-6a0c-4f7e-9a5e-2f6f3f0c1a12',
  count_date: '2026-03-10',
  created_at: '2026-03-10T07:00:00.000Z',
  created_by_admin_name: 'Zeynep',
  finalized_at: null,
  finalized_by_admin_name: null,
  product_count: 0,
  category: null,
  is_blind: false,
  differences_shown_at: null,
  differences_shown_by_admin_name: null,
}

/** A line of an order in preparation, without lots. */
export const PICKING_LINE: PickingLine = {
  product_id: '6f9c2c2e-3f0a-4d1c-9d2b-0a8f4b1e7c55',
  product_name: 'Ezine peyniri',
  brand: 'Bahçıvan',
  unit: 'KG',
  warehouse: 'Ana Depo',
  quantity: 4,
  barcode: null,
  lots: [],
  without_lot: 4,
  has_lots: false,
  leaves_on: '2026-03-10',
  min_remaining_days: null,
  not_proposed: [],
}
