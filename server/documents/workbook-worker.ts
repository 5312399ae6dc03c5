import { parentPort, workerData } from 'node:worker_threads'
import * as xlsx from '@e965/xlsx'
import { EXCEL_ERRORS } from './excel-errors.ts'
import type { Cell, Limits, Message, SheetExtras, Task, UnreadableReason, Workbook, WorkbookRow } from './workbook.ts'
import {
  hiddenAmong,
  hiddenRowsIn,
  hiddenRowsOf,
  hiddenSheets,
  mergedCellsIn,
  mergedCellsOf,
  otherSheets,
  otherSheetsOfXlsx,
  propertiesOf,
} from './workbook-extras.ts'
import { listZip, RefusedZip, unzip } from './zip.ts'

// The parser exports these two functions but does not declare them.
declare module '@e965/xlsx' {
  type ZipFile = { name: string; asBinary: () => string }
  function parse_zip(zip: { files: Record<string, ZipFile> }, options: ParsingOptions): WorkBook
  function parse_xlscfb(container: unknown, options: ParsingOptions): WorkBook
}

class Refused extends Error {
  readonly reason: UnreadableReason

  constructor(reason: UnreadableReason, message: string) {
    super(message)
    this.reason = reason
  }
}

const OPTIONS = {
  dense: true,
  cellDates: true,
  cellFormula: false,
  cellHTML: false,
  cellText: false,
} satisfies xlsx.ParsingOptions

const ROWS_IN_ONE_MESSAGE = 2000
const LAST_ROW_OF_EXCEL = 1_048_576

async function read({ bytes, kind, limits }: Task): Promise<Workbook> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { sheet, hiddenRows, ...extras } = kind === 'xlsx' ? sheetOfXlsx(file, limits) : await sheetOfXls(file)
  const { rows, hasMoreColumns } = rowsOf(sheet, limits)
  return { rows, hasMoreColumns, hidden: hiddenAmong(rows, hiddenRows), ...extras }
}

type OpenSheet = Omit<SheetExtras, 'hasMoreColumns' | 'hidden'> & {
  sheet: xlsx.WorkSheet
  hiddenRows: ReadonlySet<number>
}

// .xlsx: a zip of XML files ---------------------------------------------------------------

/** Parts of a workbook that contain no cells, such as links to other files. */
const UNUSED_PARTS =
  /^docProps\/(?!custom\.xml$)|^customXml\/|\/(?:externalLinks|drawings|charts|pivotCache|pivotTables|media|theme|threadedComments)\/|\/comments\d*\.xml$/i

function sheetOfXlsx(file: Buffer, limits: Limits): OpenSheet {
  const errors: unknown[] = []
  let [merged, hiddenRows] = [mergedCellsIn(''), hiddenRowsIn('')]
  const files: Record<string, xlsx.ZipFile> = Object.create(null)
  const entries = listZip(file, limits.contentMegabytes * 1e6)
  for (const entry of entries) {
    const isPart = entry.name === '[Content_Types].xml' || /^(?!META-INF).+\/.+\.(?:xml|rels)$/i.test(entry.name)
    if (!isPart || UNUSED_PARTS.test(entry.name)) continue
    files[entry.name] = {
      name: entry.name,
      asBinary() {
        try {
          if (entry.size > MAX_PART_SIZE && !LONG_PARTS.test(entry.name)) throw new Refused('too_large', entry.name)
          const content = unzip(file, entry).toString('latin1')
          if (IS_SHEET.test(entry.name) && !/<\/(?:\w+:)?worksheet>\s*$/.test(content.slice(-200)))
            throw new Refused('broken', 'a sheet ends too early')
          refuseOversized(content, limits)
          if (IS_SHEET.test(entry.name)) [merged, hiddenRows] = [mergedCellsIn(content), hiddenRowsIn(content)]
          return upToItsLinks(content)
        } catch (error) {
          errors.push(error)
          throw error
        }
      },
    }
  }
  const parse = (parts: typeof files, options: xlsx.ParsingOptions) => {
    const workbook = xlsx.parse_zip({ files: parts }, { ...OPTIONS, ...options })
    // The parser ignores errors inside a sheet and would return half of it.
    if (errors.length > 0) throw errors[0]
    return workbook
  }
  const withoutTexts = Object.fromEntries(Object.entries(files).filter(([name]) => !/sharedStrings/i.test(name)))
  const outline = parse(withoutTexts, { sheets: [] })
  const { name, sheet } = firstVisibleSheet(outline, (name, index) => parse(files, { sheets: index }).Sheets[name])
  const contentOf = (part: string) => {
    const entry = entries.find(one => one.name === part)
    return entry && unzip(file, entry)
  }
  const others = otherSheetsOfXlsx(outline, name, contentOf)
  return { sheet, otherSheets: others, merged, hiddenRows, properties: propertiesOf(outline) }
}

const IS_SHEET = /\/worksheets\/[^/]+\.xml$/i

/** Parts whose size grows with the number of rows; styles, names and relations stay small. */
const LONG_PARTS = /\/worksheets\/[^/]+\.xml$|sharedStrings/i
const MAX_PART_SIZE = 4_000_000

/**
 * The largest number of elements of each kind: twice as many as the longest allowed list has, since blank cells with a
 * colour also count.
 */
const MAX_ELEMENTS = new Map([
  ['row', LAST_ROW_OF_EXCEL],
  ['c', 1_500_000],
  ['si', 1_000_000],
  ['t', 1_000_000],
])

/** More values in a row than any list has. */
const MAX_ROW_VALUES = 1000

/** Refuses content early that the parser would process until it ran out of time or memory. */
function refuseOversized(part: string, limits: Limits) {
  const elements = /<(?:\w{1,20}:)?(row|c|v|is|si|t)\b/g
  const count = new Map<string, number>()
  let rows = 0
  let values = 0
  for (let found = elements.exec(part); found; found = elements.exec(part)) {
    const [, name = ''] = found
    const most = MAX_ELEMENTS.get(name)
    if (most !== undefined) {
      const many = (count.get(name) ?? 0) + 1
      if (many > most) throw new Refused('too_large', `more than ${most} times ${name}`)
      count.set(name, many)
    }
    if (name === 'row') values = 0
    if (name !== 'v' && name !== 'is') continue
    values++
    if (values === 1) rows++
    refuseMoreRows(rows, limits)
    if (values > MAX_ROW_VALUES) throw new Refused('too_large', `more than ${MAX_ROW_VALUES} values in a row`)
  }
}

/** A sheet's XML without links and merged cells: a single link may cover all 17 billion possible cells. */
function upToItsLinks(part: string): string {
  const end = part.search(/<(?:\w+:)?(?:mergeCell|hyperlink)\b/)
  return end < 0 ? part : part.slice(0, end)
}

// .xls: streams in an OLE container ---------------------------------------------------------

async function sheetOfXls(file: Buffer): Promise<OpenSheet> {
  const container = xlsx.CFB.read(file, { type: 'buffer' })
  if (xlsx.CFB.find(container, 'EncryptedPackage')) throw new Refused('encrypted', 'an encrypted .xlsx')
  const stream = xlsx.CFB.find(container, '/Workbook') ?? xlsx.CFB.find(container, '/Book')
  if (!stream) throw new Refused('not_a_workbook', 'a document of another program')
  if (stream.content.length < stream.size) throw new Refused('broken', 'the file ends too early')
  prepareRecords(stream.content)
  // Files older than Excel 97 write Turkish letters in code page 1254.
  xlsx.set_cptable(await import('@e965/xlsx/dist/cpexcel.full.mjs'))
  const workbook = xlsx.parse_xlscfb(container, { ...OPTIONS })
  const { name, sheet } = firstVisibleSheet(workbook, name => workbook.Sheets[name])
  const others = otherSheets(workbook, name, other => holdsValues(workbook.Sheets[other]))
  const [merged, hiddenRows] = [mergedCellsOf(sheet), hiddenRowsOf(sheet)]
  return { sheet, otherSheets: others, merged, hiddenRows, properties: propertiesOf(workbook) }
}

const holdsValues = (sheet: xlsx.WorkSheet | undefined) =>
  Object.values(sheet?.['!data'] ?? []).some(row => Object.values(row).some(cell => valueOf(cell) !== null))

const TEXTS = 0xfc
const NUMBERS = 0xbd
const LINKS = new Set([0x01b8, 0x0800])
const PRINTER = 0x4d
/** The record types of cells: shared texts, numbers, formulas and others, one value each. */
const VALUES = new Set([0x06, 0xd6, 0xfd, 0x203, 0x204, 0x205, 0x27e])
const MAX_TEXTS = 1_000_000
const MAX_VALUES = 600_000

/** Refuses oversized content early, as for an .xlsx, and turns links into printer settings, which the parser skips. */
function prepareRecords(stream: Uint8Array) {
  const records = new DataView(stream.buffer, stream.byteOffset, stream.byteLength)
  let values = 0
  for (let at = 0, length = 0; at + 4 <= stream.length; at += 4 + length) {
    const kind = records.getUint16(at, true)
    length = records.getUint16(at + 2, true)
    if (LINKS.has(kind)) records.setUint16(at, PRINTER, true)
    if (kind === TEXTS && at + 12 <= stream.length && records.getUint32(at + 8, true) > MAX_TEXTS)
      throw new Refused('too_large', `more than ${MAX_TEXTS} texts`)
    if (VALUES.has(kind)) values++
    // Row and first column, then six bytes for each number, then the last column.
    if (kind === NUMBERS) values += (length - 6) / 6
    if (values > MAX_VALUES) throw new Refused('too_large', `more than ${MAX_VALUES} values`)
  }
}

// Sheets, rows, cells -----------------------------------------------------------------------

/** The first visible sheet that has values; if none has, the first one. */
function firstVisibleSheet(
  workbook: xlsx.WorkBook,
  open: (name: string, index: number) => xlsx.WorkSheet | undefined,
): { name: string; sheet: xlsx.WorkSheet } {
  const hidden = hiddenSheets(workbook)
  let blank: { name: string; sheet: xlsx.WorkSheet } | undefined
  for (const [index, name] of workbook.SheetNames.entries()) {
    if (hidden.has(name)) continue
    const sheet = open(name, index)
    if (!sheet) throw new Refused('broken', 'a sheet cannot be read')
    if (sheet['!type'] === 'chart') continue
    if (holdsValues(sheet)) return { name, sheet }
    blank ??= { name, sheet }
  }
  if (!blank) throw new Refused('broken', 'no visible sheet')
  return blank
}

function rowsOf(sheet: xlsx.WorkSheet, limits: Limits): Pick<Workbook, 'rows' | 'hasMoreColumns'> {
  const rows: WorkbookRow[] = []
  let hasMoreColumns = false
  let characters = 0
  // Iterates over the keys, since a row may have any number and an index would visit all in between.
  for (const [index, stored] of Object.entries(sheet['!data'] ?? [])) {
    const row = Number(index) + 1
    if (!(row >= 1 && row <= LAST_ROW_OF_EXCEL)) throw new Refused('broken', `row ${row}`)
    const { cells, hasMore } = cellsOf(stored, limits)
    hasMoreColumns ||= hasMore
    if (cells.length > 0) rows.push({ row, cells })
    refuseMoreRows(rows.length, limits)
    // One long text may be in every cell: stored once here, it is copied for each cell when sent.
    for (const cell of cells) if (typeof cell === 'string') characters += cell.length
    if (characters > limits.contentMegabytes * 1e6)
      throw new Refused('too_large', `more than ${limits.contentMegabytes} MB of text`)
  }
  return { rows, hasMoreColumns }
}

function cellsOf(stored: (xlsx.CellObject | undefined)[], limits: Limits): { cells: Cell[]; hasMore: boolean } {
  const cells: Cell[] = []
  for (const [index, cell] of Object.entries(stored)) {
    const value = valueOf(cell)
    if (value === null) continue
    const column = Number(index)
    if (column >= limits.columns) return { cells, hasMore: true }
    while (cells.length < column) cells.push(null)
    cells[column] = value
  }
  return { cells, hasMore: false }
}

function refuseMoreRows(rows: number, limits: Limits) {
  if (rows > limits.rows + 1) throw new Refused('too_large', `more than ${limits.rows} rows`)
}

function valueOf(cell: xlsx.CellObject | undefined): Cell {
  const value = cell?.v
  if (cell?.t === 'e') return { error: EXCEL_ERRORS.get(value) ?? '#ERROR!' }
  if (value === undefined || value === '') return null
  if (value instanceof Date) return toTheSecond(value)
  if (typeof value === 'number' && !Number.isFinite(value)) return { error: '#NUM!' }
  return value
}

/** Rounds to seconds: Excel stores a time of day as a fraction of a day, and 12:00:00 often as 11:59:59.999. */
function toTheSecond(date: Date): Cell {
  const time = Math.round(date.getTime() / 1000) * 1000
  return Number.isNaN(time) ? { error: '#VALUE!' } : new Date(time)
}

// Replies, one per request -------------------------------------------------------------------

async function* repliesTo(task: Task): AsyncGenerator<Message> {
  try {
    const { rows, ...extras } = await read(task)
    yield { extras }
    let sent = 0
    do {
      const part = rows.slice(sent, sent + ROWS_IN_ONE_MESSAGE)
      sent += part.length
      yield { rows: part, more: sent < rows.length }
    } while (sent < rows.length)
  } catch (error) {
    yield refusalFor(error)
  }
}

/** The parser throws its own errors when it cannot continue. */
function refusalFor(error: unknown): Message {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof Refused || error instanceof RefusedZip) return { refused: error.reason, message }
  return { refused: /password|encrypt/i.test(message) ? 'encrypted' : 'broken', message }
}

const replies = repliesTo(workerData)
parentPort?.on('message', () => void replies.next().then(({ value }) => parentPort?.postMessage(value)))
