import * as z from 'zod/mini'
import { CURRENT_PASSWORD_MISSING, SessionUser } from './auth.ts'
import { call, list } from './call.ts'
import {
  Address,
  email,
  Id,
  IsActive,
  IsActiveFilter,
  line,
  MAX_COMPANY_NAME,
  MAX_USERNAME,
  MIN_PASSWORD,
  mustBeOneOf,
  Phone,
  password,
  RequiredAddress,
  RequiredPhone,
  required,
  SearchText,
  SortOrder,
  typedPasswordLength,
} from './fields.ts'
import { MoneySum } from './money.ts'
import { secret } from './secret.ts'
import { MAX_SELECTED } from './selection.ts'

/** A customer as admins and its marketer see it. Amounts exclude cancelled orders. */
export const Customer = z.object({
  id: z.uuid(),
  username: z.string(),
  company_name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  is_active: z.boolean(),
  email_verified: z.boolean(),
  assigned_marketer_id: z.nullable(z.uuid()),
  assigned_marketer_name: z.nullable(z.string()),
  min_remaining_days: z.nullable(z.int()),
  total_orders: z.int(),
  total_spent: MoneySum,
  created_at: z.string(),
})
export type Customer = z.infer<typeof Customer>

/** A customer as its marketer sees it, with the time of its last order and its open amount. */
export const OwnCustomer = z.extend(Customer, {
  /** When its newest order was placed, cancelled orders included. */
  last_order_at: z.nullable(z.string()),
  /** The sum of the grand totals of its open orders. */
  open_amount: MoneySum,
})
export type OwnCustomer = z.infer<typeof OwnCustomer>

export const NOT_UPDATED = 'Müşteri güncellenemedi'
const NOT_LOADED = 'Müşteri yüklenemedi'
const MISSING = 'Lutfen tum zorunlu alanlari doldurun'

/** The registration form. */
export const Registration = z.object({
  username: required('Kullanıcı adı', MAX_USERNAME),
  company_name: required('Firma adı', MAX_COMPANY_NAME),
  email: email(),
  phone: RequiredPhone,
  address: RequiredAddress,
  password: password(`Sifre en az ${MIN_PASSWORD.customer} karakter olmalidir`),
  /** The version of the privacy notice that the user has read; required if the portal has one. */
  privacy_version: z.optional(line('privacy_version', 64)),
  /** A honeypot: users do not see this field, bots fill it in. */
  website: z.optional(z.unknown().check(z.refine(text => !text, 'Kayıt alınamadı; lütfen formu kendiniz doldurun'))),
})
export type Registration = z.output<typeof Registration>

/** The logged-in customer's own profile. */
export const Profile = z.extend(SessionUser, { email_verified: z.boolean() })
export type Profile = z.infer<typeof Profile>

export const ProfileChange = z.object({
  company_name: z.optional(required('Firma adı', MAX_COMPANY_NAME)),
  email: z.optional(email()),
  phone: z.optional(RequiredPhone),
  address: z.optional(RequiredAddress),
  /** Required only to change the e-mail address. */
  current_password: z.optional(secret(z.string(CURRENT_PASSWORD_MISSING).check(typedPasswordLength()))),
})
export type ProfileChange = z.output<typeof ProfileChange>

export const NewCustomer = z.object({
  username: required('Kullanıcı adı', MAX_USERNAME, MISSING),
  company_name: required('Firma adı', MAX_COMPANY_NAME, MISSING),
  email: email(MISSING),
  password: password(undefined, MISSING),
  phone: z._default(Phone, ''),
  address: z._default(Address, ''),
  assigned_marketer_id: z.nullish(Id),
})

/** A partial change of a customer by its marketer. */
export const OwnCustomerChange = z.object({
  company_name: z.optional(required('Firma adı', MAX_COMPANY_NAME)),
  email: z.optional(email()),
  phone: z.optional(Phone),
  address: z.optional(Address),
  is_active: z.optional(IsActive),
})

/** The values of the changed fields that the user's screen showed. */
export const SeenCustomer = z.object({
  company_name: z.optional(z.string()),
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
  address: z.optional(z.string()),
  is_active: z.optional(z.boolean()),
})

/** The value of `marketer_id` that selects customers without a marketer. */
export const NO_MARKETER = 'none'

export const register = call('POST /auth/register', {
  roles: ['anyone'],
  invalidates: ['customers'],
  body: Registration,
  reply: z.object({ message: z.string() }),
  creates: true,
  summary: 'Registers a customer: active, without a marketer, to be confirmed by the link in a mail.',
  failure: 'Kayıt başarısız',
  errors: ['too_many_requests', 'username_taken', 'email_taken', 'privacy_notice_changed'],
})

export const readProfile = call('GET /auth/profile', {
  roles: ['customer'],
  resources: ['customers'],
  reply: Profile,
  summary: 'The customer’s own company name, e-mail, phone and address.',
  failure: 'Bilgileriniz yüklenemedi',
})

export const updateProfile = call('PUT /auth/profile', {
  roles: ['customer'],
  invalidates: ['customers'],
  body: ProfileChange,
  reply: z.object({ message: z.string(), user: Profile }),
  summary:
    'Changes the given fields of the customer’s own profile; a new e-mail address requires `current_password` and has to be confirmed.',
  failure: 'Bilgileriniz güncellenemedi',
  errors: ['not_found', 'wrong_password', 'email_taken', 'too_many_tries'],
  hourlyLimit: 'changes',
})

/** The columns by which admins can sort customers; texts in Turkish order, active ones before passive ones. */
export const CUSTOMER_SORTS = [
  'company_name',
  'assigned_marketer_name',
  'is_active',
  'total_orders',
  'total_spent',
] as const
export type CustomerSort = (typeof CUSTOMER_SORTS)[number]

/** The filters of the list of customers, of its selection and of its workbook. */
export const CustomerFilters = {
  search: z.optional(SearchText),
  marketer_id: z.optional(z.union([z.literal(NO_MARKETER), Id], 'Geçersiz kimlik')),
  is_active: z.optional(IsActiveFilter),
}

/** A customer that was selected, with the marketer that it had then. */
export const SelectedCustomer = z.object({ id: z.uuid(), assigned_marketer_id: z.nullable(z.uuid()) })
export type SelectedCustomer = z.infer<typeof SelectedCustomer>

export const selectCustomers = call('GET /admin/customer-selection', {
  roles: ['admin'],
  resources: ['customers', 'marketers'],
  // A parameter, as an app that was loaded before it existed expects ids.
  query: z.object({ ...CustomerFilters, with: z.optional(z.literal('marketer')) }),
  reply: z.array(z.union([z.uuid(), SelectedCustomer])),
  summary: `The ids of all customers that match the filters, by company name; at most ${MAX_SELECTED}. With \`with=marketer\` each is an object that has its marketer, too.`,
  failure: 'Müşteriler seçilemedi',
  errors: ['selection_too_large'],
})

export const listCustomers = list('GET /admin/customers', {
  roles: ['admin'],
  resources: ['customers', 'marketers', 'orders'],
  query: {
    ...CustomerFilters,
    sort: z.optional(z.enum(CUSTOMER_SORTS, mustBeOneOf('sort', CUSTOMER_SORTS))),
    order: z.optional(SortOrder),
  },
  item: Customer,
  summary:
    'All customers, by `sort` in `order`, else by company name; `search` matches company name and username, `marketer_id` may be `none`.',
  failure: 'Müşteriler yüklenemedi',
  personalData: true,
})

export const readCustomer = call('GET /admin/customers/:id', {
  params: { id: Id },
  roles: ['admin'],
  resources: ['customers', 'marketers', 'orders'],
  reply: Customer,
  summary: 'One customer.',
  failure: NOT_LOADED,
})

export const createCustomer = call('POST /admin/customers', {
  roles: ['admin'],
  invalidates: ['customers'],
  body: NewCustomer,
  reply: z.object({ success: z.literal(true), customer: Customer }),
  creates: true,
  summary: 'Adds a customer, confirmed and active.',
  failure: 'Müşteri eklenemedi',
  errors: ['username_taken', 'email_taken'],
})

export const deleteCustomer = call('DELETE /admin/customers/:id', {
  params: { id: Id },
  roles: ['admin'],
  invalidates: [
    'carts',
    'customers',
    'delivery',
    'lists',
    'notifications',
    'orders',
    'products',
    'quotes',
    'standing-orders',
  ],
  reply: z.object({ success: z.literal(true), deleted_orders: z.int() }),
  summary: 'Deletes a customer with all their orders and quote requests; the reservations of open orders are released.',
  failure: 'Müşteri silinemedi',
  needsRecentLogin: true,
})

export const listOwnCustomers = list('GET /marketer/customers', {
  roles: ['marketer', 'admin'],
  resources: ['customers', 'orders'],
  query: { search: z.optional(SearchText) },
  item: OwnCustomer,
  summary:
    'The marketer’s own customers by company name, for an admin all; `search` matches company name and username.',
  failure: 'Veriler yüklenirken hata oluştu',
  personalData: 'admin',
})

export const readOwnCustomer = call('GET /marketer/customers/:id', {
  params: { id: Id },
  roles: ['marketer', 'admin'],
  resources: ['customers', 'orders'],
  reply: OwnCustomer,
  summary: 'One of the marketer’s own customers, for an admin any customer.',
  failure: NOT_LOADED,
})

/** The usual products of a customer are those that it has ordered within this many days. */
export const USUAL_DAYS = 90

/** A product that a customer has ordered within `USUAL_DAYS`, by its name at the last order. */
export const UsualProduct = z.object({
  product_id: z.uuid(),
  product_name: z.string(),
  brand: z.string(),
  unit: z.string(),
  order_count: z.int(),
  quantity: z.int(),
  last_ordered_at: z.string(),
})
export type UsualProduct = z.infer<typeof UsualProduct>

export const listUsualProducts = call('GET /marketer/customers/:id/usual-products', {
  params: { id: Id },
  roles: ['marketer'],
  resources: ['customers', 'orders'],
  reply: z.array(UsualProduct),
  summary: `The products that a customer has ordered most often in the last ${USUAL_DAYS} days, without cancelled orders: at most 50.`,
  failure: 'Ürünler yüklenemedi',
})

export const updateOwnCustomer = call('PUT /marketer/customers/:id', {
  params: { id: Id },
  roles: ['marketer'],
  invalidates: ['customers'],
  body: z.extend(OwnCustomerChange, {
    /** If one of these fields now has neither this nor the sent value, the call is refused and changes nothing. */
    seen: z.optional(SeenCustomer),
  }),
  reply: z.object({ success: z.literal(true), customer: OwnCustomer }),
  summary: 'Changes the given fields of one of the marketer’s own customers, or makes it active or passive.',
  failure: NOT_UPDATED,
  errors: ['customer_changed', 'email_taken', 'too_many_requests'],
})
