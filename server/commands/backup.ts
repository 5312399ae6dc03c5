import { join } from 'node:path'
import { BackupImpossible, backupName, runBackupSnapshot, writeBackup } from '../backup/backup.ts'
import { backupErrorMessage, contentMessage, unknownTablesMessage } from '../backup/messages.ts'
import { unknownTables } from '../backup/restore.ts'
import { announceDatabase, ownersUrl, reachUnmigrated, requireDatabase, startupErrorMessage } from '../database.ts'
import { readEnvFile } from '../env-file.ts'
import { readSettings } from '../settings.ts'

/** Saves the database into a file, also while the portal runs and orders are placed: `npm run backup -- [FILE]`. */

const USAGE = 'Usage: npm run backup -- [FILE]'

try {
  readEnvFile()
  const began = Date.now()
  const [given, ...more] = process.argv.slice(2)
  if (given?.startsWith('-') || more.length) throw new BackupImpossible(USAGE)
  const settings = readSettings(process.env)
  requireDatabase(settings)
  announceDatabase({ ...settings, databaseUrl: ownersUrl(settings) })
  const now = new Date()
  const file = given ?? join(settings.backups?.dir ?? join(settings.dataDir, 'backups'), backupName(now))
  const { db, closeDatabase } = await reachUnmigrated(settings, { isShared: true })
  try {
    const { bytes, manifest } = await runBackupSnapshot(db, tx => writeBackup(tx, file, { now }))
    const size = `${(bytes / 1e6).toFixed(1)} MB, ${((Date.now() - began) / 1000).toFixed(1)} s`
    console.log(
      `Saved and read back: ${file} (${size})\n${contentMessage(manifest)}${unknownTablesMessage(await unknownTables(manifest))}`,
    )
  } finally {
    await closeDatabase()
  }
} catch (error) {
  console.error(startupErrorMessage(error) ?? backupErrorMessage(error) ?? error)
  process.exit(1)
}
