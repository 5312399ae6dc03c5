import { Worker } from 'node:worker_threads'

/** A printed list: a first page with its title and facts, a table of contents, and rows in sections. */
export type Booklet = {
  /** Of the text, as BCP 47 has it. */
  language: string
  publisher: string
  title: string
  /** As it is shown, and as the file keeps it. */
  day: string
  made: Date
  /** A value may have several lines. */
  facts: { label: string; value: string }[]
  /** Stands at the foot of every page. */
  footnote: string
  contents: string
  /** `{page}` and `{pages}` are filled in. */
  pageOf: string
  /** `{title}` is filled in, where a section goes on on another page. */
  continued: string
  /** What a row's title is; the columns beside it come after it. */
  titleLabel: string
  columns: Column[]
  sections: Section[]
  /** Stand below the last row; the last of them is the sum. */
  totals?: { label: string; value: string }[]
}

export type Column = { label: string; width: number; align: 'left' | 'right'; isBold?: boolean }

/** `mark` is a letter that stands for a row without picture, `amount` is said beside the title. */
export type Section = { title: string; amount: string; mark: string; rows: number }

export type Row = { title: string; subtitle: string; cells: string[]; remark: string; picture: string | undefined }

/** Some of the rows, in the order of the sections, and the JPEG of each picture when it comes for the first time. */
export type Part = { rows: Row[]; pictures: Map<string, Uint8Array> }

/** The messages to the drawing thread: rows in parts, then the end. */
export type Order = { part: Part } | { end: true }

export type Limits = {
  /** How long drawing may take. */
  seconds: number
  /** What the thread may use for itself; pictures and finished pages not counted. */
  megabytes: number
}

const LIMITS: Limits = { seconds: 180, megabytes: 256 }

/**
 * Draws a booklet as PDF, in consecutive pieces, in a thread of its own: neither all rows nor all pictures are in
 * memory at once.
 */
export async function drawBooklet(
  booklet: Booklet,
  parts: AsyncIterable<Part>,
  limits: Partial<Limits> = {},
): Promise<Uint8Array[]> {
  const { seconds, megabytes } = { ...LIMITS, ...limits }
  const thread = startThread(booklet, megabytes)
  const { answered: nextPiece, gone: failed } = conversation(thread, seconds)
  const pieces: Uint8Array[] = []
  const tell = async (order: Order) => {
    const piece = nextPiece()
    thread.postMessage(order)
    pieces.push(await Promise.race([piece, failed]))
  }
  try {
    for await (const part of parts) await tell({ part })
    await tell({ end: true })
    return pieces
  } finally {
    await thread.terminate()
  }
}

function conversation(thread: Worker, seconds: number) {
  const gone = new Promise<never>((_, reject) => {
    const tooSlow = setTimeout(() => reject(new Error(`the booklet was not drawn within ${seconds} s`)), seconds * 1000)
    thread.once('error', reject)
    thread.once('exit', () => {
      clearTimeout(tooSlow)
      reject(new Error('the drawing thread died'))
    })
  })
  // The thread may fail while nothing is awaited: the next request gets the error.
  gone.catch(() => undefined)
  const answered = () => new Promise<Uint8Array>(resolve => thread.once('message', resolve))
  return { answered, gone }
}

/** Like the thread that reads workbooks: TypeScript in the sources, a bundled file in the build. */
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
