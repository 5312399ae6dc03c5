import { sql } from 'kysely'
import { record } from '../audit/audit.ts'
import { deleteAccount } from '../auth/accounts.ts'
import type { Tables } from '../db/tables.ts'
import { inTransaction, type Pool, type Tx } from '../db/transaction.ts'

/** How long a registration waits for its e-mail address to be confirmed, in milliseconds. */
const REGISTRATION_LIFETIME = 7 * 24 * 60 * 60 * 1000

/** Registrations per transaction. */
const BATCH_SIZE = 100

/**
 * Deletes the registrations whose address was not confirmed within seven days, which frees their usernames and
 * addresses, and records it; `erase` then replaces their personal data where the portal keeps it. A registration stays
 * while a link that was mailed to it is valid, if another user has changed it, or if it has a marketer, a delivery
 * route or minimum, a note, goods in a cart, an order list, an order, a standing order or a quote request. Resolves to
 * the number of deleted ones.
 */
export async function deleteExpiredRegistrations(db: Pool, now: Date, erase: Erase): Promise<number> {
  let total = 0
  for (let deleted = BATCH_SIZE; deleted === BATCH_SIZE; total += deleted)
    deleted = await inTransaction(db, tx => deleteBatch(tx, now, erase))
  return total
}

type Erase = (tx: Tx, id: string, now: Date) => Promise<void>

async function deleteBatch(tx: Tx, now: Date, erase: Erase): Promise<number> {
  const end = new Date(now.getTime() - REGISTRATION_LIFETIME).toISOString()
  const expired = await tx
    .selectFrom('customers')
    .innerJoin('accounts', 'accounts.id', 'customers.id')
    .select(['customers.id', 'username', 'name as company_name', 'email', 'phone', 'address', 'assigned_marketer_id'])
    .where('role', '=', 'customer')
    .where('confirmed_email', 'is', null)
    .where('accounts.created_at', '<=', end)
    .where(eb => eb.or([eb('email_set_at', 'is', null), eb('email_set_at', '<=', end)]))
    .where(eb => {
      const links = eb.selectFrom('account_links').select('token_hash').whereRef('account_id', '=', 'customers.id')
      return eb.not(eb.exists(links.where('expires_at', '>', now.toISOString())))
    })
    .where('assigned_marketer_id', 'is', null)
    .where(HAS_NO_ENTRY)
    .limit(BATCH_SIZE)
    // Both are locked, as an order locks the customer and a confirmation the account; rows in use are left for later.
    .forUpdate(['customers', 'accounts'])
    .skipLocked()
    .execute()
  const deleted: typeof expired = []
  for (const registration of expired) {
    const { id } = registration
    // Checked again, now that the lock on the customer prevents new ones.
    const { numDeletedRows } = await tx
      .deleteFrom('customers')
      .where('id', '=', id)
      .where(HAS_NO_ENTRY)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) continue
    await deleteAccount(tx, id)
    deleted.push(registration)
  }
  const records = deleted.map(({ id, email, ...before }) => {
    return { action: 'deleted', entity: 'customer', entity_id: id, before: { ...before, email: email ?? '' } } as const
  })
  await record(tx, { actor: undefined, now }, records)
  for (const { id } of deleted) await erase(tx, id, now)
  return deleted.length
}

/** What a marketer or an admin enters for a customer, besides the lines of a cart. */
const ENTRIES = [
  'orders',
  'standing_orders',
  'custom_orders',
  'order_lists',
  'customer_notes',
  'delivery_customers',
] as const satisfies (keyof Tables)[]

const HAS_NO_ENTRY = sql<boolean>`not (${sql.join(
  ENTRIES.map(table => sql`exists (select from ${sql.table(table)} where customer_id = customers.id)`),
  sql` or `,
)} or exists (select from cart_lines where customer_id = customers.id and quantity > 0)
  or exists (select from audit_log
    where entity = 'customer' and entity_id = customers.id::text and actor_id <> customers.id
      and action <> 'exported'))`
