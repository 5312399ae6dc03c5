import { fold } from './turkish.ts'

/** A product as the search sees it. `position` is its index in the list of all products, which is sorted by name. */
export type Searchable = { readonly searchText: string; position: number }

/** How well a product matches, best first: the words of the search are spread, or only the category has them. */
const SPREAD = 3
/** A product matches only if one wrong letter is forgiven. */
const FORGIVEN = 4
export const RANKS = [0, 1, 2, SPREAD, FORGIVEN]

/** A shorter word with a wrong letter could be any other. */
const MIN_FORGIVEN = 5
/** A word of four letters is forgiven if no product has it. */
const MIN_FORGIVEN_IF_UNKNOWN = 4

/** The folded text that searches match. The category is on its own line, as matches in it rank lowest. */
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
  return `${fold(`${name} ${brand} ${barcode ?? ''}`)}\n${fold(category)}`
}

/**
 * Finds products by an index of the words of their search texts: a search looks at each word once, however many
 * products have it. Server and browser share it, so that they find the same.
 */
export class ProductSearch<T extends Searchable> {
  readonly #words = new Map<string, T[]>()
  /** Barcodes above all, of which each product has another: words with letters are not sought among them. */
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
   * The products that have all of the folded words, by rank: 0 if the name begins with the search text, 1 if a word does,
   * 2 if it occurs elsewhere, 3 if its words are spread or the category matches, 4 if one wrong letter is forgiven in
   * each word of at least five. `sorted` are all products, at their positions; each rank keeps that order.
   */
  find(words: readonly string[], sorted: readonly T[]): T[][] {
    const each = [...new Set(words)]
    const term = words.join(' ')
    const exact = each.map(word => this.#including(word))
    const ranks: T[][] = RANKS.map(() => [])
    const hasAll = matchesOfAll(exact, sorted.length)
    for (let at = 0; at < sorted.length; at++) {
      const product = sorted[at]
      if (product && hasAll[at] === exact.length) ranks[rankOf(product.searchText, term)]?.push(product)
    }
    const forgiven = each.map((word, i) => this.#resembling(word, exact[i]?.length === 0))
    if (forgiven.every(products => products.length === 0)) return ranks
    const resembles = matchesOfAll(
      exact.map((products, i) => [...products, ...(forgiven[i] ?? [])]),
      sorted.length,
    )
    for (let at = 0; at < sorted.length; at++) {
      const product = sorted[at]
      if (product && resembles[at] === exact.length && hasAll[at] !== exact.length) ranks[FORGIVEN]?.push(product)
    }
    return ranks
  }

  /** For each indexed word that includes this one, its products. */
  #including(word: string): T[][] {
    const indexes = isNumber(word) ? [this.#numbers, this.#words] : [this.#words]
    return indexes.flatMap(index => productsOf(index, indexed => indexed.includes(word)))
  }

  /** For each indexed word that begins like this one but for one letter, its products. */
  #resembling(word: string, isUnknown: boolean): T[][] {
    // Another digit is another barcode or another size.
    if (!/^\p{L}+$/u.test(word) || word.length < (isUnknown ? MIN_FORGIVEN_IF_UNKNOWN : MIN_FORGIVEN)) return []
    return productsOf(this.#words, indexed => resembles(word, indexed))
  }
}

function productsOf<T>(index: ReadonlyMap<string, T[]>, matches: (indexed: string) => boolean): T[][] {
  const found: T[][] = []
  for (const [indexed, products] of index) if (matches(indexed)) found.push(products)
  return found
}

const isNumber = (word: string) => /^\d+$/.test(word)

const wordsOf = ({ searchText }: Searchable) => new Set(searchText.split(/[ \n]/).filter(Boolean))

/** By position, of how many of the leading words each product is among the products. */
function matchesOfAll<T extends Searchable>(byWord: readonly T[][][], count: number): Uint16Array {
  const matched = new Uint16Array(count)
  for (const [i, lists] of byWord.entries())
    for (const products of lists)
      for (const { position } of products) if (matched[position] === i) matched[position] = i + 1
  return matched
}

function rankOf(searchText: string, term: string): number {
  const at = searchText.indexOf(term)
  if (at === 0) return 0
  // The category is on the second line.
  const end = searchText.indexOf('\n')
  if (at === -1 || at > end) return SPREAD
  const word = searchText[at - 1] === ' ' ? at : searchText.indexOf(` ${term}`, at)
  return word !== -1 && word < end ? 1 : 2
}

/**
 * Whether a word begins with what was typed but for one letter: another one, one missing, one too many, or two
 * neighbours exchanged. The first letter is right, and a wrong last one is forgiven only at the word's end: else each
 * word that begins alike would do.
 */
export function resembles(typed: string, word: string): boolean {
  let at = 0
  while (at < typed.length && typed[at] === word[at]) at++
  if (at === 0 || at === typed.length) return false
  if (at === typed.length - 1) return word.length <= typed.length
  const rest = typed.slice(at + 1)
  if (word.startsWith(rest, at + 1) || word.startsWith(typed.slice(at), at + 1) || word.startsWith(rest, at))
    return true
  const isExchanged = typed[at] === word[at + 1] && rest[0] === word[at]
  return isExchanged && word.startsWith(typed.slice(at + 2), at + 2)
}
