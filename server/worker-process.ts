import cluster from 'node:cluster'
import type { AppOptions } from './app.ts'
import { logToStderr, startupErrorMessage } from './database.ts'
import { newAdminMessage } from './first-admin.ts'
import { startPortal } from './portal.ts'
import { readSettings } from './settings.ts'
import { EmbeddedAddress, PING, PONG, RETIRE, RUNNING_DATABASE, type Serving } from './worker-messages.ts'
import { workerMetrics } from './worker-metrics.ts'

/** Runs the portal as one of the workers of `cluster.ts`; sends its address to the primary process once it listens. */
export async function runWorker({ webRoot }: Pick<AppOptions, 'webRoot'>) {
  // Only the primary process handles it, but a terminal sends it to all processes.
  process.on('SIGHUP', () => undefined)
  // Sending to a primary process that has ended fails with this error; then the worker ends as well.
  cluster.worker?.on('error', () => process.exit(1))
  const { collectMetrics, sendLast } = workerMetrics()
  try {
    const running = process.env[RUNNING_DATABASE]
    const portal = await startPortal(readSettings(process.env), {
      webRoot,
      collectMetrics,
      runningDatabase: running ? EmbeddedAddress.parse(JSON.parse(running)) : undefined,
    })
    if (portal.newAdmin) process.stdout.write(`${newAdminMessage(portal.newAdmin)}\n`)
    portal.stopOnSignals()
    process.on('message', message => {
      if (message === PING) process.send?.(PONG)
      if (message === RETIRE) portal.exitAfter(portal.retire().then(sendLast))
    })
    process.send?.({ address: portal.address } satisfies Serving)
  } catch (error) {
    logToStderr(startupErrorMessage(error) ?? String(error instanceof Error ? error.stack : error))
    process.exit(1)
  }
}
