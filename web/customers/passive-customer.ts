import { REFUSALS } from '#contract/refusals.ts'

/** Why nothing can be ordered for a customer, in the server's words; undefined unless it is passive. */
export const passiveText = (customer: { is_active: boolean } | null | undefined) =>
  customer && !customer.is_active ? REFUSALS.customer_passive.detail('marketer') : undefined
