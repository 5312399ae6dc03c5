import { unitNamed } from './entry-units.ts'
import { fold } from './turkish.ts'

/** The characters that separate the columns of a table. */
export const SEPARATOR = /[\t;|]/

/** The text of a cell as a part of a line, in which it separates neither columns nor lines. */
export const cellText = (text: string) => text.replace(/[\s;|]+/g, ' ')

/** Of the quantities, 'wanted' is what is ordered, 'pieces' is 'Adet', and 'packing' a unit, as in 'Koli' or 'Kg'. */
type Column = 'name' | 'wanted' | 'pieces' | 'packing' | 'unit' | 'other'

const isQuantity = (column: Column | undefined) => column === 'wanted' || column === 'pieces' || column === 'packing'

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
  ...named('wanted', 'miktar', 'siparis', 'siparis adedi', 'siparis miktari', 'istenen', 'talep'),
  ...named('pieces', 'adet'),
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
  const words = wordsIn(cell)
  const column = HEADINGS.get(words) ?? (isUnitName(words) ? 'packing' : undefined)
  if (column === 'name' || !/\p{Sc}|\b(?:tl|try)\b/u.test(fold(cell))) return column
  // 'Adet (₺)' is the price of a piece; '5 TL' is no heading.
  return column || !/\d/.test(cell) ? 'other' : undefined
}

/** The folded words of a heading without what is in brackets and without its currency. */
const wordsIn = (heading: string) =>
  fold(heading.replace(/\([^)]*\)/g, ' '))
    .replace(/[^a-z ]/g, '')
    .trim()
    .replace(/ (?:tl|try)$/, '')

/** Whether a heading is a unit: 'Koli', 'Kg'. 'Ad' is a name, and 'Adet' any quantity. */
const isUnitName = (words: string) => !HEADINGS.has(words) && unitNamed(words) !== undefined

/**
 * The unit in a heading such as 'Miktar (koli)', or that is the whole heading, as 'Koli' beside 'Adet'; pieces are the
 * unit that a quantity has without one.
 */
function unitIn(heading: string) {
  const isUnit = HEADING.test(heading) && isUnitName(wordsIn(heading))
  const unit = isUnit ? /\p{L}+/u.exec(heading)?.[0] : /\(\s*(?!adet\s*\))([^)]*)\)/i.exec(heading)?.[1]?.trim()
  return unit ?? ''
}

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
      // Beside what is ordered, 'Koli' says how many pieces a carton has.
      const isOrdered = headings.includes('wanted')
      columns = headings.map(column => (isOrdered && column === 'packing' ? 'other' : column))
      units = cells.map(unitIn)
      return []
    }
    // There are no headings, or this is a note below the table.
    if (columns.length < 2 || cells.length < 2) return [line]
    const of = (column: Column) => cells.filter((cell, at) => columns[at] === column && cell !== '')
    const name = of('name').join(' ')
    const [unit = ''] = of('unit')
    const counts = cells.flatMap((cell, at) => countUnder(columns[at], units[at] ?? '', cell))
    if (counts.length === 0 && !columns.some(isQuantity)) counts.push({ quantity: '', unit: '', isPacking: false })
    return countsOfRow(counts).map(count => {
      const own = count.isPacking ? count.unit : unit || count.unit
      return [name, count.quantity, ...(own ? [own] : [])].join('\t')
    })
  })
}

type Count = { quantity: string; unit: string; isPacking: boolean }

/** The quantity in a cell, unless it is empty or 0. Under a unit, other text describes a packing: `şişe`, `5 kg`. */
function countUnder(column: Column | undefined, unit: string, cell: string): Count[] {
  if (!isQuantity(column) || /^[-–0.,]*$/.test(cell)) return []
  if (column !== 'packing') return [{ quantity: cell, unit, isPacking: false }]
  const [, quantity, own] = /^([\d.,/½¼¾ ]*[\d½¼¾]) ?(\p{L}*)$/u.exec(cell.slice(0, 40)) ?? []
  return quantity && (!own || keyOf(own) === keyOf(unit)) ? [{ quantity, unit, isPacking: true }] : []
}

/**
 * The quantities of a row that are ordered: the one in pieces, of which a delivery note also says how many cartons they
 * are, else one in each unit.
 */
function countsOfRow(counts: readonly Count[]): readonly Count[] {
  const pieces = counts.find(({ unit }) => unit === '') ?? counts.find(({ isPacking }) => !isPacking)
  if (pieces) return [pieces]
  const byUnit = new Map<string, Count>()
  for (const count of counts) if (!byUnit.has(keyOf(count.unit))) byUnit.set(keyOf(count.unit), count)
  return [...byUnit.values()]
}

function keyOf(unit: string) {
  const folded = fold(unit.slice(0, 20))
  return unitNamed(folded) ?? folded
}

/**
 * Whether the line is a heading row: each cell is a known heading, or name and quantity are among them and the line has
 * no digit.
 */
function isHeadingRow(line: string, cells: readonly string[], headings: readonly (Column | undefined)[]) {
  if (!headings.includes('name')) return false
  return (headings.some(isQuantity) && !/\d/.test(line)) || cells.every((cell, at) => cell === '' || headings[at])
}
