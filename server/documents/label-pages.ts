import { barsOf } from './barcode-bars.ts'
import { emptyPdf, penOn } from './booklet-drawing.ts'
import { PAGE } from './booklet-layout.ts'
import { completedBytes } from './completed-bytes.ts'
import type { Label, Labels } from './labels.ts'

/** Label printers have one colour. */
const BLACK = '#000000'
const GRID = { columns: 3, rows: 8 }
/** In points. */
const LABEL = { width: PAGE.width / GRID.columns, height: PAGE.height / GRID.rows }
const PADDING = { x: 12, top: 9 }
const TITLE = { size: 10, line: 12.5, lines: 2 }
/** For a name that needs more lines; with the subtitle they end above the bars. */
const LONG_TITLE = { size: 7.5, line: 9.5, lines: 3 }
const SUBTITLE = { size: 7.5, line: 10 }
const BARS = { top: 48, height: 34 }
const DIGITS = { size: 8.5, top: 84 }
/** The width of a module in points: 0.33 mm, less for a long code, but not less than scanners can read (0.17 mm). */
const MODULE = { widest: 0.935, narrowest: 0.48 }
/** The white space that a barcode needs on each side, in modules. */
const QUIET = 11

/** Draws the labels, each row from left to right; the PDF's bytes are in a buffer of their own. */
export function drawLabelPages(labels: Labels): Uint8Array<ArrayBuffer> {
  const doc = emptyPdf(labels)
  const { put, lines } = penOn(doc)
  const perPage = GRID.columns * GRID.rows
  for (const [i, label] of labels.labels.entries()) {
    const place = i % perPage
    if (place === 0) doc.addPage()
    drawLabel(label, (place % GRID.columns) * LABEL.width, Math.floor(place / GRID.columns) * LABEL.height)
  }
  doc.end()
  return completedBytes(doc)

  function drawLabel({ title, subtitle, code, digits }: Label, x: number, y: number) {
    const width = LABEL.width - 2 * PADDING.x
    const left = x + PADDING.x
    const { size, line, titles } = titleLines(title, width)
    for (const [i, text] of titles.entries())
      put(text, left, y + PADDING.top + i * line, { size, font: 'bold', ink: BLACK, width })
    const below = y + PADDING.top + titles.length * line
    put(subtitle, left, below, { size: SUBTITLE.size, ink: BLACK, width })
    const bars = code === null ? undefined : barsOf(code)
    const module = bars && Math.min(MODULE.widest, LABEL.width / (bars.modules + 2 * QUIET))
    if (bars && module && module >= MODULE.narrowest) {
      let at = x + (LABEL.width - bars.modules * module) / 2
      for (const [i, run] of bars.runs.entries()) {
        if (i % 2 === 0) doc.rect(at, y + BARS.top, run * module, BARS.height)
        at += run * module
      }
      doc.fill(BLACK)
    }
    put(digits, left, y + DIGITS.top, { size: DIGITS.size, ink: BLACK, align: 'center', width })
  }

  // Variants differ at the end of their name, so a long one is printed smaller before it is cut.
  function titleLines(title: string, width: number) {
    const isLong = lines(title, { ...TITLE, font: 'bold', width, lines: TITLE.lines + 1 }).length > TITLE.lines
    const style = isLong ? LONG_TITLE : TITLE
    return { ...style, titles: lines(title, { ...style, font: 'bold', width }) }
  }
}
