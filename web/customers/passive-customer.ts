import { REFUSALS } from '#contract/refusals.ts'

/** Why no order or quote can be requested for a customer, in the server's words; undefined unless it is passive. */
export const passiveText = (
  customer: { is_active: boolean } | null | undefined,
  wanted: 'order' | 'quote' = 'order',
) => (customer && !customer.is_active ? REFUSALS.customer_passive.detail('marketer', wanted) : undefined)
