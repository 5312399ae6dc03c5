import { spellingsOf } from './barcode-spellings.ts'
import type { Product } from './catalogue.ts'
import { OTHER_UNITS, PACKINGS, SIZE_UNITS, unitNamed } from './entry-units.ts'
import { MIN_FORGIVEN, resembles } from './product-search.ts'
import {
  amountBeside,
  type Reading,
  readingsOf,
  type Token,
  tokensOf,
  withoutLineNumber,
  wordsOfName,
} from './quick-entry.ts'

/** The result of matching a line: one product, several candidates, or none. */
export type Match<P> =
  | { kind: 'found'; product: P; quantity: number | undefined; unit: string | undefined }
  /** Best first; at most `MAX_CANDIDATES`. With `reading`, the quantity may be the size of some (`isSizeOf`). */
  | {
      kind: 'several'
      candidates: readonly P[]
      quantity: number | undefined
      unit: string | undefined
      reading?: Reading
    }
  | { kind: 'unknown'; quantity: number | undefined }

/** A product that a line may mean. `unit` is the one entered in the line, if any. */
export type Suggestion<P> = { product: P; quantity: number | undefined; unit: string | undefined }

/** Whether a quantity was entered in another unit than that of the product. */
export const isOtherUnit = (entered: string | undefined, sold: string) => entered !== undefined && entered !== sold

export type Entered = Pick<Product, 'id' | 'name' | 'brand' | 'barcode' | 'unit'>

/** How many products are offered for an unclear line. */
const MAX_CANDIDATES = 8

/** What is known about a customer: the ids of the products that it buys, which rank first, and its earlier choices. */
export type Known = {
  bought: ReadonlySet<string>
  /** The id of the product that was chosen for these words. */
  chosen?: ((words: string) => string | undefined) | undefined
}

/** `names` are the words of the name, `each` all of its words once. */
type Indexed<P> = { product: P; names: readonly string[]; each: readonly string[] }

const BARCODE = /(^|\D)(\d{8,14})(?!\d)/

/** Finds the products of entered lines. A line matches one product only if it cannot mean another. */
export class EntryMatcher<P extends Entered> {
  readonly #byWord = new Map<string, Indexed<P>[]>()
  readonly #byBarcode = new Map<string, P[]>()
  readonly #byId = new Map<string, P>()
  /** Sorted, to find the words that begin with an entered one. */
  #vocabulary: readonly string[] | undefined

  constructor(products: readonly P[] = []) {
    this.add(products)
  }

  /** Adds products. Callers add them in slices, because a slow processor needs long to index thousands of names. */
  add(products: readonly P[]) {
    for (const product of products) this.#add(product)
    this.#vocabulary = undefined
  }

  #add(product: P) {
    const names = wordsOfName(product.name)
    const each = [...new Set([...names, ...wordsOfName(product.brand)])]
    const indexed = { product, names, each }
    this.#byId.set(product.id, product)
    if (product.barcode)
      this.#byBarcode.set(product.barcode, [...(this.#byBarcode.get(product.barcode) ?? []), product])
    for (const word of each) {
      const present = this.#byWord.get(word)
      if (present) present.push(indexed)
      else this.#byWord.set(word, [indexed])
    }
  }

  /** Matches a line of a list with the products; the likeliest reading that names one product wins. */
  match(entered: string, known: Known): Match<P> {
    const line = withoutLineNumber(entered)
    const readings = readingsOf(line)
    const byBarcode = this.#barcodeIn(line)
    if (byBarcode) return byBarcode
    let best: Match<P> = { kind: 'unknown', quantity: readings[0]?.quantity }
    for (const reading of readings) {
      const found = this.#matchReading(reading, known)
      if (found.kind === 'found') return found
      if (found.kind === 'several' && best.kind === 'unknown') best = found
    }
    return best.kind === 'unknown' ? this.#withoutBarcode(line, known, best) : best
  }

  /** What a line means beside a code that no product has. As its product may be another one, the user decides. */
  #withoutBarcode(line: string, known: Known, unknown: Match<P>): Match<P> {
    const rest = line.replace(BARCODE, '$1 ')
    if (rest === line || tokensOf(rest).every(isNoName)) return unknown
    const match = this.match(rest, known)
    if (match.kind !== 'found') return match
    return { kind: 'several', candidates: [match.product], quantity: match.quantity, unit: match.unit }
  }

  /** The products that a line may mean, best first, to be shown while the user types. */
  suggest(line: string, bought: ReadonlySet<string>): Suggestion<P>[] {
    const byBarcode = this.#barcodeIn(line)
    if (byBarcode && byBarcode.kind !== 'unknown') {
      const products = byBarcode.kind === 'several' ? byBarcode.candidates : [byBarcode.product]
      return products.map(product => ({ product, quantity: byBarcode.quantity, unit: byBarcode.unit }))
    }
    const suggested = new Map<string, Suggestion<P>>()
    for (const { words, quantity, unit } of readingsOf(line).map(reading => this.#withPacking(reading)))
      for (const { product } of this.#ranked(words, this.#having(words), bought)) {
        const before = suggested.get(product.id)
        // `kaşar 1 kg` for a product of this size that is sold by the piece: its words, rather than a quantity in kg.
        const fitsBetter = isOtherUnit(before?.unit, product.unit) && !isOtherUnit(unit, product.unit)
        if (!before || fitsBetter) suggested.set(product.id, { product, quantity, unit })
      }
    return [...suggested.values()].slice(0, MAX_CANDIDATES)
  }

  #barcodeIn(line: string): Match<P> | undefined {
    const barcode = BARCODE.exec(line)?.[2]
    if (!barcode) return undefined
    // The code as it was entered comes first.
    const spelling = spellingsOf(barcode).find(one => this.#byBarcode.has(one))
    const products = spelling === undefined ? [] : (this.#byBarcode.get(spelling) ?? [])
    if (!products[0]) return undefined
    const amount = amountBeside(barcode, line, products[0].name)
    return products.length > 1
      ? { kind: 'several', candidates: products, ...amount }
      : { kind: 'found', product: products[0], ...amount }
  }

  /** `3 teneke ezine`: if a product's name contains the packing, it is one of the words, and 3 counts products. */
  #withPacking(reading: Reading): Reading {
    const { words, quantity, unit } = reading
    if (unit === undefined || !OTHER_UNITS.has(unit)) return reading
    const packed = [...words, unit]
    return this.#having(packed).length > 0 ? { words: packed, quantity, unit: undefined } : reading
  }

  #matchReading(reading: Reading, known: Known): Match<P> {
    const { words, quantity, unit } = this.#withPacking(reading)
    const amount = { quantity, unit, ...(reading.isBare && { reading }) }
    const chosen = known.chosen?.(words.join(' '))
    const before = chosen === undefined ? undefined : this.#byId.get(chosen)
    const candidates = this.#ranked(words, this.#having(words), known.bought)
    const certain = onlyOne(candidates, { words, unit, bought: known.bought })
    if (!before && certain && isCertain(words, certain) && !isRepeating(certain, reading)) {
      const isSize = isSizeOf(certain.product, reading)
      return { kind: 'found', product: certain.product, quantity: isSize ? undefined : quantity, unit }
    }
    const offered = candidates.map(({ product }) => product)
    const first = before ? [before, ...offered.filter(({ id }) => id !== before.id)] : offered
    if (first.length > 0) return { kind: 'several', candidates: first.slice(0, MAX_CANDIDATES), ...amount }
    const alike = this.#ranked(words, this.#having(words, true), known.bought).map(({ product }) => product)
    return alike.length > 0
      ? { kind: 'several', candidates: alike.slice(0, MAX_CANDIDATES), ...amount }
      : { kind: 'unknown', quantity }
  }

  /**
   * The products that have all of the words, or their beginnings; with `forgiving`, but for one wrong letter in each.
   */
  #having(words: readonly string[], forgiving = false): Indexed<P>[] {
    const each = [...new Set(words)].map(word => this.#knownFor(word, forgiving))
    const sizes = new Map(each.map(known => [known, this.#countOf(known)]))
    // Starting with the rarest word leaves the fewest products to check.
    const [first, ...others] = each.sort((a, b) => (sizes.get(a) ?? 0) - (sizes.get(b) ?? 0))
    if (!first) return []
    const found = new Set(first.flatMap(word => this.#byWord.get(word) ?? []))
    const sets = others.map(known => new Set(known))
    return [...found].filter(product => sets.every(known => product.each.some(word => known.has(word))))
  }

  #countOf(known: readonly string[]) {
    return known.reduce((count, word) => count + (this.#byWord.get(word)?.length ?? 0), 0)
  }

  /** The words of products that begin with an entered word; if none does and `forgiving` is set, similar words. */
  #knownFor(word: string, forgiving: boolean): string[] {
    // A different number is a different size, so it must match exactly.
    if (/^\d/.test(word)) return this.#byWord.has(word) ? [word] : []
    const vocabulary = this.#sortedWords()
    const known: string[] = []
    for (let at = lowerBound(vocabulary, word); vocabulary[at]?.startsWith(word); at += 1)
      known.push(vocabulary[at] ?? '')
    if (known.length > 0 || !forgiving || word.length < MIN_FORGIVEN) return known
    return vocabulary.filter(other => resembles(word, other))
  }

  #sortedWords() {
    this.#vocabulary ??= [...this.#byWord.keys()].sort()
    return this.#vocabulary
  }

  /** First the products that the customer buys, then those whose name has the fewest words that were not entered. */
  #ranked(words: readonly string[], found: readonly Indexed<P>[], bought: ReadonlySet<string>): Indexed<P>[] {
    const rankOf = (one: Indexed<P>) =>
      (bought.has(one.product.id) ? 0 : 1000) + (isWhole(words, one) ? 0 : 100) + missingOf(words, one)
    const ranks = new Map(found.map(one => [one, rankOf(one)]))
    return [...found].sort((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0))
  }
}

/** Whether a part of a line is a number, a unit or a packing, which name no product. */
const isNoName = ({ text, number }: Token) =>
  number !== undefined || text === 'x' || unitNamed(text) !== undefined || PACKINGS.has(SIZE_UNITS[text] ?? text)

/**
 * Whether the bare quantity of a line is a number of the product's name, and the line has it no more often. 1 is taken
 * as a quantity, as it is the usual one.
 */
export function isSizeOf({ name }: Pick<Entered, 'name'>, { words, quantity, isBare }: Reading) {
  const names = wordsOfName(name)
  const timesIn = (all: readonly string[]) => all.filter(word => Number(word) === quantity).length
  return isBare === true && quantity !== 1 && timesIn(words) < timesIn(names)
}

/** Whether a line of which no number is the quantity has one more often than the name, as in `5x5 kg nohut`. */
function isRepeating({ names }: { names: readonly string[] }, { words, quantity }: Reading) {
  const timesIn = (all: readonly string[], number: string) => all.filter(word => word === number).length
  return quantity === undefined && words.some(word => /^\d/.test(word) && timesIn(words, word) > timesIn(names, word))
}

type Criteria = { words: readonly string[]; unit: string | undefined; bought: ReadonlySet<string> }

/**
 * The candidate that must be meant: the only one; else, of those whose whole name was entered, the only one, the only
 * one sold in the entered unit, or the only one that the customer buys.
 */
function onlyOne<P extends Entered>(candidates: readonly Indexed<P>[], { words, unit, bought }: Criteria) {
  if (candidates.length === 1) return candidates[0]
  const whole = candidates.filter(candidate => isWhole(words, candidate))
  const sold = whole.filter(({ product }) => product.unit === unit)
  const usual = whole.filter(({ product }) => bought.has(product.id))
  return [whole, sold, usual].find(({ length }) => length === 1)?.[0]
}

/** How many words of the name were not entered. */
const missingOf = (words: readonly string[], { names }: { names: readonly string[] }) =>
  names.filter(name => !words.some(word => name.startsWith(word))).length

/** Whether all words of the name except size and packing were entered in full. */
const isWhole = (words: readonly string[], { names }: { names: readonly string[] }) =>
  mainWords(names).every(name => words.includes(name))

/** Whether more than half of the name was entered: `domates` alone does not mean `domates salçası`. */
function isCertain(words: readonly string[], { names }: { names: readonly string[] }) {
  const main = mainWords(names)
  const entered = main.filter(name => words.some(word => name.startsWith(word)))
  return entered.length * 2 > main.length
}

/** The words of a name that distinguish the product, without size and packing. */
function mainWords(names: readonly string[]) {
  const main = names.filter(name => !/^\d/.test(name) && !PACKINGS.has(name))
  return main.length > 0 ? main : names
}

/** The index of the first of the sorted words that does not sort before `word`. */
function lowerBound(words: readonly string[], word: string) {
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((words[middle] ?? '') < word) low = middle + 1
    else high = middle
  }
  return low
}
