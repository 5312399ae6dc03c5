import { Worker } from 'node:worker_threads'
import { bundleOfSource } from '../documents/source-bundle.ts'
import type { Pdf, ReadCommand, ReadReply } from './pdf-reader.ts'

export type { PdfPage } from './pdf-reader.ts'

type Waiting = { resolve: (pdf: Pdf) => void; reject: (error: Error) => void }

const waiting = new Map<number, Waiting>()
let reader: Promise<Worker> | undefined
let lastId = 0

/**
 * Reads the visible content of a PDF. In a thread of its own: the library replaces functions of JavaScript, such as
 * those of JSON, by slow ones, and adds those that this Node does not have, everywhere in the thread that loads it.
 */
export async function readPdf(bytes: Uint8Array): Promise<Pdf> {
  reader ??= startReader()
  const thread = await reader
  const id = ++lastId
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    thread.postMessage({ id, bytes: new Uint8Array(bytes) } satisfies ReadCommand)
  })
}

async function startReader(): Promise<Worker> {
  const program = await bundleOfSource(new URL('pdf-reader.ts', import.meta.url))
  const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`))
  // It serves all tests of this process, and ends with it.
  thread.unref()
  thread.on('message', ({ id, pdf, error }: ReadReply) => {
    const { resolve, reject } = waiting.get(id) ?? {}
    waiting.delete(id)
    if (pdf) resolve?.(pdf)
    else reject?.(new Error(error))
  })
  thread.on('error', error => {
    // The next PDF is read by a new thread.
    reader = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  })
  return thread
}
