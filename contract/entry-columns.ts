import { fold } from './turkish.ts'

/** The characters that separate the columns of a table. */
export const SEPARATOR = /[\t;|]/

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
  return HEADINGS.get(words.trim().replace(/ (?:tl|try)$/, ''))
}

/**
 * The lines of a table without its headings, each reduced to product, quantity and unit; other columns, such as prices,
 * are left out. If a heading names the quantity, rows without a quantity are left out, so that customers can order by
 * filling in a price list. Lines of a text without headings are unchanged.
 */
export function withoutHeadings(lines: readonly string[]): string[] {
  let columns: readonly (Column | undefined)[] = []
  return lines.flatMap(line => {
    const cells = line.split(SEPARATOR).map(cell => cell.trim())
    const headings = cells.map(headingOf)
    if (isHeadingRow(line, cells, headings)) {
      columns = headings
      return []
    }
    // There are no headings, or this is a note below the table.
    if (columns.length < 2 || cells.length < 2) return [line]
    const of = (column: Column) => cells.filter((cell, at) => columns[at] === column && cell !== '')
    const [quantity = ''] = of('quantity')
    if (columns.includes('quantity') && /^[-–0.,]*$/.test(quantity)) return []
    return [[of('name').join(' '), quantity, ...of('unit')].join('\t')]
  })
}

/** Whether all cells are headings, or those of name and quantity, and no other cell is data. */
function isHeadingRow(line: string, cells: readonly string[], headings: readonly (Column | undefined)[]) {
  if (!headings.includes('name')) return false
  return (headings.includes('quantity') && !/\d/.test(line)) || cells.every((cell, at) => cell === '' || headings[at])
}
