import { LIVE_TOPICS } from '#contract/notifications.ts'
import { deleteAccount } from '../auth/accounts.ts'
import type { Tx } from '../db/tables.ts'
import type { Actor } from '../http/house.ts'
import { refuse } from '../http/refusal.ts'
import { tellScreens } from '../notifications/live.ts'
import { forgetNewsOf } from '../notifications/notifications.ts'
import { visibleTo } from './customers.ts'

/** The customer, for whom nobody orders or asks any more, and whom nobody changes, until the transaction ends. */
export async function lockForDeletion(tx: Tx, actor: Actor, id: string) {
  const customer = await visibleTo(tx, actor)
    .select('customers.id')
    .where('customers.id', '=', id)
    .forUpdate('customers')
    .executeTakeFirst()
  return customer ?? refuse('not_found')
}

/** Deletes a customer that is locked, and has neither orders nor quotes left, with its account. */
export async function deleteCustomer(tx: Tx, id: string) {
  const { assigned_marketer_id } = await tx
    .deleteFrom('customers')
    .where('id', '=', id)
    .returning('assigned_marketer_id')
    .executeTakeFirstOrThrow()
  await forgetNewsOf(tx, id)
  await deleteAccount(tx, id)
  const accounts = assigned_marketer_id ? [assigned_marketer_id] : []
  for (const topic of LIVE_TOPICS) tellScreens(tx, { topic, accounts, roles: ['admin'] })
}
