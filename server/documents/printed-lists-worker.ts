import { parentPort, workerData } from 'node:worker_threads'
import { drawPages } from './printed-list-pages.ts'
import type { PrintedLists } from './printed-lists.ts'

parentPort?.once('message', () => {
  const bytes = drawPages(workerData satisfies PrintedLists)
  parentPort?.postMessage(bytes, [bytes.buffer])
})
