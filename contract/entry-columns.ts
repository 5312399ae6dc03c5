import { fold } from './turkish.ts'

/** The characters that separate the columns of a table. */
export const SEPARATOR = /[\t;|]/

/** The text of a cell as a part of a line, in which it separates neither columns nor lines. */
export const cellText = (text: string) => text.replace(/[\s;|]+/g, ' ')

type Column = 'name' | 'quantity' | 'unit' | 'other'

/** The column that a folded heading of a pasted table names. */
const HEADINGS = new Map<string, Column>([
  ...named(
    'name',
    'urun',
    'urun adi',
    'urun ismi',
    'urun aciklamasi',
    'malzeme',
    'malzeme adi',
    'stok adi',
    'ad',
    'adi',
  ),
  ...named('name', 'cins', 'cinsi', 'marka', 'barkod', 'satir'),
  ...named('quantity', 'miktar', 'adet', 'siparis', 'siparis adedi', 'siparis miktari', 'istenen', 'talep'),
  ...named('unit', 'birim'),
  ...named(
    'other',
    'sira',
    'sira no',
    'no',
    'kod',
    'urun kodu',
    'stok kodu',
    'kategori',
    'depo',
    'fiyat',
    'birim fiyat',
  ),
  ...named(
    'other',
    'birim fiyati',
    'kdv',
    'kdv orani',
    'tutar',
    'toplam',
    'not',
    'notlar',
    'aciklama',
    'son miktar',
    'id',
    'stok',
    'mevcut',
  ),
])

function named(column: Column, ...headings: string[]): [string, Column][] {
  return headings.map(heading => [heading, column])
}

/** What can be a heading, such as 'FİYAT (₺):'. Folding long texts, or letters of some scripts, would take long. */
const HEADING = /^[\p{Script=Latin}\p{M}\p{N}\p{P}\p{Sc}\s]{1,60}$/u

function headingOf(cell: string): Column | undefined {
  if (!HEADING.test(cell)) return undefined
  const words = fold(cell.replace(/\([^)]*\)/g, ' ')).replace(/[^a-z ]/g, '')
  const column = HEADINGS.get(words.trim().replace(/ (?:tl|try)$/, ''))
  if (column === 'name' || !/\p{Sc}|\b(?:tl|try)\b/u.test(fold(cell))) return column
  // 'Adet (₺)' is the price of a piece; '5 TL' is no heading.
  return column || !/\d/.test(cell) ? 'other' : undefined
}

/** The unit in a heading such as 'Miktar (koli)'; pieces are the unit that a quantity has without one. */
const unitOf = (heading: string) => /\(\s*(?!adet\s*\))([^)]*)\)/i.exec(heading)?.[1]?.trim() ?? ''

/**
 * The lines of a table without its headings, each reduced to product, quantity and unit; other columns, such as prices,
 * are left out. If a heading names the quantity, rows without a quantity are left out, so that customers can order by
 * filling in a price list. Lines of a text without headings are unchanged.
 */
export function withoutHeadings(lines: readonly string[]): string[] {
  let columns: readonly (Column | undefined)[] = []
  let units: readonly string[] = []
  return lines.flatMap(line => {
    const cells = line.split(SEPARATOR).map(cell => cell.trim())
    const headings = cells.map(headingOf)
    if (isHeadingRow(line, cells, headings)) {
      columns = headings
      units = cells.map(unitOf)
      return []
    }
    // There are no headings, or this is a note below the table.
    if (columns.length < 2 || cells.length < 2) return [line]
    const of = (column: Column) => cells.filter((cell, at) => columns[at] === column && cell !== '')
    const at = cells.findIndex((cell, i) => columns[i] === 'quantity' && cell !== '')
    const quantity = cells[at] ?? ''
    if (columns.includes('quantity') && /^[-–0.,]*$/.test(quantity)) return []
    const [unit = units[at]] = of('unit')
    return [[of('name').join(' '), quantity, ...(unit ? [unit] : [])].join('\t')]
  })
}

/**
 * Whether the line is a heading row: each cell is a known heading, or name and quantity are among them and the line has
 * no digit.
 */
function isHeadingRow(line: string, cells: readonly string[], headings: readonly (Column | undefined)[]) {
  if (!headings.includes('name')) return false
  return (headings.includes('quantity') && !/\d/.test(line)) || cells.every((cell, at) => cell === '' || headings[at])
}
