import { sql } from 'kysely'
import type { CustomerChange, SeenByAdmin } from '#contract/customer-changes.ts'
import { accountKey } from '#contract/turkish.ts'
import { record } from '../audit/audit.ts'
import { setPassword, updateAccount } from '../auth/accounts.ts'
import { changeEmail, isUnused } from '../auth/emails.ts'
import { requirePassword } from '../auth/password-rules.ts'
import { hashPassword } from '../auth/passwords.ts'
import { countRequest } from '../auth/request-limits.ts'
import { clearFailures } from '../auth/throttle.ts'
import type { Database } from '../db/tables.ts'
import { inTransaction, type Pool, type Tx } from '../db/transaction.ts'
import type { Actor, Origin } from '../http/context.ts'
import { refuse, refuseField } from '../http/refusal.ts'
import { readMarketer, requireMarketer } from '../marketers/marketers.ts'
import { readCustomer, refreshMarketers, searchText, visibleTo } from './customers.ts'

/**
 * Prepares a partial change to a customer that is visible to the actor for `applyChange`: counts a new e-mail address,
 * and checks and hashes a new password.
 */
export async function prepareChange(
  db: Pool,
  { actor, now }: By,
  id: string,
  { password, ...change }: CustomerChange & { seen?: SeenByAdmin | undefined },
): Promise<Change> {
  const present = await readCustomer(db, actor, id)
  if (isOtherEmail(change.email, present)) await countRequest(db, 'email_change', id, now)
  const { username = present.username, company_name: name = present.company_name } = change
  if (password !== undefined) requirePassword(password, { role: 'customer', username, name })
  return { ...change, password_hash: password === undefined ? undefined : await hashPassword(password) }
}

/** Whether a change has another e-mail address than the customer, which counts towards the limit of `email_change`. */
export const isOtherEmail = (email: string | undefined, { email: before }: { email: string | null }) =>
  email !== undefined && accountKey(email) !== accountKey(before ?? '')

type By = { actor: Actor; now: Date; origin?: Origin | undefined }
type Change = Omit<CustomerChange, 'password'> & {
  /** The changing fields as the user saw them; refused with `customer_changed` if another user has changed them. */
  seen?: SeenByAdmin | undefined
  password_hash?: string | undefined
  /** See `changeEmail`. */
  provenHash?: string | undefined
}

/**
 * Applies a partial change with a hashed password and records it. A new e-mail address is mailed to both addresses. A
 * new password ends all sessions and clears the failed logins. Returns the customer as it was before.
 */
export async function applyChange(
  tx: Tx,
  { actor, now, origin }: By,
  id: string,
  { email, phone, address, password_hash, provenHash, seen, ...change }: Change,
  action: 'updated' | 'imported' = 'updated',
): Promise<Present> {
  const present = await lockCustomer(tx, actor, id)
  if (seen && hasChanged(present, seen, { ...change, email, phone, address })) refuse('customer_changed')
  const { company_name = present.name, username = present.username, is_active = present.is_active } = change
  const { assigned_marketer_id = present.assigned_marketer_id, min_remaining_days } = change
  const isMoved = assigned_marketer_id !== present.assigned_marketer_id
  if (isMoved && assigned_marketer_id) await requireMarketer(tx, assigned_marketer_id)
  const replaces = email !== undefined && actor.role === 'admin' && (await isUnused(tx, id, now))
  await updateAccount(tx, id, { name: company_name, username, is_active })
  // The password first: it reverts an earlier pending address, but must not revert the one of this change.
  const revoked = password_hash ? await setPassword(tx, id, password_hash, { isTemporary: true }) : undefined
  if (password_hash) await clearFailures(tx, { role: 'customer', username_key: accountKey(username) })
  if (email !== undefined) await changeEmail(tx, id, email, now, { provenHash, replaces })
  const search_text = searchText({ name: company_name, username })
  await tx
    .updateTable('customers')
    .set({ phone, address, assigned_marketer_id, min_remaining_days, search_text })
    .where('id', '=', id)
    .execute()
  refreshMarketers(tx, [present.assigned_marketer_id, assigned_marketer_id])
  const { name, ...rest } = present
  const shown = email ?? revoked?.after.email
  const profile = { company_name, username, email: shown, phone, address }
  const after = { ...profile, is_active, assigned_marketer_id, min_remaining_days }
  const subject = { entity: 'customer', entity_id: id } as const
  await record(tx, { actor, now, origin }, [
    { ...subject, action, before: { ...rest, company_name: name }, after },
    ...(password_hash ? [{ ...subject, action: 'password_changed' as const }] : []),
  ])
  return present
}

/** Whether a changing field has neither the value that the user saw nor the one that it is to get. */
function hasChanged({ name, ...present }: Present, seen: SeenByAdmin, wanted: SeenByAdmin) {
  const now: SeenByAdmin = { ...present, company_name: name, email: present.email ?? '' }
  const differs = <Field extends keyof SeenByAdmin>(field: Field) =>
    seen[field] !== undefined && now[field] !== seen[field] && now[field] !== wanted[field]
  return SEEN_FIELDS.some(differs)
}

const SEEN_FIELDS = [
  'company_name',
  'username',
  'email',
  'phone',
  'address',
  'assigned_marketer_id',
  'min_remaining_days',
  'is_active',
] as const

type Present = Awaited<ReturnType<typeof lockCustomer>>

/** Hands over all customers of one marketer to another, who must be active; returns their number. */
export async function handOverCustomers(db: Database, by: By, from: string, to: string): Promise<number> {
  return inTransaction(db, async tx => {
    await readMarketer(tx, from)
    if (from === to)
      refuseField('invalid_input', 'to_marketer_id', 'Müşteriler başka bir pazarlamacıya devredilmelidir')
    await requireMarketer(tx, to, 'to_marketer_id')
    const customers = await tx
      .selectFrom('customers')
      .select('id')
      .where('assigned_marketer_id', '=', from)
      .orderBy('id')
      .forNoKeyUpdate()
      .execute()
    const ids = customers.map(customer => customer.id)
    await tx
      .updateTable('customers')
      .set({ assigned_marketer_id: to })
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .execute()
    const [before, after] = [{ assigned_marketer_id: from }, { assigned_marketer_id: to }]
    const records = ids.map(id => ({ action: 'updated', entity: 'customer', entity_id: id, before, after }) as const)
    await record(tx, by, records)
    if (ids.length) refreshMarketers(tx, [from, to])
    return ids.length
  })
}

/** The customer, locked against changes and deletion until the transaction ends. */
async function lockCustomer(tx: Tx, actor: Actor, id: string) {
  const customer = await visibleTo(tx, actor)
    .select(['assigned_marketer_id', 'min_remaining_days', 'phone', 'address'])
    .where('customers.id', '=', id)
    .forNoKeyUpdate('customers')
    .executeTakeFirst()
  if (!customer) return refuse('not_found')
  // A separate statement, as the one that waited for the lock sees the account as it was before the wait.
  const account = await tx
    .selectFrom('accounts')
    .select(['name', 'username', 'email', 'is_active'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...customer, ...account }
}
