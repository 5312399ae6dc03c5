import { sql } from 'kysely'
import { accountKey } from '#contract/turkish.ts'
import { ownersOfEmails } from '../auth/accounts.ts'
import { passwordFault } from '../auth/password-rules.ts'
import type { Database } from '../db/tables.ts'
import type { CustomerRow } from './customer-rows.ts'

/** A row with the existing customer of its username, if there is one, and its validation errors in Turkish. */
export type ValidatedRow = CustomerRow & { known: ExistingCustomer | undefined; marketer_id?: string; errors: string[] }
export type ExistingCustomer =
  Awaited<ReturnType<typeof readExistingCustomers>> extends Map<string, infer K> ? K : never

/** Validates every row against the current accounts. */
export async function validateRows(db: Database, rows: CustomerRow[], now: Date): Promise<ValidatedRow[]> {
  const customers = await readExistingCustomers(
    db,
    rows.map(row => accountKey(row.username)),
  )
  const marketers = await readMarketers(db, rows.flatMap(row => row.marketer ?? []).map(accountKey))
  const owners = await ownersOfEmails(db, rows.flatMap(row => row.email ?? []).map(accountKey), now)
  return rows.map(row => {
    const known = customers.get(accountKey(row.username))
    const marketer = row.marketer === undefined ? undefined : marketers.get(accountKey(row.marketer))
    const errors: string[] = []
    if (!known && row.company_name === undefined) errors.push('Firma adı zorunludur')
    if (!known && row.email === undefined) errors.push('E-posta zorunludur')
    const names = { username: row.username, name: row.company_name ?? known?.company_name ?? '' }
    const fault = row.password === undefined ? undefined : passwordFault(row.password, { role: 'customer', ...names })
    if (fault) errors.push(fault)
    const owner = row.email === undefined ? undefined : owners.get(accountKey(row.email))
    if (owner !== undefined && owner !== known?.id) errors.push(`E-posta "${row.email}" başka bir hesapta kullanılıyor`)
    // A customer may keep their current marketer even if that account is closed.
    const unchangedMarketer =
      known?.marketer && accountKey(known.marketer) === accountKey(row.marketer ?? '') ? known.marketer : null
    if (row.marketer !== undefined && !marketer && !unchangedMarketer)
      errors.push(`Pazarlamacı "${row.marketer}" bulunamadı`)
    // The marketer's username is shown as spelled in the account.
    const named = marketer
      ? { marketer: marketer.username, marketer_id: marketer.id }
      : unchangedMarketer && { marketer: unchangedMarketer }
    return { ...row, known, errors, ...named }
  })
}

async function readExistingCustomers(db: Database, username_keys: string[]) {
  const rows = await db
    .selectFrom('customers')
    .innerJoin('accounts', 'accounts.id', 'customers.id')
    .leftJoin('accounts as marketer', 'marketer.id', 'assigned_marketer_id')
    .select(['customers.id', 'accounts.username', 'accounts.username_key', 'accounts.name as company_name'])
    .select(['accounts.email', 'phone', 'address', 'marketer.username as marketer'])
    .where('accounts.role', '=', 'customer')
    .where('accounts.username_key', '=', sql<string>`any(${username_keys}::text[])`)
    .execute()
  return new Map(rows.map(row => [row.username_key, row]))
}

async function readMarketers(db: Database, username_keys: string[]) {
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'username', 'username_key'])
    .where('role', '=', 'marketer')
    .where('is_active', '=', true)
    .where('username_key', '=', sql<string>`any(${username_keys}::text[])`)
    .execute()
  return new Map(rows.map(row => [row.username_key, row]))
}
