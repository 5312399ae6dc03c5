import { reachDatabase, startupErrorMessage } from '../database.ts'
import { readEnvFile } from '../env-file.ts'
import { readSettings } from '../settings.ts'
import { InvalidCommand } from './admins.ts'
import { archivedOrderText, archiveText } from './archived-orders.ts'

/**
 * Prints the archived orders of deleted customers, also while the portal runs: `npm run archive` lists them without
 * names, `npm run archive -- NUMBER` prints one and records that in the audit trail.
 */

try {
  readEnvFile()
  const [number] = process.argv.slice(2)
  const { db, closeDatabase } = await reachDatabase(readSettings(process.env))
  try {
    console.log(number === undefined ? await archiveText(db) : await archivedOrderText(db, number, new Date()))
  } finally {
    await closeDatabase()
  }
} catch (error) {
  console.error(error instanceof InvalidCommand ? error.message : (startupErrorMessage(error) ?? error))
  process.exit(1)
}
