import { join } from 'node:path'
import { startupErrorMessage } from './database.ts'
import { readEnvFile } from './env-file.ts'
import { readSettings, type Settings } from './settings.ts'

try {
  readEnvFile()
  const settings = readSettings(process.env)
  console.log(`Toptan: ${await (settings.workers === 1 ? startAlone(settings) : startWorkers(settings))}`)
} catch (error) {
  console.error(startupErrorMessage(error) ?? error)
  process.exit(1)
}

/** Starts the portal in this process and resolves to its address. Imports it here, as a primary process needs none. */
async function startAlone(settings: Settings): Promise<string> {
  // Without a handler the signal would end the process and abort its running requests.
  process.on('SIGHUP', () => console.error('SIGHUP is ignored: it replaces workers, and WORKERS is 1'))
  const { startPortal } = await import('./portal.ts')
  const { newAdminMessage } = await import('./first-admin.ts')
  const portal = await startPortal(settings, { webRoot: join(import.meta.dirname, '../web') })
  if (portal.newAdmin) console.log(newAdminMessage(portal.newAdmin))
  portal.stopOnSignals()
  return portal.address
}

async function startWorkers(settings: Settings): Promise<string> {
  const { startCluster } = await import('./cluster.ts')
  return startCluster(settings, { program: join(import.meta.dirname, 'worker.js') })
}
