import { SEPARATOR, withoutHeadings } from './entry-columns.ts'
import { OTHER_UNITS, SIZE_UNITS, SOLD_UNITS, unitNamed } from './entry-units.ts'
import { fold } from './turkish.ts'

/** One possible interpretation of a line of a typed or pasted list. */
export type Reading = {
  /** The folded words that name the product. */
  words: readonly string[]
  /** The wanted quantity, which need not be whole; undefined if the line has none. */
  quantity: number | undefined
  /**
   * The unit of the quantity: 'ADET', 'KG', 'LT', 'PAKET', or the folded word, as in `2 koli`; undefined if none is
   * given.
   */
  unit: string | undefined
  /** Whether the quantity is a number at the end of the line without any mark, which may also be a size. */
  isBare?: boolean
}

/** How many lines of a list are read at a time; the following ones are read when these are in the cart. */
export const MAX_ENTERED_LINES = 500

/** The date, the time and the sender of a message, as WhatsApp copies them: `[10:32, 24.11.2026] Ahmet: `. */
const SENDER =
  /^[\s\u200e]*(?:\[(?=[^\]]*[./])[\d.:/, ]*\d:\d\d[\d.:/, ]*\]|\d{1,2}[./]\d{1,2}[./]\d{2,4},? \d\d?:\d\d(?::\d\d)? [-–]) [^:]{1,60}:/

/**
 * The lines of a pasted text that are not blank, without the senders of messages; in a table with a quantity column,
 * only those with a quantity.
 */
export function enteredLines(text: string) {
  const lines = text.split(/\r\n|[\n\r\u2028]/).map(line => line.replace(SENDER, ''))
  return withoutHeadings(lines.filter(line => /[\p{L}\p{N}]/u.test(line))).map(line => line.trim())
}

// Reading a line -----------------------------------------------------------------------

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
}
/** Words of courtesy and the like in a list, which are ignored. */
const COURTESIES = new Set('lutfen rica edilir acil tesekkurler ve da de'.split(' '))

export type Token = { text: string; number?: number }

/** The possible interpretations of a line, the likeliest first. */
export function readingsOf(line: string): Reading[] {
  const columns = readColumns(line)
  if (columns) return [columns]
  const tokens = tokensOf(line)
  const whole: Reading = { words: wordsOf(tokens), quantity: undefined, unit: undefined }
  const [last, atStart] = [readNumber(tokens, 'end'), readNumber(tokens, 'start')]
  // In `sos: 700` and `sos = 700`, the sign marks the quantity.
  const atEnd = last && /[:=]\s*[\d.,]+\s*$/.test(line) ? { ...last, isBare: false } : last
  // `ayran 20x250` is rather a size than 250 pieces, and `mayonez 850 x 5` is none of a product's name.
  const isSizeLikely = isFactor(tokens, 0) || isFactor(tokens, tokens.length - 1)
  const readings = [readMarked(tokens), ...(isSizeLikely ? [whole, atEnd, atStart] : [atEnd, atStart, whole])]
  return readings.filter(reading => reading !== undefined)
}

/**
 * The quantity, and its unit, in a line that names its product by a barcode. A number that is also in the product's
 * name is its size, as in `Yumurta 30 adet`, unless it is marked and the line has it more often than the name.
 */
export function amountBeside(barcode: string, line: string, name: string): Pick<Reading, 'quantity' | 'unit'> {
  const rest = line.replace(barcode, ' ')
  const [tokens, named] = [tokensOf(rest), tokensOfName(name)]
  const sizes = new Set(named.map(({ number }) => number))
  const timesIn = (all: readonly Token[], size?: number) => all.filter(({ number }) => number === size).length
  const unrepeated = new Set([...sizes].filter(size => timesIn(tokens, size) <= timesIn(named, size)))
  const reading = readColumns(rest) ?? readMarked(tokens, unrepeated) ?? countIn(tokens)
  if (reading) return { quantity: reading.quantity, unit: reading.unit }
  const isCount = ({ number }: Token, at: number) =>
    number !== undefined && !isLong(number) && !isSize(tokens, at) && !sizes.has(number)
  const at = tokens.findLastIndex(isCount)
  return { quantity: tokens[at]?.number, unit: at < 0 ? undefined : unitNamed(tokens[at + 1]?.text ?? '') }
}

/** The number of a line in a list, `3) `, `3. ` or `3- `, and the word after it if the number could be a quantity. */
const LINE_NUMBER = /^\d{1,3}(?:\)\s*(?=[\p{L}\p{N}])|[.–-]\s+(?=\p{N})|(?:\.\s*|\s*[-–]\s*)(?=(\p{L}+)))/u

/**
 * The line of a list without its bullet or number. Before a unit in which products are sold, the number is a quantity:
 * `3-adet`, `3. kg`. Before a packing, which may begin a name, it is not: `3. teneke`.
 */
export function withoutLineNumber(line: string) {
  const plain = line.replace(/^[^\p{L}\p{N}]+/u, '')
  const [number = '', next] = LINE_NUMBER.exec(plain) ?? []
  return next && SOLD_UNITS[fold(next)] ? plain : plain.slice(number.length)
}

/** Reads a line as a row of a table, of which one column is a number, alone or with its unit. */
function readColumns(line: string): Reading | undefined {
  const columns = line.split(SEPARATOR).map(column => column.trim())
  if (columns.filter(Boolean).length < 2) return undefined
  const counts = columns.map(column => countIn(tokensOf(column)))
  // The last one counts, because a table may begin with row numbers or barcodes.
  const at = counts.findLastIndex(count => count !== undefined)
  const count = counts[at]
  if (!count) return undefined
  const after = count.unit ? undefined : unitIn(tokensOf(columns[at + 1] ?? ''))
  const names = columns.filter((column, i) => i !== at && !(after && i === at + 1) && !isRowNumber(column, i))
  return { words: wordsOf(tokensOf(names.join(' '))), quantity: count.quantity, unit: count.unit ?? after }
}

const isRowNumber = (column: string, at: number) => at === 0 && /^\d{1,3}[.)]?$/.test(column)

/** Reads a number that is marked as a quantity, `3x`, `x3`, `5 ad`, `2 koli`, and is none of the `sizes`. */
function readMarked(tokens: readonly Token[], sizes?: ReadonlySet<number | undefined>): Reading | undefined {
  for (const [at, { number }] of tokens.entries()) {
    if (number === undefined || isLong(number) || sizes?.has(number)) continue
    const [before, after] = [tokens[at - 1]?.text, tokens[at + 1]?.text]
    // `24x330 ml` is a size.
    const isMultiplied = (after === 'x' || before === 'x') && !isFactor(tokens, at)
    const unit = after === undefined ? undefined : unitNamed(after)
    const isCount = unit === 'ADET' || unit === 'PAKET' || (unit !== undefined && OTHER_UNITS.has(unit))
    // In `10 kg Teneke`, the number is a size, and the packing after it does not make it a quantity.
    if (!isMultiplied && !isCount) continue
    if (isMultiplied && isSize(tokens, at) && before !== 'x') continue
    const left = tokens.slice(0, before === 'x' ? at - 1 : at)
    const rest = tokens.slice(at + (after === 'x' || isCount ? 2 : 1))
    const words = wordsOf([...left, ...rest])
    if (words.length > 0) return { words, quantity: number, unit: isCount ? unit : undefined }
  }
  return undefined
}

/** Reads a bare number at the start or the end, or one with KG or LT, which may also be a size. */
function readNumber(tokens: readonly Token[], side: 'start' | 'end'): Reading | undefined {
  const last = tokens.length - 1
  const hasUnit = side === 'end' && unitNamed(tokens[last]?.text ?? '') !== undefined
  const at = side === 'start' ? 0 : hasUnit ? last - 1 : last
  const number = tokens[at]?.number
  if (number === undefined || isLong(number)) return undefined
  const unit = unitNamed(tokens[at + 1]?.text ?? '')
  const rest = tokens.filter((_, i) => i !== at && !(unit !== undefined && i === at + 1))
  const words = wordsOf(rest)
  const isBare = side === 'end' && unit === undefined
  return words.length > 0 ? { words, quantity: number, unit, ...(isBare && { isBare }) } : undefined
}

/** Whether the token is a number of a product such as `24x330`. */
const isFactor = (tokens: readonly Token[], at: number) =>
  (tokens[at - 1]?.text === 'x' && tokens[at - 2]?.number !== undefined) ||
  (tokens[at + 1]?.text === 'x' && tokens[at + 2]?.number !== undefined)

/** The quantity, if the whole text is a number with or without a unit. */
function countIn(tokens: readonly Token[]) {
  const [first, second] = tokens[0]?.text === 'x' ? tokens.slice(1) : tokens
  if (first?.number === undefined || isLong(first.number) || tokens.length > 2) return undefined
  const unit = second && second.text !== 'x' ? unitNamed(second.text) : undefined
  return second && second.text !== 'x' && !unit ? undefined : { quantity: first.number, unit }
}

const unitIn = (tokens: readonly Token[]) => (tokens.length === 1 ? unitNamed(tokens[0]?.text ?? '') : undefined)

/** Whether a number is too large for a quantity, as barcodes are. */
const isLong = (number: number) => number >= 1e7

const isSize = (tokens: readonly Token[], at: number) => {
  const next = tokens[at + 1]?.text ?? ''
  return SIZE_UNITS[next] === 'g' || next === 'ml' || next === 'cl'
}

/** `1/2`, `2 3/4` or a folded ½; other numbers with slashes, such as dates and calibres, are no fractions. */
const FRACTION = /(^|[^\d.,/⁄])(?:(\d{1,3}) )?([1357]) ?[/⁄] ?([248])(?![\d.,/⁄])/g

const decimalOf = (_: string, before: string, whole = '0', over = '', under = '') =>
  `${before}${Number(whole) + Number(over) / Number(under)}`

/**
 * A folded text without amounts of money, as in `nohut 3 x ₺48,50`, `48 TL/kg`, and without the day of a forward-dated
 * line, which a shared order names (`orderText`).
 */
const withoutPrices = (folded: string) =>
  folded
    .replace(/\(ileri tarihli[^)]*\)/g, ' ')
    // In `3 ₺48`, the sign belongs to the number that it touches; in `3 ₺ 48` at the end, perhaps to both.
    .replace(/₺\d[\d.,]*/g, '¤')
    .replace(/\d[\d.,]* ₺ \d[\d.,]*\s*$/, '¤')
    .replace(/(^|[^\d.,])\d{1,3}(?: \d{3})+,\d+ ?(?:₺|(?:tl|try|lira)(?![a-z]))/g, '$1¤')
    .replace(/(^|[^\d.,])\d[\d.,]*[-–]? ?(?:₺|(?:tl|try|lira)(?![a-z]))/g, '$1¤')
    .replace(/₺ \d[\d.,]*/g, '¤')
    // A calculation of which one amount has a currency: `3 x 48 = ¤`, `3 x ¤ = 144`.
    .replace(/(^|[^a-z])x *\d[\d.,]*(?: ?\/ ?[a-z]+)? *= *¤/g, '$1¤')
    .replace(/¤(?: ?\/ ?[a-z]+)? *= *\d[\d.,]*/g, '¤')
    .replace(/(?:([^\da-z])x ?)?¤(?: ?\/ ?[a-z]+)?/g, '$1 ')

/** The folded words and numbers of a line; prices, bullets, brackets and other signs are left out. */
export const tokensOf = (line: string) => tokensIn(line, withoutPrices)

/** The words of a product's name or brand, in which a price tells products apart: `Gofret 5 TL`. */
export const wordsOfName = (name: string) => wordsOf(tokensOfName(name))

const tokensOfName = (name: string) => tokensIn(name, folded => folded)

function tokensIn(text: string, plainOf: (folded: string) => string): Token[] {
  // Without the space, `1½` folds to `11⁄2`.
  const plain = plainOf(fold(text.replace(/[¼½¾]/g, ' $&')).replace(/[×✕*]/g, ' x '))
    // Dots that separate thousands, as in typed numbers (`web/ui/number-text.ts`).
    .replace(/(?:^|[^\d.,]|(?:^|\D)[.,]+)[1-9]\d{0,2}(?:\.\d{3})+(?!\d)/g, number => number.replaceAll('.', ''))
    .replace(FRACTION, decimalOf)
    .replace(/(\d),(\d)/g, '$1.$2')
    .replace(/(\d)(\p{L})/gu, '$1 $2')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
  return (plain.match(/\d+(?:\.\d+)?|[\p{L}]+/gu) ?? []).map((word, at, all) => {
    const number = /^\d/.test(word) ? Number(word) : isHalf(word, all, at) ? 0.5 : NUMBER_WORDS[word]
    return number === undefined ? { text: word } : { text: word, number }
  })
}

/** Whether a word means a half, alone or as in `yarım kilo`, and is not part of a name, as in `yarım yağlı süt`. */
const isHalf = (word: string, all: readonly string[], at: number) =>
  word === 'yarim' && (all.length === 1 || unitNamed(all[at + 1] ?? '') !== undefined)

export const wordsOf = (tokens: readonly Token[]) =>
  tokens.map(({ text }) => SIZE_UNITS[text] ?? text).filter(text => text !== 'x' && !COURTESIES.has(text))
