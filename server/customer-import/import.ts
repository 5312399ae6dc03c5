import { sql } from 'kysely'
import pLimit from 'p-limit'
import { CustomerImport, type ImportedCustomer } from '#contract/customer-import.ts'
import { ImportedRow } from '#contract/inventory.ts'
import { formatNumber } from '#contract/money.ts'
import { accountKey } from '#contract/turkish.ts'
import { releaseExpiredPendingEmails } from '../auth/accounts.ts'
import { generatePassword, hashPassword, isPassword } from '../auth/passwords.ts'
import { countRequests } from '../auth/request-limits.ts'
import { applyChange, isOtherEmail } from '../customers/changes.ts'
import { addImportedCustomers, type ImportedAccount } from '../customers/customers.ts'
import type { Database } from '../db/tables.ts'
import { inTransaction, type Pool, type Tx, takeLongHeldLock } from '../db/transaction.ts'
import { listed } from '../documents/headings.ts'
import type { Actor, Origin } from '../http/context.ts'
import { type SerializedReply, serializeInParts } from '../http/serialized-reply.ts'
import type { CustomerRow, CustomerSheet, FaultyRow } from './customer-rows.ts'
import { type ExistingCustomer, type ValidatedRow, validateRows } from './row-validation.ts'

/**
 * The hash of a row's password, which is the stored one if it matches; `shown` is a generated password in plain text,
 * null if the row has its own.
 */
type HashedPassword = { password_hash: string; shown: string | null }
type HashedPasswords = Map<number, HashedPassword>

type By = { actor: Actor<'admin'>; now: Date; origin: Origin }

/** Returns what an import would do with every row, without changing anything. */
export async function previewImport(db: Database, sheet: CustomerSheet, now: Date): Promise<SerializedReply> {
  const { validated, faults } = await validateRows(db, sheet, now)
  const rows = [
    ...validated.map((row): ImportedRow => {
      if (row.errors.length > 0) return { row: row.row, action: 'error', changes: [], errors: row.errors }
      const changes = changesOf(row)
      const action = !row.known ? 'created' : changes.length > 0 ? 'updated' : 'unchanged'
      return { row: row.row, action, changes, errors: [] }
    }),
    ...faults.map(fault => ({ ...fault, action: 'error' as const, changes: [] })),
  ].sort(byRow)
  const accepted = validated.filter(row => row.errors.length === 0)
  const value = summaryOf(
    [...sheet.warnings, ...replacedPasswords(accepted)],
    accepted,
    accepted.map(row => imported(row, null)),
    rows.filter(row => row.action === 'error'),
  )
  return serializeInParts({ schema: CustomerImport, value }, { field: 'rows', item: ImportedRow, values: rows })
}

/**
 * Warns of own passwords of customers that rows may replace, without comparing them, as that takes as long as hashing
 * those of the rows.
 */
function replacedPasswords(rows: ValidatedRow[]): string[] {
  const own = rows.filter(({ known, password }) => password !== undefined && known?.password_is_temporary === false)
  if (own.length === 0) return []
  const whose = `${formatNumber(own.length)} müşterinin kendi belirlediği şifre`
  return [`${whose}, dosyadakinden farklıysa değişir ve açık oturumları kapanır.`]
}

/** Limits the hashing of all imports, separately from logins, so that imports do not delay them. */
const hashingLimit = pLimit(2)

/**
 * Hashes the passwords that the rows need and known customers do not have already, two at a time in the thread pool, so
 * that the process keeps serving requests. Calls `onProgress` after each one.
 */
export async function hashPasswords(
  db: Pool,
  sheet: CustomerSheet,
  now: Date,
  onProgress: (done: number, total: number) => void,
): Promise<HashedPasswords> {
  const { validated } = await validateRows(db, sheet, now)
  const wanted = validated.filter(row => row.errors.length === 0 && (!row.known || row.password !== undefined))
  let done = 0
  const passwords = wanted.map(async ({ row, password, known }) => {
    const shown = password === undefined ? generatePassword() : null
    const password_hash = await hashingLimit(async () => {
      const isKept = known && password !== undefined && (await isPassword(password, known.password_hash))
      return isKept ? known.password_hash : hashPassword(password ?? shown ?? '')
    })
    onProgress(++done, wanted.length)
    return [row, { password_hash, shown }] as const
  })
  return new Map(await Promise.all(passwords))
}

/** Imports all valid rows of a customer workbook in one transaction and reports the others. */
export async function importCustomers(
  db: Database,
  by: By,
  sheet: CustomerSheet,
  passwords: HashedPasswords,
): Promise<CustomerImport> {
  return inTransaction(db, async tx => {
    // Serialized, so that the second of two imports with the same new customers updates those of the first.
    await takeLongHeldLock(tx, 'customer_import')
    await lockCustomers(tx, sheet.rows)
    const { validated: all, faults } = await validateRows(tx, sheet, by.now)
    const validated = all.map(row => withoutKeptPassword(row, passwords.get(row.row)))
    const readdressed = validated.filter(
      ({ known, email, errors }) => errors.length === 0 && isOtherEmail(email, known ?? { email: null }),
    )
    // Not the addresses that customers keep, which would be withdrawn and not set again.
    const emails = readdressed.flatMap(({ email }) => (email === undefined ? [] : accountKey(email)))
    await releaseExpiredPendingEmails(tx, emails, by.now)
    const ids = readdressed.flatMap(({ known }) => known?.id ?? [])
    await countRequests(tx, 'email_change', ids, by.now)

    const created: ImportedAccount[] = []
    for (const row of validated) {
      const hashed = passwords.get(row.row)
      const { known, company_name, email, errors } = row
      if (errors.length > 0) faults.push({ row: row.row, errors })
      else if (known && (row.password === undefined || hashed)) await updateCustomer(tx, by, { ...row, known }, hashed)
      else if (!known && hashed && company_name !== undefined && email !== undefined)
        created.push({ ...row, company_name, email, ...hashed, assigned_marketer_id: row.marketer_id })
      else faults.push({ row: row.row, errors: ['Bu müşteri aktarım sırasında değişti; satırı yeniden aktarın'] })
    }
    await addImportedCustomers(tx, by, created)

    const skipped = new Set(faults.map(({ row }) => row))
    const accepted = validated.filter(({ row }) => !skipped.has(row))
    return summaryOf(
      sheet.warnings,
      accepted,
      accepted.map(row => imported(row, row.known ? null : (passwords.get(row.row)?.shown ?? null))),
      faults.sort(byRow),
    )
  })
}

/** The row without a password that its customer already has, which neither is set again nor ends their sessions. */
function withoutKeptPassword(row: ValidatedRow, hashed: HashedPassword | undefined): ValidatedRow {
  if (!row.known || hashed?.password_hash !== row.known.password_hash) return row
  const { password: _, ...rest } = row
  return rest
}

const byRow = (a: { row: number }, b: { row: number }) => a.row - b.row

/** Locks the customers named by the rows until the transaction ends. */
async function lockCustomers(tx: Tx, rows: CustomerRow[]) {
  const keys = rows.map(({ username }) => accountKey(username))
  await tx
    .selectFrom('customers')
    .innerJoin('accounts', 'accounts.id', 'customers.id')
    .select('customers.id')
    .where('username_key', '=', sql<string>`any(${keys}::text[])`)
    .where('role', '=', 'customer')
    .orderBy('customers.id')
    .forNoKeyUpdate('customers')
    .execute()
}

/** Applies the fields that differ. A changed e-mail address is mailed to both addresses. */
async function updateCustomer(
  tx: Tx,
  by: By,
  row: ValidatedRow & { known: ExistingCustomer },
  hashed: HashedPassword | undefined,
) {
  if (changesOf(row).length === 0) return
  const { known, company_name, email, phone, address, password, marketer_id: assigned_marketer_id } = row
  const isAnother = email !== known.email
  const change = {
    company_name,
    // A new password reverts an address that awaits confirmation, even if that is the row's: then it is set again.
    email: isAnother || password !== undefined ? email : undefined,
    phone,
    address,
    assigned_marketer_id,
    // A generated password is for a new customer; one that was created after the passwords were hashed keeps its own.
    password_hash: password === undefined ? undefined : hashed?.password_hash,
  }
  await applyChange(tx, by, known.id, change, 'imported')
}

const COMPARED_FIELDS = ['company_name', 'email', 'phone', 'address', 'marketer'] as const

/** The fields that a row changes; a blank cell changes nothing. */
function changesOf(row: ValidatedRow): ImportedRow['changes'] {
  const changes = COMPARED_FIELDS.flatMap(field => {
    const [before, after] = [row.known?.[field] ?? null, row[field]]
    return after === undefined || after === before ? [] : [{ field, before, after }]
  })
  // Passwords are never shown, neither the old nor the new one.
  const password = { field: 'password', before: null, after: null }
  if (row.known) return row.password === undefined ? changes : [...changes, password]
  // The username is shown, since it reveals swapped columns.
  return [{ field: 'username', before: null, after: row.username }, ...changes, password]
}

function imported(row: ValidatedRow, password: string | null): ImportedCustomer {
  const { known } = row
  return {
    username: known?.username ?? row.username,
    company_name: row.company_name ?? known?.company_name ?? '',
    email: row.email ?? known?.email ?? '',
    password,
    action: known ? 'updated' : 'created',
    marketer: row.marketer ?? known?.marketer ?? null,
  }
}

/** Names the customers with a registration that still waits for its confirmation, which an import does not replace. */
function unconfirmed(rows: ValidatedRow[]): string[] {
  const names = rows.flatMap(({ known }) => (known && known.confirmed_email === null ? known.username : []))
  if (names.length === 0) return []
  return [`E-posta adresi onaylanmamış; onaylanana kadar giriş yapamaz: ${listed(names)}.`]
}

function summaryOf(
  aboutFile: string[],
  accepted: ValidatedRow[],
  imported_customers: ImportedCustomer[],
  faults: FaultyRow[],
): CustomerImport {
  const warnings = [...aboutFile, ...unconfirmed(accepted)]
  const unchanged_count = accepted.filter(row => row.known && changesOf(row).length === 0).length
  const created_count = imported_customers.filter(({ action }) => action === 'created').length
  return {
    success_count: imported_customers.length,
    created_count,
    updated_count: imported_customers.length - created_count,
    ...(unchanged_count > 0 && { unchanged_count }),
    error_count: faults.length,
    imported_customers,
    errors: faults.flatMap(({ row, errors }) => errors.map(error => `Satır ${row}: ${error}`)),
    ...(warnings.length > 0 && { warnings }),
  }
}
