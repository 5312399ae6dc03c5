import type { Tx } from '../db/transaction.ts'

/**
 * Ends all sessions, with their push subscriptions, and deletes the links that confirm an address or reset a password:
 * those of a backup may have been ended and used since. Links that undo a change of address stay, as the changes do.
 * `tables` are those of the schema, which may be an older one.
 */
export async function endRestoredAccess(tx: Tx, tables: ReadonlySet<string>) {
  await tx.deleteFrom('sessions').execute()
  if (tables.has('account_links')) await tx.deleteFrom('account_links').where('purpose', '<>', 'undo').execute()
}
