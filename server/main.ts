import { join } from 'node:path'
import { plainly, startPortal } from './portal.ts'
import { readSettings } from './settings.ts'

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
  console.error(plainly(error) ?? error)
  process.exit(1)
}
