import * as z from 'zod/mini'
import { call } from './call.ts'
import { Id, paragraph } from './fields.ts'

export const MAX_CUSTOMER_NOTE = 1000

/** A note about a customer, which the customer's marketer and admins see, and the customer does not. */
export const CustomerNote = z.object({
  id: z.uuid(),
  created_at: z.string(),
  author_id: z.uuid(),
  author_name: z.string(),
  author_role: z.enum(['marketer', 'admin']),
  text: z.string(),
})
export type CustomerNote = z.infer<typeof CustomerNote>

const NewCustomerNote = z.object({
  text: paragraph('Not', MAX_CUSTOMER_NOTE).check(z.minLength(1, 'Not boş olamaz')),
})

export const listCustomerNotes = call('GET /customers/:id/notes', {
  params: { id: Id },
  roles: ['marketer', 'admin'],
  resources: ['customers'],
  reply: z.array(CustomerNote),
  summary: 'The newest 200 notes about a customer, newest first, for admins and the customer’s marketer.',
  failure: 'Notlar yüklenemedi',
})

export const addCustomerNote = call('POST /customers/:id/notes', {
  params: { id: Id },
  roles: ['marketer', 'admin'],
  invalidates: ['customers'],
  body: NewCustomerNote,
  reply: CustomerNote,
  creates: true,
  summary: 'Adds a note about a customer, with its author and time.',
  failure: 'Not eklenemedi',
})

export const deleteCustomerNote = call('DELETE /customer-notes/:id', {
  params: { id: Id },
  roles: ['marketer', 'admin'],
  invalidates: ['customers'],
  reply: z.object({ success: z.literal(true) }),
  summary: 'Deletes a note about a customer: marketers their own, admins any.',
  failure: 'Not silinemedi',
})
