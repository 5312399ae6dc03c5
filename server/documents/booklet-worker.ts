import { parentPort, workerData } from 'node:worker_threads'
import type { Booklet, DrawMessage } from './booklet.ts'
import { openPages } from './booklet-pages.ts'

const { write, finish } = openPages(workerData satisfies Booklet)

parentPort?.on('message', (order: DrawMessage) => {
  const piece = 'part' in order ? write(order.part) : finish()
  parentPort?.postMessage(piece, [piece.buffer])
})
