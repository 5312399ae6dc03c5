import { sql } from 'kysely'
import { accountKey } from '#contract/turkish.ts'
import { ownersOfEmails } from '../auth/accounts.ts'
import { passwordFault } from '../auth/password-rules.ts'
import { refusalsAtLimit } from '../auth/request-limits.ts'
import { isOtherEmail } from '../customers/changes.ts'
import type { Database } from '../db/tables.ts'
import type { CustomerRow, CustomerSheet, FaultyRow } from './customer-rows.ts'

/** A row with the existing customer of its username, if there is one, and its validation errors in Turkish. */
export type ValidatedRow = CustomerRow & { known: ExistingCustomer | undefined; marketer_id?: string; errors: string[] }
export type ExistingCustomer =
  Awaited<ReturnType<typeof readExistingCustomers>> extends Map<string, infer K> ? K : never

/** Validates every row against the current accounts; `faults` are the rows with invalid cells and all their errors. */
export async function validateRows(
  db: Database,
  { rows, faults }: CustomerSheet,
  now: Date,
): Promise<{ validated: ValidatedRow[]; faults: FaultyRow[] }> {
  const all = [...rows, ...faults.map(({ fields }) => fields)]
  const keysOf = (field: 'username' | 'marketer' | 'email') => all.flatMap(row => row[field] ?? []).map(accountKey)
  const customers = await readExistingCustomers(db, keysOf('username'))
  const accounts = {
    customers,
    limited: await refusalsAtLimit(
      db,
      'email_change',
      [...customers.values()].map(({ id }) => id),
      now,
    ),
    marketers: await readMarketers(db, keysOf('marketer')),
    owners: await ownersOfEmails(db, keysOf('email'), now),
  }
  return {
    validated: rows.map(row => ({ ...row, ...validate(row, NONE, accounts) })),
    faults: faults.map(({ row, errors, fields, invalid }) => {
      return { row, errors: [...errors, ...validate(fields, invalid, accounts).errors] }
    }),
  }
}

const NONE: ReadonlySet<string> = new Set()

type Accounts = {
  customers: Awaited<ReturnType<typeof readExistingCustomers>>
  /** Why customers must not get another address within the hour, by id. */
  limited: Awaited<ReturnType<typeof refusalsAtLimit>>
  marketers: Awaited<ReturnType<typeof readMarketers>>
  owners: Awaited<ReturnType<typeof ownersOfEmails>>
}

/** Compares a row with the accounts. Without a username its customer, and so which values are missing, is unknown. */
function validate(row: Partial<CustomerRow>, invalid: ReadonlySet<string>, accounts: Accounts) {
  const { customers, limited, marketers, owners } = accounts
  const { username } = row
  const known = username === undefined ? undefined : customers.get(accountKey(username))
  const marketer = row.marketer === undefined ? undefined : marketers.get(accountKey(row.marketer))
  const errors: string[] = []
  const isMissing = (field: 'company_name' | 'email') =>
    username !== undefined && !known && row[field] === undefined && !invalid.has(field)
  if (isMissing('company_name')) errors.push('Firma adı zorunludur')
  if (isMissing('email')) errors.push('E-posta zorunludur')
  const names = { username: username ?? '', name: row.company_name ?? known?.company_name ?? '' }
  const fault = row.password === undefined ? undefined : passwordFault(row.password, { role: 'customer', ...names })
  if (fault) errors.push(fault)
  const owner = row.email === undefined || username === undefined ? undefined : owners.get(accountKey(row.email))
  if (owner !== undefined && owner !== known?.id) errors.push(`E-posta "${row.email}" başka bir hesapta kullanılıyor`)
  const limit = known && isOtherEmail(row.email, known) ? limited.get(known.id) : undefined
  if (limit) errors.push(`E-posta: ${limit.message}`)
  // A customer may keep their current marketer even if that account is closed.
  const unchangedMarketer =
    known?.marketer && accountKey(known.marketer) === accountKey(row.marketer ?? '') ? known.marketer : null
  if (row.marketer !== undefined && !marketer && !unchangedMarketer)
    errors.push(`Pazarlamacı "${row.marketer}" bulunamadı`)
  // The marketer's username is shown as spelled in the account.
  const named = marketer
    ? { marketer: marketer.username, marketer_id: marketer.id }
    : unchangedMarketer && { marketer: unchangedMarketer }
  return { known, errors, ...named }
}

async function readExistingCustomers(db: Database, username_keys: string[]) {
  const rows = await db
    .selectFrom('customers')
    .innerJoin('accounts', 'accounts.id', 'customers.id')
    .leftJoin('accounts as marketer', 'marketer.id', 'assigned_marketer_id')
    .select(['customers.id', 'accounts.username', 'accounts.username_key', 'accounts.name as company_name'])
    .select(['accounts.email', 'phone', 'address', 'marketer.username as marketer'])
    .select(['accounts.password_hash', 'accounts.password_is_temporary', 'accounts.confirmed_email'])
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
