import type { z } from 'zod'
import type { Marketer, MarketerChange, NewMarketer } from '#contract/marketers.ts'
import { accountKey } from '#contract/turkish.ts'
import { type By, record } from '../audit/audit.ts'
import { createAccount, endSessions, setPassword, updateAccount } from '../auth/accounts.ts'
import { requirePassword } from '../auth/password-rules.ts'
import { type Hashed, hashPassword } from '../auth/passwords.ts'
import { clearFailures } from '../auth/throttle.ts'
import type { Database } from '../db/tables.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Actor } from '../http/context.ts'
import { keyedList } from '../http/lists.ts'
import { refuse, refuseField } from '../http/refusal.ts'

/** Adds a marketer, who can log in immediately. */
export async function createMarketer(
  db: Database,
  actor: Actor | undefined,
  input: Hashed<z.output<typeof NewMarketer>>,
  now: Date,
): Promise<Marketer> {
  return inTransaction(db, async tx => {
    const id = await createAccount(tx, { role: 'marketer', ...input, password_is_temporary: true }, now)
    const { name, username } = input
    const entry = { action: 'created', entity: 'marketer', entity_id: id } as const
    await record(tx, { actor, now }, [{ ...entry, after: { name, username } }])
    return readMarketer(tx, id)
  })
}

/**
 * Applies a partial change to a marketer. A new password or a deactivation ends all sessions; a new password also clears
 * the failed logins.
 */
export async function updateMarketer(
  db: Database,
  by: By & { actor: Actor<'admin'> },
  id: string,
  { password, ...change }: MarketerChange,
): Promise<Marketer> {
  if (password !== undefined) {
    const { name, username } = await readMarketer(db, id)
    requirePassword(password, { role: 'marketer', name: change.name ?? name, username: change.username ?? username })
  }
  const password_hash = password === undefined ? undefined : await hashPassword(password)
  return inTransaction(db, async tx => {
    const present = await tx
      .selectFrom('accounts')
      .select(['name', 'username', 'is_active'])
      .where('id', '=', id)
      .where('role', '=', 'marketer')
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!present) return refuse('not_found')
    const { name = present.name, username = present.username, is_active = present.is_active } = change
    await updateAccount(tx, id, { name, username, is_active })
    if (password_hash) {
      await setPassword(tx, id, password_hash, { isTemporary: true })
      await clearFailures(tx, { role: 'marketer', username_key: accountKey(username) })
    }
    if (!is_active) await endSessions(tx, id)
    const subject = { entity: 'marketer', entity_id: id } as const
    await record(tx, by, [
      { ...subject, action: 'updated', before: present, after: { name, username, is_active } },
      ...(password_hash ? [{ ...subject, action: 'password_changed' as const }] : []),
    ])
    return readMarketer(tx, id)
  })
}

/** The marketer with this id. Refuses with `not_found`. */
export async function readMarketer(db: Database, id: string): Promise<Marketer> {
  const marketer = await marketers(db).where('accounts.id', '=', id).executeTakeFirst()
  return marketer ?? refuse('not_found')
}

/** All marketers, by name. */
export function listMarketers(db: Database) {
  return keyedList(marketers(db), {
    direction: 'asc',
    key: [
      { ref: 'accounts.name', kind: 'text', of: row => row.name },
      { ref: 'accounts.id', kind: 'id', of: row => row.id },
    ],
    item: row => row,
  })
}

/** Refuses an id that is not an active marketer's, as no marketer would see the customer's orders. */
export async function requireMarketer(db: Database, id: string, field = 'assigned_marketer_id') {
  const marketer = await marketers(db).where('accounts.id', '=', id).where('is_active', '=', true).executeTakeFirst()
  if (marketer) return
  refuseField('invalid_input', field, 'Seçilen pazarlamacı bulunamadı')
}

function marketers(db: Database) {
  return db
    .selectFrom('accounts')
    .leftJoin('customers', 'assigned_marketer_id', 'accounts.id')
    .where('role', '=', 'marketer')
    .groupBy('accounts.id')
    .select(eb => [
      'accounts.id',
      'name',
      'username',
      'is_active',
      eb.fn.count<number>('customers.id').as('customer_count'),
    ])
}
