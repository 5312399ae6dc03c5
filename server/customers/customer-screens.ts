import type { LiveTopic } from '#contract/notifications.ts'
import type { Tx } from '../db/transaction.ts'
import { refreshScreens } from '../notifications/live.ts'

/** A customer and its marketer; null if it has none. */
type CustomerAndMarketer = { customer_id: string; assigned_marketer_id: string | null }

/** The customer with its marketer. */
export async function readCustomerAndMarketer(tx: Tx, customer_id: string): Promise<CustomerAndMarketer> {
  const { assigned_marketer_id } = await tx
    .selectFrom('customers')
    .select('assigned_marketer_id')
    .where('id', '=', customer_id)
    .executeTakeFirstOrThrow()
  return { customer_id, assigned_marketer_id }
}

/**
 * Refreshes the open screens of those who see what belongs to a customer: the customer, its marketer and the admins.
 * They refetch what the mutation invalidates, or only these topics of it.
 */
export function refreshScreensAbout(
  tx: Tx,
  { customer_id, assigned_marketer_id }: CustomerAndMarketer,
  topics?: readonly LiveTopic[],
) {
  const accounts = assigned_marketer_id === null ? [customer_id] : [customer_id, assigned_marketer_id]
  refreshScreens(tx, { accounts, roles: ['admin'] }, topics)
}
