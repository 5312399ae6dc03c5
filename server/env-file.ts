import { accessSync, constants, existsSync } from 'node:fs'
import { messageOf } from './db/unavailable.ts'
import { WrongSettings } from './settings.ts'

/**
 * Adds the settings of a file, which may be absent, to the environment, whose own variables take precedence. Throws
 * `WrongSettings` if the file cannot be read, since the portal would otherwise start without it, on an empty database.
 */
export function readEnvFile(file = '.env') {
  if (!existsSync(file)) return
  try {
    // loadEnvFile reports a file without read permission as missing.
    accessSync(file, constants.R_OK)
    process.loadEnvFile(file)
  } catch (error) {
    throw new WrongSettings([`${file} cannot be read: ${messageOf(error)}`])
  }
}
