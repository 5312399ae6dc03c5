import { reachDatabase, startupErrorMessage } from '../database.ts'
import { inTransaction } from '../db/transaction.ts'
import { readEnvFile } from '../env-file.ts'
import { recomputeSums } from '../reports/sums.ts'
import { readSettings } from '../settings.ts'

/** Recomputes the sums of the reports from the orders, also while the portal runs: `npm run sums`. */

try {
  readEnvFile()
  const { db, closeDatabase } = await reachDatabase(readSettings(process.env))
  const began = Date.now()
  try {
    await inTransaction(db, recomputeSums)
    console.log(`All sums have been recomputed (${((Date.now() - began) / 1000).toFixed(1)} s).`)
  } finally {
    await closeDatabase()
  }
} catch (error) {
  console.error(startupErrorMessage(error) ?? error)
  process.exit(1)
}
