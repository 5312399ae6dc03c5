import type { Column } from './booklet.ts'
import { inWorker } from './worker.ts'

/** Lists for a printer, in black on white: each starts on a page of its own and has its own page numbers. */
export type PrintedLists = {
  /** The language of the text, as a BCP 47 tag. */
  language: string
  publisher: string
  title: string
  /** The date shown on the pages, and the creation date in the file's metadata. */
  day: string
  made: Date
  /** Printed at the bottom of every page. */
  footnote: string
  /** The text of the page number; contains `{page}` and `{pages}`. */
  pageOf: string
  /** The heading of a list that continues on another page; contains `{title}`. */
  continued: string
  /** The heading of the rows' titles; those of the other columns follow. */
  titleLabel: string
  columns: Column[]
  lists: PrintedList[]
}

export type PrintedList = {
  title: string
  /** The subject of the list, printed beside the title on every page. */
  subject: string
  /** Printed below the title, in two columns. */
  facts: [Fact[], Fact[]]
  /** Printed in a frame above the rows, on as many pages as it takes; nothing without a value. */
  note: Fact
  rows: PrintedRow[]
  /** Printed together below the last row; the last one is the grand total. */
  totals: Fact[]
}

export type Fact = { label: string; value: string }

/** A row with a box to tick. The subtitle takes as many lines as it needs, at most 60. */
export type PrintedRow = { title: string; subtitle: string; cells: string[]; remark: string }

const SECONDS = 180
const MEGABYTES = 256

/** Draws lists as one PDF in a worker thread and returns it in pieces. Throws if that fails or takes three minutes. */
export const drawPrintedLists = (lists: PrintedLists): Promise<Uint8Array[]> =>
  inWorker<'draw', Uint8Array, Uint8Array[]>(
    {
      program: 'printed-lists-worker',
      input: lists,
      seconds: SECONDS,
      memory: { maxOldGenerationSizeMb: MEGABYTES },
    },
    async request => [await request('draw')],
  )
