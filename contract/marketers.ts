import * as z from 'zod/mini'
import { call, list } from './call.ts'
import { Id, IsActive, MAX_USERNAME, marketerPassword, required } from './fields.ts'

export const Marketer = z.object({
  id: z.uuid(),
  name: z.string(),
  username: z.string(),
  is_active: z.boolean(),
  customer_count: z.int(),
})
export type Marketer = z.infer<typeof Marketer>

export const NewMarketer = z.object({
  name: required('Ad soyad', 200),
  username: required('Kullanıcı adı', MAX_USERNAME),
  password: marketerPassword(),
})

/** A partial change of a marketer. */
export const MarketerChange = z.object({
  name: z.optional(required('Ad soyad', 200)),
  username: z.optional(required('Kullanıcı adı', MAX_USERNAME)),
  is_active: z.optional(IsActive),
  password: z.optional(marketerPassword()),
})
export type MarketerChange = z.output<typeof MarketerChange>

export const listMarketers = list('GET /admin/marketers', {
  roles: ['admin'],
  resources: ['marketers', 'customers'],
  item: Marketer,
  summary: 'All marketers, by name.',
  failure: 'Pazarlamacılar yüklenemedi',
})

export const createMarketer = call('POST /admin/marketers', {
  roles: ['admin'],
  invalidates: ['marketers'],
  body: NewMarketer,
  reply: z.object({ success: z.literal(true), marketer: Marketer }),
  creates: true,
  summary: 'Adds a marketer, who can log in immediately.',
  failure: 'Pazarlamacı eklenemedi',
  errors: ['username_taken'],
})

export const updateMarketer = call('PUT /admin/marketers/:id', {
  params: { id: Id },
  roles: ['admin'],
  invalidates: ['marketers'],
  body: MarketerChange,
  reply: z.object({ success: z.literal(true), marketer: Marketer }),
  summary: 'Changes the given fields of a marketer; a new password or deactivation ends the marketer’s sessions.',
  failure: 'Pazarlamacı güncellenemedi',
  errors: ['username_taken'],
})

export const handOverCustomers = call('POST /admin/marketers/:id/hand-over', {
  params: { id: Id },
  roles: ['admin'],
  invalidates: ['customers'],
  body: z.object({ to_marketer_id: Id }),
  reply: z.object({ success: z.literal(true), moved_customers: z.int() }),
  takesKey: true,
  summary: 'Reassigns all customers of a marketer, with their orders and quotes, to another one in one step.',
  failure: 'Müşteriler devredilemedi',
})
