import type { Booklet, Part, Row } from './booklet.ts'
import { columnsFromRight, emptyPdf, INK, penOn, type Style } from './booklet-drawing.ts'
import { type Block, FACTS_AT, HEIGHTS, layOut, PAGE, WIDTH } from './booklet-layout.ts'
import { completedBytes } from './completed-bytes.ts'

// pdfkit's undeclared features: a picture opened once and drawn many times, and the destination of a bookmark.
type Picture = { readonly label: string }
declare global {
  namespace PDFKit {
    interface PDFDocument {
      openImage(bytes: Uint8Array): Picture
    }
    interface PDFOutline {
      addItem(title: string, place: { top: number; left: number }): PDFOutline
    }
    namespace Mixins {
      interface PDFImage {
        image(picture: Picture, x: number, y: number, options: ImageOption): this
      }
    }
  }
}

const PALE = '#e6d9e7'
/** Background and text colours, by section, of the blocks that replace missing pictures. */
const TINTS = [
  ['#f3ebf4', '#7a4a7d'],
  ['#f6efe0', '#86682a'],
  ['#e9f1e7', '#4d7548'],
  ['#e7eff4', '#3f6d8a'],
  ['#f7eae5', '#9a5638'],
  ['#eef0e2', '#6b7133'],
] as const

const FACT: Style = { size: 9.5, font: 'bold', width: WIDTH - 96 }
/** The largest number of lines of one fact, and of all facts together, for which the first page has space. */
const MAX_LINES = { ofAFact: 24, ofAll: 36 }

const PICTURE = { side: 34, gap: 10 }
const COLUMN_GAP = 10

/**
 * Starts drawing a booklet: the first pages immediately, the rows as they arrive. Each step returns the bytes that were
 * completed since the last one.
 */
export function openPages(booklet: Booklet) {
  const { sections } = booklet
  const columns = columnsFromRight(booklet.columns, COLUMN_GAP)
  const doc = emptyPdf(booklet)
  const { put, lines, rule } = penOn(doc)
  const facts = booklet.facts.flatMap(factLines).slice(0, MAX_LINES.ofAll)
  const plan = layOut(facts.length, sections)
  const pictures = new Map<string, Picture>()
  let page = 0
  let block = -1
  let drawn = 0

  firstPage()
  return { write, finish }

  function write(part: Part): Uint8Array<ArrayBuffer> {
    for (const [name, bytes] of part.pictures) openPicture(name, bytes)
    for (const row of part.rows) drawNext(row)
    return completedBytes(doc)
  }

  function finish(): Uint8Array<ArrayBuffer> {
    doc.end()
    return completedBytes(doc)
  }

  /** An unreadable picture is treated as missing. */
  function openPicture(name: string, bytes: Uint8Array) {
    try {
      pictures.set(name, doc.openImage(bytes))
    } catch {
      pictures.delete(name)
    }
  }

  // Pages ---------------------------------------------------------------------------------

  function turnTo(wanted: number) {
    while (page < wanted) {
      page++
      doc.addPage()
      if (page > 1) {
        put(booklet.publisher, PAGE.left, 26, { size: 8, ink: INK.soft, width: WIDTH / 2 })
        const right = `${booklet.title} · ${booklet.day}`
        put(right, PAGE.left + WIDTH / 2, 26, { size: 8, ink: INK.soft, align: 'right', width: WIDTH / 2 })
        rule(42, INK.line)
      }
      rule(803, INK.line)
      put(booklet.footnote, PAGE.left, 809, { size: 8, ink: INK.soft })
      const number = booklet.pageOf.replace('{page}', String(page)).replace('{pages}', String(plan.pages))
      put(number, PAGE.left, 809, { size: 8, ink: INK.strong, align: 'right', width: WIDTH })
    }
  }

  function firstPage() {
    turnTo(1)
    doc.rect(0, 0, PAGE.width, HEIGHTS.band).fill(INK.brand)
    const names = lines(booklet.publisher, { size: 24, font: 'bold', width: WIDTH, lines: 2 })
    const top = (HEIGHTS.band - names.length * 30 - 25) / 2
    for (const [i, name] of names.entries())
      put(name, PAGE.left, top + i * 30, { size: 24, font: 'bold', ink: INK.white })
    put(booklet.title, PAGE.left, top + names.length * 30 + 6, { size: 14, ink: PALE })
    for (const [i, { label, value }] of facts.entries()) {
      const y = FACTS_AT + i * HEIGHTS.fact
      put(label, PAGE.left, y, { size: 9.5, ink: INK.soft, width: 90 })
      put(value, PAGE.left + 96, y, FACT)
    }
    if (plan.entries.length) drawContents()
  }

  /** A fact split into lines; the first has the label. */
  function factLines({ label, value }: Booklet['facts'][number]) {
    const all = value.split('\n').flatMap(text => lines(text, { ...FACT, lines: MAX_LINES.ofAFact }))
    const shown = all.slice(0, MAX_LINES.ofAFact)
    if (all.length > shown.length) shown.push('…')
    return shown.map((text, i) => ({ label: i === 0 ? label : '', value: text }))
  }

  function drawContents() {
    put(booklet.contents, PAGE.left, plan.contentsAt + 6, { size: 15, font: 'bold', ink: INK.brand })
    for (const [section, { page: at, y }] of plan.entries.entries()) {
      turnTo(at)
      const { title, amount } = sections[section]!
      const begins = plan.blocks.find(place => place.section === section)?.page ?? plan.pages
      rule(y, INK.line)
      put(title, PAGE.left, y + 5, { size: 10.5, font: 'bold', width: WIDTH - 160 })
      put(amount, PAGE.right - 150, y + 6, { size: 9, ink: INK.soft, align: 'right', width: 100 })
      put(String(begins), PAGE.right - 50, y + 5, { size: 10.5, align: 'right', width: 50 })
      doc.goTo(PAGE.left, y, WIDTH, HEIGHTS.entry, nameOf(section))
    }
  }

  // Rows ----------------------------------------------------------------------------------

  function drawNext(row: Row) {
    let place = plan.blocks[block]
    if (!place || drawn === place.rows) {
      place = plan.blocks[++block]
      if (!place) throw new Error('more rows than the sections have')
      drawn = 0
      beginBlock(place)
    }
    drawRow(row, place, place.y + HEIGHTS.sectionHead + HEIGHTS.columnHead + drawn * HEIGHTS.row)
    drawn++
  }

  function beginBlock({ page: at, y, section, isContinued }: Block) {
    turnTo(at)
    const { title, amount } = sections[section]!
    if (!isContinued) {
      doc.addNamedDestination(nameOf(section), 'XYZ', 0, Math.max(0, y - 20), 0)
      doc.outline.addItem(title, { top: Math.max(0, y - 20), left: PAGE.width })
    }
    const shown = isContinued ? booklet.continued.replace('{title}', () => title) : title
    put(shown, PAGE.left, y + 2, { size: 15, font: 'bold', ink: INK.brand, width: WIDTH - 110 })
    if (!isContinued) put(amount, PAGE.right - 100, y + 8, { size: 9, ink: INK.soft, align: 'right', width: 100 })

    const headAt = y + HEIGHTS.sectionHead
    const head: Style = { size: 7.5, ink: INK.soft }
    put(booklet.titleLabel, PAGE.left + PICTURE.side + PICTURE.gap, headAt, head)
    for (const { label, x, width, align } of columns) put(label, x, headAt, { ...head, align, width })
    rule(headAt + HEIGHTS.columnHead - 2, INK.brand)
  }

  function drawRow(row: Row, { section, rows }: Block, y: number) {
    const x = PAGE.left + PICTURE.side + PICTURE.gap
    const width = (columns[0]?.x ?? PAGE.right) - COLUMN_GAP - x
    drawPicture(row, section, y + 3)

    const title: Style = { size: 9, font: 'bold', width, lines: 2 }
    const titles = lines(row.title, title)
    for (const [i, text] of titles.entries()) put(text, x, y + 3 + i * 12, title)
    if (row.subtitle) put(row.subtitle, x, y + 4 + titles.length * 12, { size: 8, ink: INK.soft, width })

    let used = 1
    for (const [i, cell] of columns.entries()) {
      const style: Style = { size: cell.isBold ? 9.5 : 8, ...(cell.isBold && { font: 'bold' }), ...cell, lines: 2 }
      const texts = lines(row.cells[i] ?? '', style)
      for (const [l, text] of texts.entries()) put(text, cell.x, y + (cell.isBold ? 3 : 4) + l * 11, style)
      used = Math.max(used, texts.length)
    }
    const room = { align: 'right', width: PAGE.right - x - width - COLUMN_GAP } as const
    if (row.remark) put(row.remark, PAGE.right - room.width, y + 5 + used * 11, { size: 8, ink: INK.alert, ...room })
    if (drawn < rows - 1) rule(y + HEIGHTS.row, INK.line)
  }

  function drawPicture(row: Row, section: number, y: number) {
    const { side } = PICTURE
    const picture = row.picture === undefined ? undefined : pictures.get(row.picture)
    if (picture) {
      doc.image(picture, PAGE.left, y, { fit: [side, side], align: 'center', valign: 'center' })
      return
    }
    const [ground, ink] = TINTS[section % TINTS.length]!
    doc.roundedRect(PAGE.left, y, side, side, 4).fill(ground)
    put(sections[section]!.mark, PAGE.left, y + 7, { size: 16, font: 'bold', ink, align: 'center', width: side })
  }
}

const nameOf = (section: number) => `section-${section + 1}`
