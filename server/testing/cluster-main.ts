import { join } from 'node:path'
import { startCluster } from '../cluster.ts'
import { readSettings } from '../settings.ts'

// Several processes behind one port, as main.ts starts them; see workers.ts.

const { PING_INTERVAL } = process.env
const address = await startCluster(readSettings(process.env), {
  program: join(process.cwd(), 'worker.mjs'),
  ...(PING_INTERVAL && { pingInterval: Number(PING_INTERVAL) }),
})
process.stdout.write(`Toptan: ${address}\n`)
