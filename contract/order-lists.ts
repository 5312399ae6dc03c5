import * as z from 'zod/mini'
import { call } from './call.ts'
import { Id, required, Version } from './fields.ts'
import { formatNumber, Money } from './money.ts'
import { MAX_QUANTITY } from './quantity.ts'

/** How many lists a customer can have, and how many products a list or the order guide has at most. */
export const MAX_LISTS = 30
export const MAX_LIST_LINES = 300

/** A product on sale that a customer has bought lately: the last order with it, and the usual quantity. */
export const BoughtProduct = z.object({
  product_id: z.uuid(),
  product_name: z.string(),
  brand: z.string(),
  unit: z.string(),
  quantity: z.int(),
  price: Money,
  vat_rate: z.int(),
  expected_stock_date: z.nullable(z.string()),
  /** The instant of the last order with it. */
  ordered_at: z.string(),
  /** In how many orders it was. */
  orders: z.int(),
  /** The median of its quantities in these orders. */
  usual_quantity: z.int(),
})
export type BoughtProduct = z.infer<typeof BoughtProduct>

/** The products that a customer has bought within the last `days` days. */
export const OrderGuide = z.object({ days: z.int(), lines: z.array(BoughtProduct) })
export type OrderGuide = z.infer<typeof OrderGuide>

/** A line of a list, with the current name, brand and unit of its product, or the last ones if it is not on sale. */
export const ListLine = z.object({
  product_id: z.uuid(),
  product_name: z.string(),
  brand: z.string(),
  unit: z.string(),
  /** The quantity that the customer wants to have on its shelf; null if it is not set. */
  target: z.nullable(z.int()),
  /** The unit in which the target was set, if the product has another one by now. */
  target_unit: z.nullish(z.string()),
})
export type ListLine = z.infer<typeof ListLine>

/** A list of a customer, which the customer, its marketer and the admins share. `version` grows with each change. */
export const OrderList = z.object({
  id: z.uuid(),
  name: z.string(),
  version: z.int(),
  updated_at: z.string(),
  /** Who changed it last: the name of a customer or marketer, 'Yönetici' of an admin. */
  updated_by: z.string(),
  lines: z.array(ListLine),
})
export type OrderList = z.infer<typeof OrderList>

/** How many of a product should be on the shelf; null if that is not set. */
export const Target = z.nullable(
  z
    .int('Hedef stok tam sayı olmalıdır')
    .check(
      z.minimum(1, 'Hedef stok en az 1 olmalıdır'),
      z.maximum(MAX_QUANTITY, `Hedef stok en fazla ${formatNumber(MAX_QUANTITY)} olabilir`),
    ),
)

/** The most characters of a list's name. */
export const MAX_LIST_NAME = 60

/** `unit` is that of the target; without it, the unit of an unchanged target stays, and another gets the product's. */
const ContentLine = z.object({
  product_id: Id,
  target: z._default(Target, null),
  unit: z.optional(required('Birim', 40)),
})

export const ListContent = z.object({
  name: required('Liste adı', MAX_LIST_NAME),
  lines: z.array(ContentLine, 'lines bir liste olmalıdır').check(
    z.maxLength(MAX_LIST_LINES, `Bir listede en fazla ${MAX_LIST_LINES} ürün olabilir`),
    z.refine(
      lines => new Set(lines.map(line => line.product_id)).size === lines.length,
      'Bir ürün listede bir kez olabilir',
    ),
  ),
})
export type ListContent = z.output<typeof ListContent>

const ListChange = z.extend(ListContent, {
  /** The version that was changed; if the list has changed since, the call is refused. */
  version: Version,
})

const NOT_LOADED = 'Listeler yüklenemedi'
const NOT_SAVED = 'Liste kaydedilemedi'
const OfCustomer = { params: { id: Id } } as const
const STAFF = ['marketer', 'admin'] as const
const ANY_ROLE = ['customer', 'marketer', 'admin'] as const

export const readOrderGuide = call('GET /lists/guide', {
  roles: ['customer'],
  resources: ['orders', 'products'],
  isStoredOffline: true,
  reply: OrderGuide,
  summary: 'The products on sale that the customer has bought lately, those in most orders first.',
  failure: NOT_LOADED,
})

export const listOrderLists = call('GET /lists', {
  roles: ['customer'],
  resources: ['lists'],
  isStoredOffline: true,
  reply: z.array(OrderList),
  summary: 'The customer’s own lists with their lines, by name.',
  failure: NOT_LOADED,
})

export const createOrderList = call('POST /lists', {
  roles: ['customer'],
  invalidates: ['lists'],
  body: ListContent,
  reply: OrderList,
  creates: true,
  summary: 'Creates a list; products that do not exist are left out.',
  failure: NOT_SAVED,
  errors: ['list_name_taken', 'too_many_lists'],
})

export const readCustomersGuide = call('GET /marketer/customers/:id/guide', {
  ...OfCustomer,
  roles: STAFF,
  resources: ['orders', 'products'],
  isStoredOffline: true,
  reply: OrderGuide,
  summary:
    'The products on sale that a customer has bought lately, for the marketer or an admin, as `GET /lists/guide`.',
  failure: NOT_LOADED,
})

export const listCustomersLists = call('GET /marketer/customers/:id/lists', {
  ...OfCustomer,
  roles: STAFF,
  resources: ['lists'],
  isStoredOffline: true,
  reply: z.array(OrderList),
  summary: 'The lists of a customer, which customer, marketer and admins share.',
  failure: NOT_LOADED,
})

export const createCustomersList = call('POST /marketer/customers/:id/lists', {
  ...OfCustomer,
  roles: STAFF,
  invalidates: ['lists'],
  body: ListContent,
  reply: OrderList,
  creates: true,
  summary: 'Creates a list for a customer, as `POST /lists` does.',
  failure: NOT_SAVED,
  errors: ['list_name_taken', 'too_many_lists'],
})

export const changeOrderList = call('PUT /lists/:id', {
  ...OfCustomer,
  roles: ANY_ROLE,
  invalidates: ['lists'],
  body: ListChange,
  reply: OrderList,
  summary: 'Replaces the name and the lines of a list. A new product that does not exist is left out.',
  failure: NOT_SAVED,
  errors: ['list_name_taken', 'list_changed'],
})

export const deleteOrderList = call('DELETE /lists/:id', {
  ...OfCustomer,
  roles: ANY_ROLE,
  invalidates: ['lists'],
  reply: z.object({ success: z.literal(true) }),
  summary: 'Deletes a list.',
  failure: 'Liste silinemedi',
})

export const readListFile = call('POST /lists/file', {
  roles: ANY_ROLE,
  invalidates: [],
  reply: z.object({ lines: z.array(z.string()) }),
  takesFile: true,
  hourlyLimit: 'uploads',
  summary:
    'The rows of a workbook as lines of text, their cells separated by tabs, for the quick entry; nothing is stored.',
  failure: 'Dosya okunamadı',
  errors: ['not_a_workbook', 'workbook_encrypted', 'workbook_broken', 'workbook_too_large', 'workbook_empty'],
})
