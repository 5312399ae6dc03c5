import { runWorker } from '../worker-process.ts'

// One of the processes of cluster-main.ts.

await runWorker({ webRoot: undefined })
