import { Worker } from 'node:worker_threads'

/** A printed list: a first page with its title and facts, a table of contents, and rows in sections. */
export type Booklet = {
  /** The language of the text, as a BCP 47 tag. */
  language: string
  publisher: string
  title: string
  /** The date shown on the pages, and the creation date in the file's metadata. */
  day: string
  made: Date
  /** A value may have several lines. */
  facts: { label: string; value: string }[]
  /** Printed at the bottom of every page. */
  footnote: string
  contents: string
  /** The text of the page number; contains `{page}` and `{pages}`. */
  pageOf: string
  /** The heading of a section that continues on another page; contains `{title}`. */
  continued: string
  /** The heading of the rows' titles; those of the other columns follow. */
  titleLabel: string
  columns: Column[]
  sections: Section[]
  /** Printed below the last row; the last one is the grand total. */
  totals?: { label: string; value: string }[]
}

export type Column = { label: string; width: number; align: 'left' | 'right'; isBold?: boolean }

/** A section: `amount` is printed beside the title, `mark` is the letter shown instead of a missing picture. */
export type Section = { title: string; amount: string; mark: string; rows: number }

export type Row = { title: string; subtitle: string; cells: string[]; remark: string; picture: string | undefined }

/** Consecutive rows, in the order of the sections, and the JPEG of each picture that has not been sent before. */
export type Part = { rows: Row[]; pictures: Map<string, Uint8Array> }

/** The messages to the drawing thread: rows in parts, then the end. */
export type Order = { part: Part } | { end: true }

export type Limits = {
  /** The timeout of drawing, in seconds. */
  seconds: number
  /** The thread's heap limit, in megabytes; pictures and finished pages do not count. */
  megabytes: number
}

const LIMITS: Limits = { seconds: 180, megabytes: 256 }

/**
 * Draws a booklet as a PDF in a worker thread and returns it in consecutive pieces. Neither all rows nor all pictures
 * are in memory at once. Throws if drawing fails or exceeds the limits.
 */
export async function drawBooklet(
  booklet: Booklet,
  parts: AsyncIterable<Part>,
  limits: Partial<Limits> = {},
): Promise<Uint8Array[]> {
  const { seconds, megabytes } = { ...LIMITS, ...limits }
  const thread = startThread(booklet, megabytes)
  const { nextPiece, failed } = conversation(thread, seconds)
  const pieces: Uint8Array[] = []
  const send = async (order: Order) => {
    const piece = nextPiece()
    thread.postMessage(order)
    pieces.push(await Promise.race([piece, failed]))
  }
  try {
    for await (const part of parts) await send({ part })
    await send({ end: true })
    return pieces
  } finally {
    await thread.terminate()
  }
}

function conversation(thread: Worker, seconds: number) {
  const failed = new Promise<never>((_, reject) => {
    const tooSlow = setTimeout(() => reject(new Error(`the booklet was not drawn within ${seconds} s`)), seconds * 1000)
    thread.once('error', reject)
    thread.once('exit', () => {
      clearTimeout(tooSlow)
      reject(new Error('the drawing thread died'))
    })
  })
  // The thread may fail while nothing is awaited: the next request gets the error.
  failed.catch(() => undefined)
  const nextPiece = () => new Promise<Uint8Array>(resolve => thread.once('message', resolve))
  return { nextPiece, failed }
}

/** Starts the worker from its TypeScript source in development and from the bundled file in the build. */
function startThread(booklet: Booklet, megabytes: number): Worker {
  const here = import.meta.url
  const options = {
    workerData: booklet,
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
    execArgv: [],
    env: {},
    stderr: true,
  }
  const thread = here.endsWith('.ts')
    ? new Worker(fromSource(import.meta.resolve('tsx/esm/api'), new URL('./booklet-worker.ts', here)), {
        ...options,
        eval: true,
      })
    : new Worker(new URL('./booklet-worker.js', here), options)
  thread.stderr.resume()
  return thread
}

const fromSource = (tsx: string, program: URL) =>
  `import('${tsx}').then(({ register }) => { register(); return import('${program.href}') })`
