import { spellingsOf, unpadded } from './barcode-spellings.ts'
import { fold, searchWords } from './turkish.ts'

/** A product in the search. `position` is its index in the list of all products, which is sorted by name. */
type Searchable = { readonly searchText: string; position: number }

/** All words of the search are in name, brand and barcode together. */
const OUTSIDE_NAME = 3
/** The category is needed for some of the words. */
const IN_CATEGORY = 4
/** With one wrong letter forgiven in each word, all words are in the name. */
const FORGIVEN_IN_NAME = 5
const FORGIVEN_OUTSIDE_NAME = 6
const FORGIVEN_IN_CATEGORY = 7
/**
 * How well a product can match, best first; 0 to 2: all words are in the name, see `find`. `matchRank` in
 * `server/catalogue/lists.ts` is the same in SQL for 0 to 4.
 */
const RANKS = [0, 1, 2, OUTSIDE_NAME, IN_CATEGORY, FORGIVEN_IN_NAME, FORGIVEN_OUTSIDE_NAME, FORGIVEN_IN_CATEGORY]

/** No wrong letter is forgiven in shorter words, which would match too many others. */
export const MIN_FORGIVEN = 5
/** Words of this length may have a wrong letter only if no product has them as they are. */
const MIN_FORGIVEN_IF_UNKNOWN = 4

/**
 * The folded text that searches match: the name, then brand and barcode, then the category, which rank in this order.
 * The barcode is in it in all of its spellings, as scanners send another one than is printed on the package, except
 * those padded to 14 digits, which `productSearchWords` shortens.
 */
export function productSearchText({
  name,
  brand,
  barcode,
  category,
}: {
  name: string
  brand: string
  barcode: string | null
  category: string
}) {
  const spellings = barcode ? spellingsOf(barcode).filter(one => one === barcode || one.length < 14) : []
  return `${fold(name)}\n${fold(`${brand} ${spellings.join(' ')}`)}\n${fold(category)}`
}

/** The folded words of a search for products. A barcode padded to 14 digits is searched for as the EAN that it is. */
export const productSearchWords = (text: string) => searchWords(text).map(unpadded)

/**
 * Finds products by an index of the words of their search texts: a search compares each indexed word once, however many
 * products have it. Server and browser share it, so that they find the same products.
 */
export class ProductSearch<T extends Searchable> {
  readonly #words = new Map<string, T[]>()
  /** Mostly barcodes, which differ for each product. Words with letters are not searched for here. */
  readonly #numbers = new Map<string, T[]>()

  add(product: T) {
    for (const word of wordsOf(product)) {
      const index = this.#indexOf(word)
      const products = index.get(word)
      if (products) products.push(product)
      else index.set(word, [product])
    }
  }

  /** Does nothing with a product that was not added. */
  remove(product: T) {
    for (const word of wordsOf(product)) {
      const index = this.#indexOf(word)
      const products = index.get(word) ?? []
      const at = products.indexOf(product)
      if (at === -1) continue
      if (products.length > 1) products.splice(at, 1)
      else index.delete(word)
    }
  }

  #indexOf(word: string) {
    return isNumber(word) ? this.#numbers : this.#words
  }

  /**
   * The products that have all of the folded words, by rank: 0 if the name begins with the search text, 1 if a word of
   * it does, 2 if it is elsewhere in the name, 3 if name, brand and barcode have all words, 4 if the category is needed
   * for some; 5 to 7 if one wrong letter is forgiven in each word of at least five, by where they are found: in the
   * name, also in brand and barcode, also in the category. `sorted` are all products, at their positions; each rank
   * keeps that order.
   */
  find(words: readonly string[], sorted: readonly T[]): T[][] {
    const each = [...new Set(words)]
    const term = words.join(' ')
    const exact = this.#havingAll(each, sorted)
    const ranks: T[][] = RANKS.map(() => [])
    for (const product of exact) ranks[rankOf(product.searchText, term, each)]?.push(product)
    const forgiven = new Map(each.map(word => [word, this.#resembling(word)]))
    const unforgiven = each.filter(word => forgiven.get(word)?.size === 0)
    if (unforgiven.length === each.length) return ranks
    let found = this.#havingAll(unforgiven, sorted)
    for (const [word, lists] of forgiven) {
      if (found.length === 0 || lists.size === 0) continue
      const resembling = new Set([...lists.values()].flat())
      found = found.filter(product => product.searchText.includes(word) || resembling.has(product))
    }
    const isExact = new Set(exact)
    const spellings = [...forgiven].map(([word, lists]) => shortestOf([word, ...lists.keys()]))
    for (const product of found)
      if (!isExact.has(product)) ranks[forgivenRankOf(product.searchText, spellings)]?.push(product)
    return ranks
  }

  /**
   * The products that have all of the words. The work shrinks with each word, so that many cost little more than one.
   */
  #havingAll(words: readonly string[], sorted: readonly T[]): readonly T[] {
    // A text that includes a word also includes the parts of that word.
    const sought = words.filter(word => !words.some(other => other !== word && other.includes(word)))
    // The longest word is usually the rarest.
    const [first, ...others] = sought.sort((a, b) => b.length - a.length)
    if (first === undefined) return sorted
    let found = atPositionsOf(this.#including(first), sorted)
    for (const word of others) found = found.filter(({ searchText }) => searchText.includes(word))
    return found
  }

  /** For each indexed word that includes this one, its products. */
  #including(word: string): T[][] {
    const indexes = isNumber(word) ? [this.#numbers, this.#words] : [this.#words]
    return indexes.flatMap(index => productsOf(index, indexed => indexed.includes(word)))
  }

  /** Each indexed word that begins with this one, except for one wrong letter, with its products. */
  #resembling(word: string): Map<string, T[]> {
    const found = new Map<string, T[]>()
    // A different digit means a different barcode or size.
    if (!/^\p{L}+$/u.test(word) || word.length < MIN_FORGIVEN_IF_UNKNOWN) return found
    if (word.length < MIN_FORGIVEN && this.#including(word).length > 0) return found
    for (const [indexed, products] of this.#words) if (resembles(word, indexed)) found.set(indexed, products)
    return found
  }
}

function productsOf<T>(index: ReadonlyMap<string, T[]>, matches: (indexed: string) => boolean): T[][] {
  const found: T[][] = []
  for (const [indexed, products] of index) if (matches(indexed)) found.push(products)
  return found
}

/** The products of the lists, each once and in the order of `sorted`. */
function atPositionsOf<T extends Searchable>(lists: readonly T[][], sorted: readonly T[]): T[] {
  const isFound = new Uint8Array(sorted.length)
  for (const products of lists) for (const { position } of products) isFound[position] = 1
  return sorted.filter((_, at) => isFound[at] === 1)
}

const isNumber = (word: string) => /^\d+$/.test(word)

const wordsOf = ({ searchText }: Searchable) => new Set(searchText.split(/[ \n]/).filter(Boolean))

function rankOf(searchText: string, term: string, words: readonly string[]): number {
  const at = searchText.indexOf(term)
  if (at === 0) return 0
  const end = searchText.indexOf('\n')
  if (at === -1 || at > end) {
    const category = searchText.lastIndexOf('\n')
    return words.every(word => searchText.indexOf(word) < category) ? OUTSIDE_NAME : IN_CATEGORY
  }
  const word = searchText[at - 1] === ' ' ? at : searchText.indexOf(` ${term}`, at)
  return word !== -1 && word < end ? 1 : 2
}

/**
 * The rank of a product found with forgiveness. `spellings` are, for each word of the search, the words that count as
 * it.
 */
function forgivenRankOf(searchText: string, spellings: readonly (readonly string[])[]): number {
  let last = 0
  for (const words of spellings) {
    let first = searchText.length
    for (const word of words) {
      const at = searchText.indexOf(word)
      if (at !== -1 && at < first) first = at
    }
    if (first > last) last = first
  }
  if (last < searchText.indexOf('\n')) return FORGIVEN_IN_NAME
  return last < searchText.lastIndexOf('\n') ? FORGIVEN_OUTSIDE_NAME : FORGIVEN_IN_CATEGORY
}

/** The words that include no other word: a text that has a longer word also has the shorter one. */
const shortestOf = (words: readonly string[]) =>
  words.filter(word => !words.some(other => other !== word && word.includes(other)))

/**
 * Whether a word begins with what was typed except for one wrong letter: a different one, a missing one, an additional
 * one, or two neighbours exchanged. The first letter must be right, and a different last letter is forgiven only at the
 * word's end: otherwise every word with the same beginning would match.
 */
export function resembles(typed: string, word: string): boolean {
  let at = 0
  while (at < typed.length && typed[at] === word[at]) at++
  if (at === 0 || at === typed.length) return false
  if (at === typed.length - 1) return word.length <= typed.length || word[at + 1] === typed[at]
  const rest = typed.slice(at + 1)
  if (word.startsWith(rest, at + 1) || word.startsWith(typed.slice(at), at + 1) || word.startsWith(rest, at))
    return true
  const isExchanged = typed[at] === word[at + 1] && rest[0] === word[at]
  return isExchanged && word.startsWith(typed.slice(at + 2), at + 2)
}
