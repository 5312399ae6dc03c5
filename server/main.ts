import { join } from 'node:path'
import { startPortal, UnusableDatabase } from './portal.ts'
import { readSettings, WrongSettings } from './settings.ts'

try {
  process.loadEnvFile()
} catch {
  // Without a .env file the environment alone counts.
}

try {
  const portal = await startPortal(readSettings(process.env), {
    webRoot: join(import.meta.dirname, '../web'),
  })
  if (portal.newAdmin) {
    console.log(`First admin: ${portal.newAdmin.username}   password (shown only now): ${portal.newAdmin.password}`)
  }
  portal.stopOnSignals()
  console.log(`Toptan: ${portal.address}`)
} catch (error) {
  console.error(isPlain(error) ? error.message : error)
  process.exit(1)
}

/** What whoever starts the portal can mend needs no stack. */
function isPlain(error: unknown): error is Error {
  const isPortTaken = error instanceof Error && 'syscall' in error && error.syscall === 'listen'
  return isPortTaken || error instanceof WrongSettings || error instanceof UnusableDatabase
}
