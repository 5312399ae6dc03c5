import { BackupImpossible } from '../backup/backup.ts'
import { compareFigures } from '../backup/figure-comparison.ts'
import {
  AFTER_RESTORE,
  backupErrorMessage,
  comparisonMessage,
  contentMessage,
  leftOutMessage,
  unknownTablesMessage,
} from '../backup/messages.ts'
import { checkRestorable, restoreBackup, unknownTables } from '../backup/restore.ts'
import { announceDatabase, ownersUrl, reachUnmigrated, startupErrorMessage } from '../database.ts'
import { readEnvFile } from '../env-file.ts'
import { securityInsert } from '../security-log/security-log.ts'
import { readSettings } from '../settings.ts'

/**
 * Restores a backup into a database without data while no portal runs on it: `npm run restore -- FILE`. With `--check`
 * the file is only read and checked: that it is complete, and that this program can restore it.
 */

const USAGE = 'Usage: npm run restore -- FILE [--check]'

try {
  readEnvFile()
  const began = Date.now()
  const since = () => `${((Date.now() - began) / 1000).toFixed(1)} s`
  const [file, option] = process.argv.slice(2)
  if (!file || (option !== undefined && option !== '--check')) throw new BackupImpossible(USAGE)
  if (option === '--check') {
    const manifest = await checkRestorable(file)
    console.log(
      `Whole: ${file} (${since()})\n${contentMessage(manifest)}${unknownTablesMessage(await unknownTables(manifest))}`,
    )
  } else await restore(file, since)
} catch (error) {
  console.error(startupErrorMessage(error) ?? backupErrorMessage(error) ?? error)
  process.exit(1)
}

async function restore(file: string, since: () => string) {
  // Before opening the database, which may create it.
  const manifest = await checkRestorable(file)
  const settings = readSettings(process.env)
  announceDatabase({ ...settings, databaseUrl: ownersUrl(settings) })
  const { db, closeDatabase } = await reachUnmigrated(settings, { isShared: false })
  try {
    const leftOut = await restoreBackup(db, file, manifest)
    console.log(`Restored: ${file} (${since()})\n${contentMessage(manifest)}${leftOutMessage(leftOut)}`)
    console.log(comparisonMessage(await compareFigures(db)))
    await db.executeQuery(securityInsert([{ created_at: new Date(), event: 'restored' }]).compile())
    console.log(AFTER_RESTORE)
  } finally {
    await closeDatabase()
  }
}
