import { accessSync, constants, existsSync } from 'node:fs'
import { messageOf } from './db/unavailable.ts'
import { WrongSettings } from './settings.ts'

/**
 * Adds the settings of the file to the environment, which may be absent; those of the environment come first. Throws
 * `WrongSettings` if it cannot be read, since the portal would otherwise start without them, on an empty database.
 */
export function readEnvFile(file = '.env') {
  if (!existsSync(file)) return
  try {
    // Of a file that it may not read, loadEnvFile says that it does not exist.
    accessSync(file, constants.R_OK)
    process.loadEnvFile(file)
  } catch (error) {
    throw new WrongSettings([`${file} cannot be read: ${messageOf(error)}`])
  }
}
