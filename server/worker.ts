import { join } from 'node:path'
import { runWorker } from './worker-process.ts'

// One of several processes that serve the portal on one port; see cluster.ts.

await runWorker({ webRoot: join(import.meta.dirname, '../web') })
