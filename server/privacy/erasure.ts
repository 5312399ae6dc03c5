import { sql } from 'kysely'
import { flush, inTransaction, type Pool, type Tx } from '../db/transaction.ts'
import { deleteExpiredArchive } from './archive.ts'

/**
 * Replaces the personal data of a customer whose account was deleted in this transaction: in the audit trail by its
 * pseudonym immediately, in the stock ledger within the hour (`completeDueErasures`). What is replaced is determined by
 * the database function of migration 023.
 */
export async function pseudonymizeCustomer(tx: Tx, id: string, now: Date) {
  await flush(tx)
  await sql`select pseudonymize_customer(${id}::uuid, ${now})`.execute(tx)
}

/**
 * As `pseudonymizeCustomer`, for a customer that never had an order: the stock ledger, of which all rows would be read,
 * does not name it.
 */
export async function pseudonymizeRegistration(tx: Tx, id: string, now: Date) {
  await pseudonymizeCustomer(tx, id, now)
  await tx.deleteFrom('pseudonyms_due').where('account_id', '=', id).execute()
}

/** Replaces names in the stock ledger that are due, and deletes archived orders whose retention has ended. */
export async function completeDueErasures(db: Pool, now: Date) {
  await inTransaction(db, async tx => {
    // The ledger is read whole, which may take longer than a request may.
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`select pseudonymize_ledger()`.execute(tx)
  })
  await deleteExpiredArchive(db, now)
}
