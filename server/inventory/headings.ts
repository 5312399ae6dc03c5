import { UNITS } from '#contract/catalogue.ts'
import { INVENTORY_COLUMNS } from '#contract/inventory.ts'
import { fold } from '#contract/turkish.ts'
import { type Cell, isTooLong } from '../documents/workbook.ts'

export type Column = (typeof INVENTORY_COLUMNS)[number]

/**
 * A cell of the first row that holds something: its column's letters, its text, and the inventory columns it may
 * name.
 */
export type Heading = { index: number; letters: string; text: string; names: readonly Column[] }

/** What else the headings are written as, folded and without punctuation. `adet` is a quantity, and a unit as well. */
const SPELLINGS: Record<Column, string> = {
  ID: 'id, urun id, product id',
  'Ürün Adı': 'urun adi, urun, urun ismi, ad, adi, isim, stok adi, mal adi, malzeme adi, name, product, product name',
  Marka: 'marka, marka adi, brand',
  Kategori: 'kategori, kategori adi, category',
  Birim: 'birim, birimi, olcu, olcu birimi, unit, adet',
  Fiyat: 'fiyat, fiyati, birim fiyat, birim fiyati, satis fiyati, urun fiyati, price, unit price',
  'KDV Oranı': 'kdv, kdv orani, kdv yuzde, kdv yuzdesi, vat, vat rate',
  Stok: 'stok, stok miktari, stok adedi, miktar, miktari, adet, adedi, stock, stock quantity, quantity, qty',
  Barkod: 'barkod, barkodu, barkod no, barkod numarasi, urun barkodu, barcode, ean',
}

const NAMED = new Map<string, Column[]>()
for (const column of INVENTORY_COLUMNS) {
  for (const spelling of SPELLINGS[column].split(', ')) NAMED.set(spelling, [...(NAMED.get(spelling) ?? []), column])
}

/** `KDV (%)`, `kdv %` and `KDV` are one heading, `Fiyat (TL)` and `FİYAT` another. */
const keyOf = (text: string) =>
  fold(text)
    .replace(/\([^)]*\)/g, ' ')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .replace(/ (?:tl|try)$/, '')

/** The headings in the first row of a sheet. */
export function headingsIn(cells: Cell[]): Heading[] {
  return cells.flatMap((cell, index) => {
    const text = textOf(cell)
    if (text === '') return []
    return [{ index, letters: lettersOf(index), text, names: NAMED.get(keyOf(text)) ?? [] }]
  })
}

const MAX_SHOWN_LENGTH = 40

function textOf(cell: Cell): string {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  if (typeof cell === 'object') return cell.error
  const text = typeof cell === 'string' && isTooLong(cell) ? cell.slice(0, MAX_SHOWN_LENGTH) : String(cell)
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > MAX_SHOWN_LENGTH ? `${line.slice(0, MAX_SHOWN_LENGTH - 1)}…` : line
}

/** A, B … Z, AA … */
const lettersOf = (index: number): string =>
  (index < 26 ? '' : lettersOf(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

/**
 * Whether the first row holds headings (one of the nine stands in it), looks like a product (none does, but a number),
 * or cannot be told.
 */
export function kindOfFirstRow(cells: Cell[]): 'headings' | 'product' | 'unclear' {
  // A product's unit says ADET, which is no sign of a heading.
  const isHeading = ({ text, names }: Heading) => names.length > 0 && !UNITS.some(unit => unit === text.toUpperCase())
  if (headingsIn(cells).some(isHeading)) return 'headings'
  return cells.some(holdsData) ? 'product' : 'unclear'
}

const holdsData = (cell: Cell) =>
  typeof cell === 'number' || cell instanceof Date || (typeof cell === 'string' && NUMBER.test(cell.slice(0, 100)))

const NUMBER = /^[\s%₺]*\d[\d.,\s]*(?:%|₺|TL|TRY)?\s*$/i

/**
 * The headings that name another of the nine columns than the one in whose place they stand. One that stands further
 * right is only a further column, as long as the column it names has that heading in its own place too.
 */
export function misplaced(headings: Heading[]): Heading[] {
  return headings.filter(({ index, names }) => {
    const place = INVENTORY_COLUMNS[index]
    if (names.length === 0 || (place && names.includes(place))) return false
    return place !== undefined || !names.some(name => headings.some(other => isInOwnPlace(other, name)))
  })
}

const isInOwnPlace = ({ index, names }: Heading, column: Column) =>
  INVENTORY_COLUMNS[index] === column && names.includes(column)

/** Where each column stands by its heading, and the columns that more than one heading claims. */
export function placesByHeading(headings: Heading[]): { places: Map<Column, Heading>; twice: Map<Column, Heading[]> } {
  const places = new Map<Column, Heading>()
  const twice = new Map<Column, Heading[]>()
  // What can mean two columns takes the one that is left, a quantity first.
  const certainFirst = headings
    .filter(({ names }) => names.length > 0)
    .toSorted((a, b) => a.names.length - b.names.length || a.index - b.index)
  for (const heading of certainFirst) {
    const free = heading.names.toReversed().find(name => !places.has(name))
    const [claimed] = heading.names.slice(-1)
    if (free) places.set(free, heading)
    else if (claimed) twice.set(claimed, [...(twice.get(claimed) ?? [places.get(claimed)!]), heading])
  }
  return { places, twice }
}
