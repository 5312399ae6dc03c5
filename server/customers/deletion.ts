import { type Kurus, liraOf } from '#contract/money.ts'
import { record } from '../audit/audit.ts'
import { deleteAccount } from '../auth/accounts.ts'
import type { Tx } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { refuse } from '../http/refusal.ts'
import { refreshScreens } from '../notifications/live.ts'
import { deleteNotificationsAbout } from '../notifications/notifications.ts'
import { readCustomer, visibleTo } from './customers.ts'

type By = { actor: Actor; now: Date }

/** Orders that were deleted: their ids, and the total in kuruş of those that count as revenue. */
export type DeletedOrders = { ids: string[]; total: Kurus }

/** Locks the customer against new orders, quote requests and changes until the transaction ends. */
export async function lockForDeletion(tx: Tx, actor: Actor, id: string) {
  const customer = await visibleTo(tx, actor)
    .select('customers.id')
    .where('customers.id', '=', id)
    .forUpdate('customers')
    .executeTakeFirst()
  return customer ?? refuse('not_found')
}

/**
 * Deletes a locked customer that has no orders or quotes left, with its account. The audit entry contains the `orders`
 * that were deleted before.
 */
export async function deleteCustomer(tx: Tx, by: By, id: string, orders: DeletedOrders) {
  const before = await readCustomer(tx, by.actor, id)
  const { assigned_marketer_id } = await tx
    .deleteFrom('customers')
    .where('id', '=', id)
    .returning('assigned_marketer_id')
    .executeTakeFirstOrThrow()
  await deleteNotificationsAbout(tx, id)
  await deleteAccount(tx, id)
  const { username, company_name, email, phone, address, is_active } = before
  const recorded = { username, company_name, email, phone, address, is_active, assigned_marketer_id }
  const { ids } = orders
  const ordered = ids.length > 0 && { order_count: ids.length, order_total: liraOf(orders.total), order_ids: ids }
  await record(tx, by, [{ action: 'deleted', entity: 'customer', entity_id: id, before: { ...recorded, ...ordered } }])
  const accounts = assigned_marketer_id ? [assigned_marketer_id] : []
  refreshScreens(tx, { accounts, roles: ['admin'] })
}
