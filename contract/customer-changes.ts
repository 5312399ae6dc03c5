import * as z from 'zod/mini'
import { call } from './call.ts'
import { Customer, NOT_UPDATED, OwnCustomerChange, SeenCustomer } from './customers.ts'
import { Id, MAX_USERNAME, password, required } from './fields.ts'
import { RemainingDays } from './remaining-days.ts'

// Changes of customers by admins. `customers.ts` has those that marketers may make as well.

/** The values of the changed fields that the admin's screen showed. */
export const SeenByAdmin = z.extend(SeenCustomer, {
  username: z.optional(z.string()),
  assigned_marketer_id: z.nullish(Id),
  min_remaining_days: z.nullish(z.int()),
})
export type SeenByAdmin = z.output<typeof SeenByAdmin>

/** A partial change of a customer by an admin. */
export const CustomerChange = z.extend(OwnCustomerChange, {
  username: z.optional(required('Kullanıcı adı', MAX_USERNAME)),
  /** null removes the marketer. */
  assigned_marketer_id: z.nullish(Id),
  min_remaining_days: z.optional(RemainingDays),
  password: z.optional(password()),
})
export type CustomerChange = z.output<typeof CustomerChange>

export const updateCustomer = call('PUT /admin/customers/:id', {
  params: { id: Id },
  roles: ['admin'],
  invalidates: ['customers'],
  body: z.extend(CustomerChange, {
    /** If one of these fields now has neither this nor the sent value, the call is refused and changes nothing. */
    seen: z.optional(SeenByAdmin),
  }),
  reply: z.object({ success: z.literal(true), customer: Customer }),
  summary:
    'Changes the given fields of a customer; a new e-mail address has to be confirmed, a new password ends the customer’s sessions.',
  failure: NOT_UPDATED,
  errors: ['customer_changed', 'username_taken', 'email_taken', 'too_many_requests'],
})
