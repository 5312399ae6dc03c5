import { inWorker } from './worker.ts'

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
}

export type Column = { label: string; width: number; align: 'left' | 'right'; isBold?: boolean }

/** A section: `amount` is printed beside the title, `mark` is the letter shown instead of a missing picture. */
export type Section = { title: string; amount: string; mark: string; rows: number }

export type Row = { title: string; subtitle: string; cells: string[]; remark: string; picture: string | undefined }

/** Consecutive rows, in the order of the sections, and the JPEG of each picture that has not been sent before. */
export type Part = { rows: Row[]; pictures: Map<string, Uint8Array> }

/** The messages to the drawing thread: rows in parts, then the end. */
export type DrawMessage = { part: Part } | { end: true }

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
  const memory = { maxOldGenerationSizeMb: megabytes }
  return inWorker<DrawMessage, Uint8Array, Uint8Array[]>(
    { program: 'booklet-worker', input: booklet, seconds, memory },
    async request => {
      const pieces: Uint8Array[] = []
      for await (const part of parts) pieces.push(await request({ part }))
      pieces.push(await request({ end: true }))
      return pieces
    },
  )
}
