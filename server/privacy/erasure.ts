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

/** Replaces names in the stock ledger that are due, and deletes archived orders whose retention has ended. */
export async function completeDueErasures(db: Pool, now: Date) {
  await inTransaction(db, async tx => {
    // The ledger is read whole, which may take longer than a request may.
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`select pseudonymize_ledger()`.execute(tx)
  })
  await deleteExpiredArchive(db, now)
}
