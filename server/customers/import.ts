import { sql } from 'kysely'
import { CustomerImport, type ImportedCustomer } from '#contract/customer-import.ts'
import { ImportedRow } from '#contract/inventory.ts'
import { accountKey } from '#contract/turkish.ts'
import { record } from '../audit/audit.ts'
import { freeOldWishes, openAccounts } from '../auth/accounts.ts'
import { fairQueue } from '../auth/fair-queue.ts'
import { hashPassword, newPassword } from '../auth/passwords.ts'
import { type Database, inTransaction, type Tx, takeAdvisoryLock } from '../db/tables.ts'
import type { Actor } from '../http/context.ts'
import { type SerializedReply, serializeInParts } from '../http/serialized-reply.ts'
import { writeChange } from './changes.ts'
import type { CustomerRow, FaultyRow } from './customer-rows.ts'
import { searchText } from './customers.ts'
import { type Judged, judge, type Known } from './row-validation.ts'

export type Sheet = { rows: CustomerRow[]; faults: FaultyRow[] }

/** What a row's customer will log in with; `shown` is a password that nobody knows yet. */
type Secret = { password_hash: string; shown: string | null }
export type Secrets = Map<number, Secret>

type By = { actor: Actor<'admin'>; now: Date }

type NewRow = Judged & { known: undefined; secret: Secret; company_name: string; email: string }

/** Says what would become of every row. Nothing is done. */
export async function previewImport(db: Database, sheet: Sheet, now: Date): Promise<SerializedReply> {
  const judged = await judge(db, sheet.rows, now)
  const rows = [
    ...judged.map((row): ImportedRow => {
      if (row.errors.length > 0) return { row: row.row, action: 'error', changes: [], errors: row.errors }
      const changes = changesOf(row)
      const action = !row.known ? 'created' : changes.length > 0 ? 'updated' : 'unchanged'
      return { row: row.row, action, changes, errors: [] }
    }),
    ...sheet.faults.map(fault => ({ ...fault, action: 'error' as const, changes: [] })),
  ].sort(byRow)
  const taken = judged.filter(row => row.errors.length === 0)
  const value = answer(
    taken.map(row => imported(row, null)),
    rows.filter(row => row.action === 'error'),
  )
  return serializeInParts({ schema: CustomerImport, value }, { field: 'rows', item: ImportedRow, values: rows })
}

/** Passwords of all imports: however many rows wait, they take no place from people who log in. */
const inLine = fairQueue({
  places: 2,
  placesPerKey: 2,
  waitingPerKey: Number.POSITIVE_INFINITY,
  waiting: Number.POSITIVE_INFINITY,
})

/**
 * Hashes the passwords that the rows need, which takes its time: two at once, in threads beside this one, so that others
 * are served meanwhile. `tell` hears how many are done.
 */
export async function prepareSecrets(
  db: Database,
  { rows }: Sheet,
  now: Date,
  tell: (done: number, total: number) => void,
): Promise<Secrets> {
  const judged = await judge(db, rows, now)
  const wanted = judged.filter(row => row.errors.length === 0 && (!row.known || row.password !== undefined))
  let done = 0
  const secrets = wanted.map(async ({ row, password }) => {
    const shown = password === undefined ? newPassword() : null
    const password_hash = await inLine('', () => hashPassword(password ?? shown ?? ''))
    tell(++done, wanted.length)
    return [row, { password_hash, shown }] as const
  })
  return new Map(await Promise.all(secrets))
}

/** Takes the rows of a customers' workbook: all that are right, together; the others are named. */
export async function importCustomers(db: Database, by: By, sheet: Sheet, secrets: Secrets): Promise<CustomerImport> {
  return inTransaction(db, async tx => {
    // Of two lists with the same new customers the second finds those of the first, and updates them.
    await takeAdvisoryLock(tx, 'import of customers')
    await lockCustomers(tx, sheet.rows)
    const judged = await judge(tx, sheet.rows, by.now)
    const emails = judged.flatMap(({ email }) => (email === undefined ? [] : [accountKey(email)]))
    await freeOldWishes(tx, emails, by.now)

    const faults = [...sheet.faults]
    const created: NewRow[] = []
    for (const row of judged) {
      const secret = secrets.get(row.row)
      const { known, company_name, email, errors } = row
      if (errors.length > 0) faults.push({ row: row.row, errors })
      else if (known && (row.password === undefined || secret)) await updateCustomer(tx, by, { ...row, known }, secret)
      else if (!known && secret && company_name !== undefined && email !== undefined)
        created.push({ ...row, known, secret, company_name, email })
      else faults.push({ row: row.row, errors: ['Bu müşteri aktarım sırasında değişti; satırı yeniden aktarın'] })
    }
    await createCustomers(tx, by, created)
    // Until the database has looked at so many new rows by itself, it would search the lists as if they were short.
    if (created.length >= AT_ONCE) await sql`analyze accounts, customers`.execute(tx)

    const left = new Set(faults.map(({ row }) => row))
    const taken = judged.filter(({ row }) => !left.has(row))
    return answer(
      taken.map(row => imported(row, row.known ? null : (secrets.get(row.row)?.shown ?? null))),
      faults.sort(byRow),
    )
  })
}

const byRow = (a: { row: number }, b: { row: number }) => a.row - b.row

/** The customers that rows name, nobody else's to change until the import is done. */
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

const AT_ONCE = 1000

async function createCustomers(tx: Tx, by: By, rows: NewRow[]) {
  const accounts = rows.map(({ username, company_name: name, email, secret: { password_hash } }) => {
    return { role: 'customer' as const, username, name, email, password_hash, email_confirmed: true }
  })
  const ids = await openAccounts(tx, accounts, by.now)
  const customers = rows.map(({ username, company_name: name, phone = '', address = '', marketer_id = null }, i) => {
    const search_text = searchText({ name, username })
    return { id: ids[i]!, phone, address, assigned_marketer_id: marketer_id, search_text }
  })
  for (let i = 0; i < customers.length; i += AT_ONCE)
    await tx
      .insertInto('customers')
      .values(customers.slice(i, i + AT_ONCE))
      .execute()
  const deeds = rows.map(({ username, company_name, email, phone, address, marketer_id: assigned_marketer_id }, i) => {
    const after = { username, company_name, email, phone, address, assigned_marketer_id }
    return { action: 'imported' as const, entity: 'customer' as const, entity_id: ids[i]!, after }
  })
  await record(tx, by, deeds)
}

/** Writes what a row says otherwise. Of an e-mail address that changes both the old and the new one are told. */
async function updateCustomer(tx: Tx, by: By, row: Judged & { known: Known }, secret: Secret | undefined) {
  if (changesOf(row).length === 0) return
  const { known, company_name, email, phone, address, password, marketer_id: assigned_marketer_id } = row
  const isAnother = email !== undefined && email !== known.email
  const change = {
    company_name,
    email: isAnother ? email : undefined,
    phone,
    address,
    assigned_marketer_id,
    // One that was generated is for a customer that nobody knew then; whoever has come meanwhile keeps its own.
    password_hash: password === undefined ? undefined : secret?.password_hash,
  }
  await writeChange(tx, by, known.id, change, 'imported')
}

const SHOWN = ['company_name', 'email', 'phone', 'address', 'marketer'] as const

/** The fields that a row changes; a blank cell changes nothing. */
function changesOf(row: Judged): ImportedRow['changes'] {
  const changes = SHOWN.flatMap(field => {
    const [before, after] = [row.known?.[field] ?? null, row[field]]
    return after === undefined || after === before ? [] : [{ field, before, after }]
  })
  // What a password was and will be is nobody's business.
  const password = { field: 'password', before: null, after: null }
  if (row.known) return row.password === undefined ? changes : [...changes, password]
  // Cells that stand in each other's columns are seen by the name that somebody would log in with.
  return [{ field: 'username', before: null, after: row.username }, ...changes, password]
}

function imported(row: Judged, password: string | null): ImportedCustomer {
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

function answer(imported_customers: ImportedCustomer[], faults: FaultyRow[]): CustomerImport {
  const created_count = imported_customers.filter(({ action }) => action === 'created').length
  return {
    success_count: imported_customers.length,
    created_count,
    updated_count: imported_customers.length - created_count,
    error_count: faults.length,
    imported_customers,
    errors: faults.flatMap(({ row, errors }) => errors.map(error => `Satır ${row}: ${error}`)),
  }
}
