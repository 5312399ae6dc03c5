import { kurus, liraOf } from '#contract/money.ts'
import { ISTANBUL_OFFSET } from '#contract/turkish.ts'
import { isExcelError } from './excel-errors.ts'
import { columnLetters } from './headings.ts'
import { type FileToZip, zip } from './zip-writing.ts'

/**
 * The kind of a column's values: text, a whole number, whole kuruş (shown as lira), a day (YYYY-MM-DD), an instant (ISO
 * 8601, shown as Istanbul's time), or cells as they were in another workbook: numbers are numbers, the names of errors
 * are errors, other texts are text.
 */
export type Kind = 'text' | 'whole' | 'money' | 'day' | 'instant' | 'cell'
export type SheetColumn = { label: string; kind: Kind; width: number }
export type Value = string | number | null

type Sheet = {
  name: string
  columns: readonly SheetColumn[]
  /** Custom document properties, which spreadsheets preserve when they save. */
  properties?: Record<string, string>
}

type Rows = AsyncIterable<readonly Value[][]>

/** The largest number of rows of a sheet that spreadsheets open, including the header. */
const MAX_ROWS = 1_048_576

/**
 * An .xlsx file of one sheet, written in pieces while its rows are read: memory use does not grow with its length. Rows
 * beyond the limit of a sheet continue in the next one, below the same header.
 */
export function writeWorkbook(sheet: Sheet, rows: Rows, most = MAX_ROWS): AsyncGenerator<Buffer> {
  const { properties, ...own } = sheet
  return writeSheets([{ ...own, rows }], properties, most)
}

type FilledSheet = Omit<Sheet, 'properties'> & { rows: Rows }

/** An .xlsx file of several sheets, which are read one after the other and written in pieces. */
export function writeSheets(
  sheets: readonly FilledSheet[],
  properties?: Sheet['properties'],
  most = MAX_ROWS,
): AsyncGenerator<Buffer> {
  return zip(partsOf(sheets, properties, most))
}

/** The files of a workbook. The number of sheets is known only after all rows are written. */
async function* partsOf(
  sheets: readonly FilledSheet[],
  properties: Sheet['properties'],
  most: number,
): AsyncGenerator<FileToZip> {
  const names: string[] = []
  for (const { name, columns, rows } of sheets) {
    const divided = dividedRows(rows, most - 1)
    for (let part = 1; part === 1 || !divided.isOver(); part++) {
      names.push(part === 1 ? name : `${name} ${part}`)
      let onEnd: () => void = () => undefined
      const written = new Promise<void>(resolve => (onEnd = resolve))
      yield { name: `xl/${sheetPart(names.length - 1)}`, content: worksheet(columns, divided.next(), onEnd) }
      await written
    }
  }
  const parts = ['officeDocument', 'xl/workbook.xml', ...(properties ? ['custom-properties', PROPERTIES] : [])]
  yield { name: '[Content_Types].xml', content: [contents(names.length, properties !== undefined)] }
  yield { name: '_rels/.rels', content: [relations(...parts)] }
  if (properties) yield { name: PROPERTIES, content: [custom(properties)] }
  yield { name: 'xl/workbook.xml', content: [workbook(names)] }
  yield {
    name: 'xl/_rels/workbook.xml.rels',
    content: [relations(...names.flatMap((_, i) => ['worksheet', sheetPart(i)]), 'styles', 'styles.xml')],
  }
  yield { name: 'xl/styles.xml', content: [STYLES] }
}

/** Divides rows into parts of at most `most`, to be read one after the other. */
function dividedRows(rows: Rows, most: number) {
  const pages = rows[Symbol.asyncIterator]()
  let left: readonly Value[][] = []
  let isOver = false
  const read = async () => {
    while (left.length === 0 && !isOver) {
      const page = await pages.next()
      if (page.done) isOver = true
      else left = page.value
    }
  }
  return {
    isOver: () => isOver,
    async *next() {
      let room = most
      try {
        for (await read(); !isOver && room > 0; await read()) {
          const some = left.slice(0, room)
          left = left.slice(room)
          room -= some.length
          yield some
        }
      } finally {
        // If the file is no longer read, reading the rows also ends.
        if (room > 0) await pages.return?.()
      }
    },
  }
}

const sheetPart = (index: number) => `worksheets/sheet${index + 1}.xml`

async function* worksheet(columns: readonly SheetColumn[], rows: Rows, onEnd: () => void) {
  const cols = columns.map(({ kind, width }, i) => {
    return `<col min="${i + 1}" max="${i + 1}" width="${width}" style="${STYLE[kind === 'cell' ? 'text' : kind]}" customWidth="1"/>`
  })
  const labels = columns.map(({ label }, i) => text(`${columnLetters(i)}1`, HEADER, label))
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${FROZEN}</sheetView></sheetViews>`
  yield `<cols>${cols.join('')}</cols><sheetData><row r="1">${labels.join('')}</row>`
  const places = columns.map(({ kind }, i) => ({ letter: columnLetters(i), kind }))
  let row = 1
  for await (const some of rows) {
    yield some.map(values => `<row r="${++row}">${cells(places, values, row)}</row>`).join('')
  }
  yield `</sheetData><autoFilter ref="A1:${columnLetters(columns.length - 1)}${row}"/></worksheet>`
  onEnd()
}

function cells(places: { letter: string; kind: Kind }[], values: readonly Value[], row: number): string {
  return places
    .map(({ letter, kind }, i) => {
      const value = values[i] ?? null
      if (value === null || value === '') return ''
      const place = `${letter}${row}`
      if (kind === 'cell' && isExcelError(String(value)))
        return `<c r="${place}" s="${STYLE.text}" t="e"><v>${value}</v></c>`
      // Always stored as text, so that no spreadsheet evaluates it as a formula.
      if (kind === 'text' || (kind === 'cell' && typeof value === 'string'))
        return text(place, STYLE.text, String(value))
      const style = kind === 'cell' && Number.isInteger(value) ? DIGITS : STYLE[kind]
      return `<c r="${place}" s="${style}"><v>${stored(kind, value)}</v></c>`
    })
    .join('')
}

function stored(kind: Exclude<Kind, 'text'>, value: string | number): number {
  if (kind === 'money') return liraOf(kurus(Number(value)))
  if (kind === 'day') return serial(Date.parse(`${value}T00:00:00Z`))
  if (kind === 'instant') return serial(Date.parse(String(value)) + ISTANBUL_OFFSET)
  return Number(value)
}

const DAY = 24 * 60 * 60 * 1000

/** Days since Excel's epoch, which is two days before 1900-01-01. */
const serial = (time: number) => time / DAY + 25_569

/** The largest number of characters of a cell that Excel opens. */
const MAX_CELL = 32_767

const text = (place: string, style: number, value: string) => {
  const shown = value.length > MAX_CELL ? `${value.slice(0, MAX_CELL - 1)}…` : value
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(shown)}</t></is></c>`
}

/**
 * Escapes a text for XML. Characters that XML does not allow, and text that looks escaped, are written as Excel does
 * (_x0007_).
 */
function escaped(value: string): string {
  return value
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(
      /[^\P{Cc}\t\n]|[\ufffe\uffff]/gu,
      sign => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
    .replace(/[&<>]/g, sign => `&#${sign.charCodeAt(0)};`)
}

// The parts that are always the same ---------------------------------------------------------

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const FROZEN = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'

const HEADER = 1
/** The index of each cell format below. */
const STYLE: Record<Kind, number> = { cell: 0, text: 2, whole: 3, money: 4, day: 5, instant: 6 }
/** The format that shows all digits of a whole number; without it Excel shows a barcode as 8,69E+12. */
const DIGITS = 7

const format = (id: number, font = 0) =>
  `<xf numFmtId="${id}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`

// Excel's built-in formats: 1 is a whole number, 49 is text, 3 a whole number with thousands separators, and 4 the same
// with two decimals.
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/>\
<numFmt numFmtId="165" formatCode="dd\\.mm\\.yyyy\\ hh:mm"/></numFmts>\
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>\
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>\
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
<cellXfs count="8">${format(0)}${format(0, 1)}${[49, 3, 4, 164, 165, 1].map(id => format(id)).join('')}</cellXfs></styleSheet>`

const PROPERTIES = 'docProps/custom.xml'
const CUSTOM = 'http://schemas.openxmlformats.org/officeDocument/2006/custom-properties'
const VARIANTS = 'http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes'
/** The format's own name for properties that it does not define itself. */
const USER_DEFINED = '{D5CDD505-2E9C-101B-9397-08002B2CF9AE}'

function custom(properties: Record<string, string>): string {
  const all = Object.entries(properties).map(([name, value], i) => {
    const attributes = `fmtid="${USER_DEFINED}" pid="${i + 2}" name="${escaped(name)}"`
    return `<property ${attributes}><vt:lpwstr>${escaped(value)}</vt:lpwstr></property>`
  })
  return `${XML}<Properties xmlns="${CUSTOM}" xmlns:vt="${VARIANTS}">${all.join('')}</Properties>`
}

const contents = (sheets: number, withProperties: boolean) => `${XML}<Types xmlns="${PACKAGE}/content-types">\
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>\
<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>\
${Array.from({ length: sheets }, (_, i) => `<Override PartName="/xl/${sheetPart(i)}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`).join('')}\
${withProperties ? `<Override PartName="/${PROPERTIES}" ContentType="application/vnd.openxmlformats-officedocument.custom-properties+xml"/>` : ''}</Types>`

const workbook = (names: readonly string[]) =>
  `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${names
    .map((name, i) => `<sheet name="${escaped(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
    .join('')}</sheets></workbook>`

/** The relations of a part, from types and targets in turn. */
function relations(...typesAndTargets: string[]): string {
  const all: string[] = []
  for (let i = 0; i < typesAndTargets.length; i += 2) {
    const [type, target] = typesAndTargets.slice(i)
    all.push(`<Relationship Id="rId${i / 2 + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`)
  }
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`
}
