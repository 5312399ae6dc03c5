import pLimit from 'p-limit'
import { MAX_WORKBOOK_ROWS } from '#contract/call.ts'
import { inWorker, WorkerEnded } from './worker.ts'
import { listZip, RefusedZip, unzip } from './zip.ts'

/**
 * A cell as stored in the file: text is untrimmed, a formula is its last value, and a date is the displayed one as UTC.
 * An error such as `#N/A` keeps its name, so that it is not taken for a blank. Blank cells, and formulas that were
 * never calculated, are null.
 */
export type Cell = string | number | boolean | Date | { error: string } | null

/** A non-blank row; `row` is Excel's row number, from 1. Missing cells at the end are blank. */
export type WorkbookRow = { row: number; cells: Cell[] }

/** The content of a workbook's first visible sheet that is not empty, with information about the rest of the file. */
export type Workbook = {
  /** Blank rows are left out. */
  rows: WorkbookRow[]
  /** The names of the other visible sheets that are not empty. They are not read. */
  otherSheets: string[]
  /** The merged cells of the sheet (`B2:B4`): their number, and the first hundred. */
  merged: { ranges: string[]; count: number }
  /** The hidden rows that are not blank, which are read like all others: their number, and the first hundred. */
  hidden: { rows: number[]; count: number }
  /** Whether the sheet has filled cells to the right of the columns that are read. */
  hasMoreColumns: boolean
  /** The document's custom properties that are texts. */
  properties: Record<string, string>
}

export type UnreadableReason = 'not_a_workbook' | 'encrypted' | 'broken' | 'too_large'

/** A file cannot be read as a workbook; the message has technical details. */
export class UnreadableWorkbook extends Error {
  readonly reason: UnreadableReason

  constructor(reason: UnreadableReason, message: string) {
    super(message)
    this.reason = reason
  }
}

export type Limits = {
  /** The largest number of rows below the header. */
  rows: number
  /** How many columns are read; cells to the right of them are left out. */
  columns: number
  /** Timeout of reading in seconds, time in the queue not counted. */
  readingSeconds: number
  /** The largest unpacked size of an .xlsx file, and of the text in the cells of any file, in megabytes. */
  contentMegabytes: number
  /** The limit of the old-generation heap of the reading thread, in megabytes. */
  heapMegabytes: number
}

/** Workbooks of one queue wait for each other: an admin's import must not wait for the files that customers send. */
export type Queue = 'imports' | 'lists'

/** The input of the reading thread. */
export type Task = { bytes: Uint8Array; kind: 'xlsx' | 'xls'; limits: Limits }

export type SheetExtras = Omit<Workbook, 'rows'>

/** The messages of the reading thread: the extras, then the rows in parts; or the reason for refusing the file. */
export type Message =
  | { extras: SheetExtras }
  | { rows: WorkbookRow[]; more: boolean }
  | { refused: UnreadableReason; message: string }

/**
 * In characters. No field accepts longer text, and processing megabytes of it (folding, matching) would take too long.
 */
export const MAX_TEXT_LENGTH = 600
export const isTooLong = (text: string) => text.length > MAX_TEXT_LENGTH

/** Whether a cell is empty or has only spaces. */
export const isBlank = (cell: Cell | undefined): cell is null | undefined | '' =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '')

const SHOWN = new Intl.NumberFormat('tr-TR', { useGrouping: false, maximumSignificantDigits: 15 })

/** The text of a number cell: its 15 significant digits in Turkish notation, ungrouped and without an exponent. */
export const numberText = (number: number) => SHOWN.format(number)

/** The heap is enough for the largest allowed workbook; a file that needs more ends the thread, not the process. */
export const LIMITS: Limits = {
  rows: MAX_WORKBOOK_ROWS,
  columns: 50,
  readingSeconds: 20,
  contentMegabytes: 60,
  heapMegabytes: 320,
}

const oneAtATime = { imports: pLimit(1), lists: pLimit(1) } satisfies Record<Queue, unknown>

/** How many workbooks of a queue wait for the one that is being read. */
export const waitingWorkbooks = (queue: Queue) => oneAtATime[queue].pendingCount

/**
 * Reads the first visible sheet of an untrusted .xlsx or .xls file in a thread of its own, one file of its queue at a
 * time, within limits of time and memory. Throws `UnreadableWorkbook` with the reason if the file cannot be read.
 */
export async function openWorkbook(
  bytes: Uint8Array,
  limits: Partial<Limits> = {},
  queue: Queue = 'imports',
): Promise<Workbook> {
  const task = prepare(bytes, { ...LIMITS, ...limits })
  return oneAtATime[queue](() => readInWorker(task))
}

function prepare(bytes: Uint8Array, limits: Limits): Task {
  const file = Buffer.from(bytes)
  const start = file.toString('latin1', 0, 8)
  if (start === '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1') return { bytes: file, kind: 'xls', limits }
  if (!start.startsWith('PK\x03\x04')) throw new UnreadableWorkbook('not_a_workbook', 'neither zip nor OLE')
  try {
    refuseOtherZips(file, limits)
  } catch (error) {
    if (error instanceof RefusedZip) throw new UnreadableWorkbook(error.reason, error.message)
    throw error
  }
  return { bytes: file, kind: 'xlsx', limits }
}

/** The content types of a workbook or a template, with or without macros; not the binary .xlsb. */
const WORKBOOK_TYPE =
  /spreadsheetml\.(?:sheet|template)\.main\+xml|ms-excel\.(?:sheet|template)\.macroEnabled\.main\+xml/
const MAX_CONTENTS_LIST = 1_000_000

function refuseOtherZips(file: Buffer, limits: Limits) {
  const contents = listZip(file, limits.contentMegabytes * 1e6).find(({ name }) => name === '[Content_Types].xml')
  if (!contents) throw new UnreadableWorkbook('not_a_workbook', 'a zip, but not an office document')
  if (contents.size > MAX_CONTENTS_LIST) throw new UnreadableWorkbook('too_large', 'the list of contents is too long')
  if (!WORKBOOK_TYPE.test(unzip(file, contents).toString('latin1'))) {
    throw new UnreadableWorkbook('not_a_workbook', 'a document of another program')
  }
}

async function readInWorker(task: Task): Promise<Workbook> {
  const { readingSeconds: seconds, heapMegabytes } = task.limits
  const memory = { maxOldGenerationSizeMb: heapMegabytes, maxYoungGenerationSizeMb: 16 }
  try {
    return await inWorker({ program: 'workbook-worker', input: task, seconds, memory }, receive)
  } catch (error) {
    // If the thread died for an unknown reason, the file may be readable.
    if (!(error instanceof WorkerEnded) || error.reason === 'died') throw error
    throw new UnreadableWorkbook('too_large', error.message)
  }
}

async function receive(request: (message: 'next') => Promise<Message>): Promise<Workbook> {
  const rows: WorkbookRow[] = []
  let extras: SheetExtras = {
    otherSheets: [],
    merged: { ranges: [], count: 0 },
    hidden: { rows: [], count: 0 },
    hasMoreColumns: false,
    properties: {},
  }
  for (;;) {
    const reply = await request('next')
    if ('refused' in reply) throw new UnreadableWorkbook(reply.refused, reply.message)
    if ('extras' in reply) extras = reply.extras
    else {
      for (const row of reply.rows) rows.push(row)
      if (!reply.more) return { rows, ...extras }
    }
  }
}
