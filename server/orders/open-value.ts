import { sql } from 'kysely'
import { formatMoney, type Kurus } from '#contract/money.ts'
import { OPEN_STATUSES } from '#contract/order-status.ts'
import { type Tx, takeAdvisoryLock } from '../db/transaction.ts'
import { refuse } from '../http/refusal.ts'

/**
 * Refuses with `open_value_exceeded` if `added` (kuruş, with VAT) and the customer's open orders, whose goods are
 * reserved, are worth more than `limit`; undefined for no limit. Orders of one customer then wait for each other, after
 * they have locked their stock, until the transaction ends.
 */
export async function refuseAboveOpenValue(tx: Tx, customerId: string, added: Kurus, limit: Kurus | undefined) {
  if (limit === undefined || added <= 0) return
  // A statement of its own: the next one then sees the orders of the transaction that it waited for.
  await takeAdvisoryLock(tx, 'open_value', customerId)
  const { open } = await tx
    .selectFrom('customer_order_sums')
    .select(sql<Kurus>`coalesce(sum(amount), 0)`.as('open'))
    .where('customer_id', '=', customerId)
    .where('status', 'in', OPEN_STATUSES)
    .executeTakeFirstOrThrow()
  if (open + added > limit) refuse('open_value_exceeded', formatMoney(limit), formatMoney(open))
}
