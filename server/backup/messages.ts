import { BackupImpossible } from './backup.ts'
import type { Counted, FigureComparison } from './figure-comparison.ts'
import { DamagedBackup, type Manifest } from './format.ts'

/** The message for an error of a backup or a restore that the operator can fix; undefined for any other. */
export function backupErrorMessage(error: unknown): string | undefined {
  if (error instanceof BackupImpossible || error instanceof DamagedBackup) return error.message
  // A folder that cannot be written, a file that is a folder, a full disk: the message names operation and file.
  return error instanceof Error && 'syscall' in error ? error.message : undefined
}

/** A description of a backup's content for the operator. */
export function contentMessage({ created_at, schema, program, tables }: Manifest): string {
  const rows = (table: string) => (tables[table]?.rows ?? 0).toLocaleString('en')
  const all = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  return [
    `  made at ${created_at} by version ${program}, schema ${schema}`,
    `  ${rows('orders')} orders, ${rows('products')} products, ${rows('customers')} customers, ${rows('images')} pictures, ` +
      `${rows('stock_ledger')} stock movements; ${all.toLocaleString('en')} rows of ${Object.keys(tables).length} tables`,
  ].join('\n')
}

/** A warning for each table of a backup that a restore leaves out, for the operator; empty without any. */
export const unknownTablesMessage = (tables: string[]) =>
  warningsOf(tables, 'A restore leaves it out unless the database has it, empty.')

/** The same after a restore, of the tables that it has left out. */
export const leftOutMessage = (tables: string[]) => warningsOf(tables, 'It was left out.')

const warningsOf = (tables: string[], consequence: string) =>
  tables.map(table => `\n  WARNING: ${table} is no table of the portal. ${consequence}`).join('')

/** What has to be done after a restore, for the operator. */
export const AFTER_RESTORE = [
  '  All users have to log in again: sessions, and links that set passwords and confirm addresses, were not restored.',
  '  Passwords, second factors, locks and data are those of the backup: repeat the changes and deletions made since',
  '  (docs/operating.md, "Restoring").',
].join('\n')

/** The result of comparing the figures, for the operator. */
export function comparisonMessage({ products, orders, days }: FigureComparison): string {
  const line = ({ all, wrong }: Counted, agree: string, differ: string) =>
    wrong === 0 ? `  ${agree} (${all.toLocaleString('en')}).` : `  WARNING: ${differ} (${wrong} of ${all}).`
  return [
    line(products, 'The stock of all products agrees with its ledger', 'The stock of products differs from its ledger'),
    line(orders, 'The amounts of all orders agree with their lines', 'The amounts of orders differ from their lines'),
    line(days, 'The sums of sales agree with the orders', 'Sums of sales differ from the orders; run npm run sums'),
  ].join('\n')
}

/** The message for the operator if the copies' folder does not exist; the admin's screen recognizes its words. */
export const missingCopyFolderMessage = (folder: string) =>
  `BACKUP_COPY_DIR (${folder}) does not exist: mount its share, or create the folder.`

/** The same if a copy takes too long, which is ended then. */
export const slowCopyMessage = (folder: string, hours: number) =>
  `The copy into BACKUP_COPY_DIR (${folder}) has not ended after ${hours} hours: check its share and the line to it.`

/** The same if its share hangs. */
export const unresponsiveCopyFolderMessage = (folder: string) =>
  `BACKUP_COPY_DIR (${folder}) does not respond: check its share.`
