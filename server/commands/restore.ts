import { compareFigures } from '../backup/agreement.ts'
import { BackupImpossible } from '../backup/backup.ts'
import { checkBackup, DamagedBackup } from '../backup/format.ts'
import { agreementMessage, contentMessage } from '../backup/messages.ts'
import { checkRestorable, restoreBackup } from '../backup/restore.ts'
import { reachUnmigrated, startupErrorMessage } from '../database.ts'
import { readSettings } from '../settings.ts'

/**
 * Restores a backup into a database without data while no portal runs on it: `npm run restore -- FILE`. With `--check`
 * the file is only read and checked.
 */

const USAGE = 'Usage: npm run restore -- FILE [--check]'

try {
  process.loadEnvFile()
} catch {
  // The .env file is optional.
}

try {
  const began = Date.now()
  const since = () => `${((Date.now() - began) / 1000).toFixed(1)} s`
  const [file, option] = process.argv.slice(2)
  if (!file || (option !== undefined && option !== '--check')) throw new BackupImpossible(USAGE)
  if (option === '--check') {
    const manifest = await checkBackup(file)
    console.log(`Whole: ${file} (${since()})\n${contentMessage(manifest)}`)
  } else await restore(file, since)
} catch (error) {
  const isKnown = error instanceof BackupImpossible || error instanceof DamagedBackup
  console.error(isKnown ? error.message : (startupErrorMessage(error) ?? error))
  process.exit(1)
}

async function restore(file: string, since: () => string) {
  // Before a database is created for it.
  const manifest = await checkRestorable(file)
  const { db, closeDatabase } = await reachUnmigrated(readSettings(process.env), { isShared: false })
  try {
    await restoreBackup(db, file, manifest)
    console.log(`Restored: ${file} (${since()})\n${contentMessage(manifest)}`)
    console.log(agreementMessage(await compareFigures(db)))
  } finally {
    await closeDatabase()
  }
}
