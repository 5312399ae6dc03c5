import { join } from 'node:path'
import { startPortal, startupErrorMessage } from './portal.ts'
import { readSettings } from './settings.ts'

try {
  process.loadEnvFile()
} catch {
  // The .env file is optional.
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
  console.error(startupErrorMessage(error) ?? error)
  process.exit(1)
}
