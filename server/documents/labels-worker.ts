import { parentPort, workerData } from 'node:worker_threads'
import { drawLabelPages } from './label-pages.ts'
import type { Labels } from './labels.ts'

parentPort?.once('message', () => {
  const bytes = drawLabelPages(workerData satisfies Labels)
  parentPort?.postMessage(bytes, [bytes.buffer])
})
