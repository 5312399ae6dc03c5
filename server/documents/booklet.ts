import { inWorker } from './worker.ts'

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
  const memory = { maxOldGenerationSizeMb: megabytes }
  return inWorker<Order, Uint8Array, Uint8Array[]>(
    { program: 'booklet-worker', input: booklet, seconds, memory },
    async request => {
      const pieces: Uint8Array[] = []
      for await (const part of parts) pieces.push(await request({ part }))
      pieces.push(await request({ end: true }))
      return pieces
    },
  )
}
