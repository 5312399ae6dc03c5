import { join } from 'node:path'
import { BackupImpossible, backupName, onSnapshot, writeBackup } from '../backup/backup.ts'
import { DamagedBackup } from '../backup/format.ts'
import { contentMessage } from '../backup/messages.ts'
import { reachUnmigrated, startupErrorMessage } from '../database.ts'
import { readSettings } from '../settings.ts'

/** Saves the database into a file, also while the portal runs and orders are placed: `npm run backup -- [FILE]`. */

try {
  process.loadEnvFile()
} catch {
  // The .env file is optional.
}

try {
  const began = Date.now()
  const settings = readSettings(process.env)
  const now = new Date()
  const file = process.argv[2] ?? join(settings.backups?.dir ?? join(settings.dataDir, 'backups'), backupName(now))
  const { db, closeDatabase } = await reachUnmigrated(settings, { isShared: true })
  try {
    const { bytes, manifest } = await onSnapshot(db, tx => writeBackup(tx, file, { now }))
    const size = `${(bytes / 1e6).toFixed(1)} MB, ${((Date.now() - began) / 1000).toFixed(1)} s`
    console.log(`Saved and read back: ${file} (${size})\n${contentMessage(manifest)}`)
  } finally {
    await closeDatabase()
  }
} catch (error) {
  const isKnown = error instanceof BackupImpossible || error instanceof DamagedBackup
  console.error(isKnown ? error.message : (startupErrorMessage(error) ?? error))
  process.exit(1)
}
