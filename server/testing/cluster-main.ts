import { join } from 'node:path'
import { startCluster } from '../cluster.ts'
import { readSettings } from '../settings.ts'

// Several processes behind one port, as main.ts starts them; see workers.ts.

const address = await startCluster(readSettings(process.env), { program: join(process.cwd(), 'worker.mjs') })
process.stdout.write(`Toptan: ${address}\n`)
