import { SEPARATOR, withoutHeadings } from './entry-columns.ts'
import { fold } from './turkish.ts'

/** A line of a typed or pasted list, read in one way. */
export type Reading = {
  /** What names the product, folded and in words. */
  words: readonly string[]
  /** How many are wanted, which need not be whole; undefined if the line does not say. */
  quantity: number | undefined
  /** What is counted, as in `2 koli`: 'ADET', 'KG', 'LT', 'PAKET' or the folded word of another; undefined if not said. */
  unit: string | undefined
}

/** How many lines of a list are read at once; those after them follow when these are in the cart. */
export const MAX_ENTERED_LINES = 500

/** The lines of a pasted text that are not blank; of a table, those in which something is ordered. */
export const enteredLines = (text: string) =>
  withoutHeadings(text.split(/\r\n|[\n\r\u2028]/).filter(line => /[\p{L}\p{N}]/u.test(line))).map(line => line.trim())

// Reading a line -----------------------------------------------------------------------

/** Words for units that things are sold in. */
const SOLD_UNITS: Record<string, string> = {
  ...spellings('ADET', 'adet ad adt tane tn'),
  ...spellings('KG', 'kg kilo kilogram'),
  ...spellings('LT', 'lt litre l'),
  ...spellings('PAKET', 'paket pk pkt pak'),
}
/** Units of which it is not known how many pieces they have. */
export const OTHER_UNITS = new Set('koli kl kutu kasa kova teneke cuval sise bidon tava palet duzine poset'.split(' '))
/** What products are packed in. */
export const PACKINGS = new Set([
  ...OTHER_UNITS,
  ...'g kg lt ml cl kase kavanoz vakum konserve torba pet sikma karton paket cam yaprak tekerlek li lu'.split(' '),
])
/** Units as they are compared in the names of products. */
const SIZE_UNITS: Record<string, string> = {
  ...spellings('g', 'g gr gram'),
  ...spellings('kg', 'kilo kilogram'),
  ...spellings('lt', 'litre l'),
}
const NUMBER_WORDS: Record<string, number> = {
  bir: 1,
  iki: 2,
  uc: 3,
  dort: 4,
  bes: 5,
  alti: 6,
  yedi: 7,
  sekiz: 8,
  dokuz: 9,
  on: 10,
  yarim: 0.5,
}
/** What people write around the names of products. */
const COURTESIES = new Set('lutfen rica edilir acil tesekkurler ve da de'.split(' '))

function spellings(unit: string, words: string): Record<string, string> {
  return Object.fromEntries(words.split(' ').map(word => [word, unit]))
}

export type Token = { text: string; number?: number }

/** The ways in which a line can be read, the likeliest first. */
export function readingsOf(line: string): Reading[] {
  const columns = readColumns(line)
  if (columns) return [columns]
  const tokens = tokensOf(line)
  const readings = [readMarked(tokens), readNumber(tokens, 'end'), readNumber(tokens, 'start')].filter(
    reading => reading !== undefined,
  )
  return [...readings, { words: wordsOf(tokens), quantity: undefined, unit: undefined }]
}

/** Columns of a table: one of them is a number, alone or with its unit. */
function readColumns(line: string): Reading | undefined {
  const columns = line.split(SEPARATOR).map(column => column.trim())
  if (columns.filter(Boolean).length < 2) return undefined
  const counts = columns.map(column => countIn(tokensOf(column)))
  // From behind: a table may begin with the numbers of its rows, or with barcodes.
  const at = counts.findLastIndex(count => count !== undefined)
  const count = counts[at]
  if (!count) return undefined
  const after = count.unit ? undefined : unitIn(tokensOf(columns[at + 1] ?? ''))
  const names = columns.filter((column, i) => i !== at && !(after && i === at + 1) && !isRowNumber(column, i))
  return { words: wordsOf(tokensOf(names.join(' '))), quantity: count.quantity, unit: count.unit ?? after }
}

const isRowNumber = (column: string, at: number) => at === 0 && /^\d{1,3}[.)]?$/.test(column)

/** A number with what says that it is a quantity: `3x`, `x3`, `5 ad`, `2 koli`, `(4)`. */
function readMarked(tokens: readonly Token[]): Reading | undefined {
  for (const [at, { number }] of tokens.entries()) {
    if (number === undefined || isLong(number)) continue
    const [before, after] = [tokens[at - 1]?.text, tokens[at + 1]?.text]
    // `24x330 ml` is a size.
    const isMultiplied =
      (after === 'x' && tokens[at + 2]?.number === undefined) ||
      (before === 'x' && tokens[at - 2]?.number === undefined)
    const unit = after === undefined ? undefined : unitNamed(after)
    const isCount = unit === 'ADET' || unit === 'PAKET' || (unit !== undefined && OTHER_UNITS.has(unit))
    // `10 kg Teneke` is a size, whose packing is no count.
    if (!isMultiplied && !isCount) continue
    if (isMultiplied && isSize(tokens, at) && before !== 'x') continue
    const left = tokens.slice(0, before === 'x' ? at - 1 : at)
    const rest = tokens.slice(at + (after === 'x' || isCount ? 2 : 1))
    const words = wordsOf([...left, ...rest])
    if (words.length > 0) return { words, quantity: number, unit: isCount ? unit : undefined }
  }
  return undefined
}

/** A bare number at the end or the start, or one with KG or LT, which may be a size as well. */
function readNumber(tokens: readonly Token[], side: 'start' | 'end'): Reading | undefined {
  const last = tokens.length - 1
  const hasUnit = side === 'end' && unitNamed(tokens[last]?.text ?? '') !== undefined
  const at = side === 'start' ? 0 : hasUnit ? last - 1 : last
  const number = tokens[at]?.number
  if (number === undefined || isLong(number)) return undefined
  const unit = unitNamed(tokens[at + 1]?.text ?? '')
  const rest = tokens.filter((_, i) => i !== at && !(unit !== undefined && i === at + 1))
  const words = wordsOf(rest)
  return words.length > 0 ? { words, quantity: number, unit } : undefined
}

/** The whole text is a number, perhaps with a unit. */
function countIn(tokens: readonly Token[]) {
  const [first, second] = tokens[0]?.text === 'x' ? tokens.slice(1) : tokens
  if (first?.number === undefined || isLong(first.number) || tokens.length > 2) return undefined
  const unit = second && second.text !== 'x' ? unitNamed(second.text) : undefined
  return second && second.text !== 'x' && !unit ? undefined : { quantity: first.number, unit }
}

const unitIn = (tokens: readonly Token[]) => (tokens.length === 1 ? unitNamed(tokens[0]?.text ?? '') : undefined)

export const unitNamed = (word: string) => SOLD_UNITS[word] ?? (OTHER_UNITS.has(word) ? word : undefined)

/** A barcode is no quantity. */
const isLong = (number: number) => number >= 1e7

const isSize = (tokens: readonly Token[], at: number) => {
  const next = tokens[at + 1]?.text ?? ''
  return SIZE_UNITS[next] === 'g' || next === 'ml' || next === 'cl'
}

/** The folded words and numbers of a text; bullets, brackets and other signs are left out. */
export function tokensOf(text: string): Token[] {
  const plain = fold(text)
    .replace(/^[^\p{L}\p{N}]+/u, '')
    // The number of a line: `1) `, `2. `.
    .replace(/^\d{1,3}[.)]\s+(?=\p{L})/u, '')
    .replace(/[×✕*]/g, ' x ')
    .replace(/(\d)[.](\d{3})(?!\d)/g, '$1$2')
    .replace(/(\d),(\d)/g, '$1.$2')
    .replace(/(\d)(\p{L})/gu, '$1 $2')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
  return (plain.match(/\d+(?:\.\d+)?|[\p{L}]+/gu) ?? []).map(word => {
    const number = NUMBER_WORDS[word] ?? (/^\d/.test(word) ? Number(word) : undefined)
    return number === undefined ? { text: word } : { text: word, number }
  })
}

export const wordsOf = (tokens: readonly Token[]) =>
  tokens.map(({ text }) => SIZE_UNITS[text] ?? text).filter(text => text !== 'x' && !COURTESIES.has(text))
