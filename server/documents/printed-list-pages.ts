import { columnsFromRight, emptyPdf, penOn, type Style } from './booklet-drawing.ts'
import { PAGE, WIDTH } from './booklet-layout.ts'
import { completedBytes } from './completed-bytes.ts'
import { rowsOfPages } from './printed-list-layout.ts'
import type { Fact, PrintedList, PrintedLists, PrintedRow } from './printed-lists.ts'

/** Warehouse printers have one colour: everything is black, as grey would be printed as dots. */
const BLACK = '#000000'

const TOP = { publisher: 24, title: 36, facts: 60 }
const BOTTOM = 802
/** Enough for an address of 500 capitals in usual words. */
const FACT = { height: 13, label: 66, lines: 20, gap: 16 }
const COLUMN = (WIDTH - FACT.gap) / 2
const NOTE = { height: 13, padding: 5, gap: 6 }
const HEAD = 16
const LINE = { title: 11.5, subtitle: 10, cell: 11, padding: 1 }
const MIN_ROW = 22.5
/** The longest name needs no more lines, even in capitals. */
const MAX_TITLE_LINES = 10
/** As many lines as fit on a page with the longest title: for the lots of a product, or an address and a note. */
const MAX_SUBTITLE_LINES = 60
const BOX = { side: 11, gap: 8 }
const CELL_GAP = 8
const TOTAL = 17

const NOTE_STYLE: Style = { size: 10, font: 'bold', ink: BLACK, width: WIDTH - 2 * NOTE.padding - 30 }

/** Draws all lists; the PDF's bytes are in a buffer of their own. */
export function drawPages(printed: PrintedLists): Uint8Array<ArrayBuffer> {
  const doc = emptyPdf(printed)
  const { put, lines, rule } = penOn(doc)
  const columns = columnsFromRight(printed.columns, CELL_GAP)
  const titleAt = PAGE.left + BOX.side + BOX.gap
  const titleWidth = (columns[0]?.x ?? PAGE.right) - CELL_GAP - titleAt

  for (const list of printed.lists) drawList(list)
  doc.end()
  return completedBytes(doc)

  function drawList(list: PrintedList) {
    const facts = list.facts.map(column => column.flatMap(factLines))
    const belowFacts = TOP.facts + Math.max(...facts.map(column => column.length)) * FACT.height + NOTE.gap
    const noteAt = (page: number) => (page === 0 ? belowFacts : TOP.facts)
    const notes = pagesOfNote(list.note, noteAt)
    const belowNote = (page: number) => noteAt(page) + noteHeight(notes[page] ?? [])
    const rows = list.rows.map(measure)
    const ofRows = rowsOfPages(
      rows.map(({ height }) => height),
      {
        first: BOTTOM - belowNote(notes.length - 1) - HEAD,
        others: BOTTOM - TOP.facts - HEAD,
        totals: list.totals.length > 0 ? list.totals.length * TOTAL + 6 : 0,
      },
    )
    // The rows begin on the page where the note ends.
    const plan = [...notes.slice(1).map(() => 0), ...ofRows]
    let drawn = 0
    let y = 0
    for (const [index, count] of plan.entries()) {
      beginPage(list, index + 1, plan.length)
      if (index === 0) {
        for (const [column, own] of facts.entries()) drawFacts(own, PAGE.left + column * (COLUMN + FACT.gap))
      }
      drawNote(list.note.label, notes[index] ?? [], noteAt(index))
      y = belowNote(index)
      if (count > 0) y = drawHead(y)
      for (const row of rows.slice(drawn, drawn + count)) y = drawRow(row, y)
      drawn += count
    }
    drawTotals(list.totals, y)
  }

  function beginPage({ title, subject }: PrintedList, page: number, pages: number) {
    doc.addPage()
    const small: Style = { size: 8, ink: BLACK }
    put(printed.publisher, PAGE.left, TOP.publisher, { ...small, width: WIDTH - 80 })
    put(printed.day, PAGE.right - 70, TOP.publisher, { ...small, align: 'right', width: 70 })
    const shown = page > 1 ? printed.continued.replace('{title}', () => title) : title
    const large: Style = { size: 14, font: 'bold', ink: BLACK }
    put(shown, PAGE.left, TOP.title, { ...large, width: WIDTH / 2 })
    put(subject, PAGE.left + WIDTH / 2, TOP.title, { ...large, align: 'right', width: WIDTH / 2 })
    rule(BOTTOM + 3, BLACK)
    put(printed.footnote, PAGE.left, BOTTOM + 8, { ...small, width: WIDTH - 90 })
    const number = printed.pageOf.replace('{page}', String(page)).replace('{pages}', String(pages))
    put(number, PAGE.right - 80, BOTTOM + 8, { ...small, font: 'bold', align: 'right', width: 80 })
  }

  function factLines({ label, value }: Fact) {
    const style: Style = { size: 9, font: 'bold', width: COLUMN - FACT.label, lines: FACT.lines }
    return lines(value, style).map((text, i) => ({ label: i === 0 ? label : '', text }))
  }

  function drawFacts(facts: ReturnType<typeof factLines>, x: number) {
    for (const [i, { label, text }] of facts.entries()) {
      const y = TOP.facts + i * FACT.height
      put(label, x, y, { size: 9, ink: BLACK, width: FACT.label - 6 })
      put(text, x + FACT.label, y, { size: 9, font: 'bold', ink: BLACK, width: COLUMN - FACT.label })
    }
  }

  /** The lines of a note on each page, the last of which may have room for rows. */
  function pagesOfNote({ value }: Fact, at: (page: number) => number) {
    const left = value.split('\n').flatMap(text => lines(text, { ...NOTE_STYLE, lines: Number.POSITIVE_INFINITY }))
    const pages: string[][] = []
    do {
      const room = BOTTOM - at(pages.length) - 2 * NOTE.padding - NOTE.gap
      pages.push(left.splice(0, Math.floor(room / NOTE.height)))
    } while (left.length > 0)
    return pages
  }

  function drawNote(label: string, note: string[], y: number) {
    if (note.length === 0) return
    const height = note.length * NOTE.height + 2 * NOTE.padding
    doc.rect(PAGE.left, y, WIDTH, height).lineWidth(1).strokeColor(BLACK).stroke()
    const at = y + NOTE.padding - 1
    put(label, PAGE.left + NOTE.padding, at + 1, { size: 9, ink: BLACK, width: 26 })
    for (const [i, text] of note.entries()) put(text, PAGE.left + NOTE.padding + 30, at + i * NOTE.height, NOTE_STYLE)
  }

  function drawHead(y: number) {
    const head: Style = { size: 7.5, font: 'bold', ink: BLACK }
    put(printed.titleLabel, titleAt, y + 2, { ...head, width: titleWidth })
    for (const { label, x, width, align } of columns) put(label, x, y + 2, { ...head, align, width })
    rule(y + HEAD - 1, BLACK)
    return y + HEAD
  }

  function measure(row: PrintedRow) {
    // Variants differ at the end of their name, so it is wrapped rather than cut.
    const titles = lines(row.title, { size: 9, font: 'bold', width: titleWidth, lines: MAX_TITLE_LINES })
    const cells = columns.map((column, i) => lines(row.cells[i] ?? '', cellStyle(column)))
    const small: Style = { size: 7.5, width: titleWidth, lines: MAX_SUBTITLE_LINES }
    const subtitles = row.subtitle
      .split('\n')
      .flatMap(text => lines(text, small))
      .slice(0, MAX_SUBTITLE_LINES)
    const left = titles.length * LINE.title + subtitles.length * LINE.subtitle
    const right = Math.max(...cells.map(texts => texts.length)) * LINE.cell + (row.remark ? LINE.subtitle : 0)
    return { row, titles, subtitles, cells, height: Math.max(MIN_ROW, Math.max(left, right) + LINE.padding) }
  }

  function drawRow({ row, titles, subtitles, cells, height }: ReturnType<typeof measure>, y: number) {
    doc
      .rect(PAGE.left, y + 5, BOX.side, BOX.side)
      .lineWidth(0.8)
      .strokeColor(BLACK)
      .stroke()
    const title: Style = { size: 9, font: 'bold', ink: BLACK, width: titleWidth }
    for (const [i, text] of titles.entries()) put(text, titleAt, y + 0.5 + i * LINE.title, title)
    // Closer than a line, so that the letters end above the rule.
    const below = y - 0.5 + titles.length * LINE.title
    for (const [i, text] of subtitles.entries())
      put(text, titleAt, below + i * LINE.subtitle, { size: 7.5, ink: BLACK, width: titleWidth })
    for (const [i, column] of columns.entries())
      for (const [l, text] of (cells[i] ?? []).entries())
        put(text, column.x, y + (column.isBold ? 1 : 2) + l * LINE.cell, cellStyle(column))
    const used = Math.max(...cells.map(texts => texts.length))
    const remark: Style = {
      size: 7.5,
      font: 'bold',
      ink: BLACK,
      align: 'right',
      width: PAGE.right - titleAt - titleWidth,
    }
    if (row.remark) put(row.remark, PAGE.right - (remark.width ?? 0), y + used * LINE.cell, remark)
    rule(y + height, BLACK)
    return y + height
  }

  function drawTotals(totals: Fact[], y: number) {
    for (const [i, { label, value }] of totals.entries()) {
      const isSum = i === totals.length - 1
      const style: Style = { size: isSum ? 11 : 9.5, ink: BLACK, align: 'right', ...(isSum && { font: 'bold' }) }
      put(label, PAGE.left, y + 5 + i * TOTAL, { ...style, width: WIDTH - 160 })
      put(value, PAGE.right - 150, y + 5 + i * TOTAL, { ...style, width: 150 })
    }
  }
}

const noteHeight = (note: readonly string[]) =>
  note.length > 0 ? note.length * NOTE.height + 2 * NOTE.padding + NOTE.gap : 0

type Placed = PrintedLists['columns'][number] & { x: number }

const cellStyle = ({ isBold, align, width }: Placed): Style => ({
  size: isBold ? 10 : 8,
  ...(isBold && { font: 'bold' }),
  ink: BLACK,
  align,
  width,
  lines: 2,
})
