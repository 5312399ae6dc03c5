import { parentPort, workerData } from 'node:worker_threads'
import { drawPages } from './sheet-pages.ts'
import type { Sheets } from './sheets.ts'

parentPort?.once('message', () => {
  const bytes = drawPages(workerData satisfies Sheets)
  parentPort?.postMessage(bytes, [bytes.buffer])
})
