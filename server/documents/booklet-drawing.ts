import { readFileSync } from 'node:fs'
import PDFDocument from 'pdfkit'
import { PAGE, WIDTH } from './booklet-layout.ts'
import { fitLines, printable } from './booklet-text.ts'

export const INK = {
  strong: '#231a24',
  soft: '#6b626c',
  brand: '#5b2a5e',
  line: '#ddd6de',
  alert: '#a3321f',
  white: '#ffffff',
}

const FONTS = { regular: 'noto-sans-regular.ttf', bold: 'noto-sans-bold.ttf' }

export type Style = {
  size: number
  font?: keyof typeof FONTS
  ink?: string
  align?: 'left' | 'center' | 'right'
  width?: number
  lines?: number
}

type Described = { title: string; publisher: string; language: string; made: Date }

/** A PDF in A4 that has no pages yet. The library's margins are 0; `PAGE` has those of the content. */
export const emptyPdf = ({ title, publisher, language, made }: Described) =>
  new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.5',
    lang: language,
    displayTitle: true,
    // Otherwise the library would load a font of its own.
    font: '',
    info: { Title: `${title} – ${publisher}`, Author: publisher, CreationDate: made },
  })

/** Columns with their x positions, aligned to the right margin; widths and gap in points. */
export function columnsFromRight<Column extends { width: number }>(columns: readonly Column[], gap: number) {
  let x: number = PAGE.right
  return columns
    .toReversed()
    .map(column => {
      x -= column.width
      const at = { ...column, x }
      x -= gap
      return at
    })
    .toReversed()
}

/** Draws text and lines on a document's current page. Text that does not fit is cut, so that nothing overlaps. */
export function penOn(doc: PDFKit.PDFDocument) {
  for (const [name, file] of Object.entries(FONTS)) {
    doc.registerFont(name, readFileSync(new URL(`./fonts/${file}`, import.meta.url)))
  }
  return { put, lines, rule }

  /** Draws one line of text; `y` is its top edge, in points. */
  function put(text: string, x: number, y: number, style: Style) {
    const [line] = lines(text, { ...style, lines: 1 })
    if (!line) return
    const { width = WIDTH, align = 'left', ink = INK.strong } = style
    doc.fillColor(ink)
    const room = align === 'left' ? 0 : width - doc.widthOfString(line)
    doc.text(line, x + (align === 'center' ? room / 2 : room), y, { lineBreak: false })
  }

  /** Breaks a text into the lines that its style allows. */
  function lines(text: string, { size, font = 'regular', width = WIDTH, lines: most = 1 }: Style) {
    doc.font(font).fontSize(size)
    return fitLines(printable(text), width, most, part => doc.widthOfString(part))
  }

  function rule(y: number, ink: string) {
    doc.moveTo(PAGE.left, y).lineTo(PAGE.right, y).lineWidth(0.5).strokeColor(ink).stroke()
  }
}
