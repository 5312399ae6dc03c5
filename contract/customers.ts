import { z } from 'zod'
import { call, list } from './call.ts'
import { Address, email, Id, Phone, password, required, SearchText } from './fields.ts'
import { MoneySum } from './money.ts'

/** A customer as admins and its marketer see it. Amounts leave cancelled orders out. */
export const Customer = z.object({
  id: z.uuid(),
  username: z.string(),
  company_name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  is_active: z.boolean(),
  email_verified: z.boolean(),
  assigned_marketer_id: z.uuid().nullable(),
  assigned_marketer_name: z.string().nullable(),
  total_orders: z.int(),
  total_spent: MoneySum,
  created_at: z.string(),
})
export type Customer = z.infer<typeof Customer>

const MISSING = 'Lutfen tum zorunlu alanlari doldurun'

export const NewCustomer = z.object({
  username: required('Kullanıcı adı', 64, MISSING),
  company_name: required('Firma adı', 200, MISSING),
  email: email(MISSING),
  password: password(undefined, MISSING),
  phone: Phone.default(''),
  address: Address.default(''),
  assigned_marketer_id: Id.nullish(),
})

export const listCustomers = list('GET /admin/customers', {
  who: ['admin'],
  query: { search: SearchText.optional() },
  item: Customer,
  summary: 'All customers by company name; `search` matches company name and username.',
  failure: 'Müşteriler yüklenemedi',
})

export const readCustomer = call('GET /admin/customers/:id', {
  who: ['admin'],
  reply: Customer,
  summary: 'One customer.',
  failure: 'Müşteri yüklenemedi',
})

export const createCustomer = call('POST /admin/customers', {
  who: ['admin'],
  body: NewCustomer,
  reply: z.object({ success: z.literal(true), customer: Customer }),
  creates: true,
  summary: 'Adds a customer, confirmed and active.',
  failure: 'Müşteri eklenemedi',
})

export const listOwnCustomers = list('GET /marketer/customers', {
  who: ['marketer'],
  query: { search: SearchText.optional() },
  item: Customer,
  summary: 'The marketer’s own customers by company name.',
  failure: 'Veriler yüklenirken hata oluştu',
})
