import { hash } from 'node:crypto'
import type { Product } from '#contract/catalogue.ts'
import { ProductSearch, productSearchWords } from '#contract/product-search.ts'
import { byAlphabet } from '#contract/turkish.ts'
import { readCursor, type SerializedList, writeCursor } from '../http/lists.ts'

/** A product on sale: the fields that lists depend on, and its serialized reply to customers in UTF-8. */
export type HeldProduct = Pick<Product, 'id' | 'name' | 'category'> & {
  searchText: string
  bytes: Uint8Array
  position: number
}

type Filter = { category?: string | undefined; search?: string | undefined; ids?: string | undefined }

/** Products in their order, with the rank of each: how well it matches a search, 0 without one. */
type Ranked = { products: HeldProduct[]; rankAt: (index: number) => number; hasRank: boolean }

/** The largest number of remembered searches, and of products in all their results together. */
const MAX_SEARCHES = 2_000
const MAX_REMEMBERED = 500_000

/** The products on sale in memory, sorted by name in Turkish order and then by id. */
export class HeldProducts {
  /** The hashes of all products combined: the same in every process that holds the same. */
  readonly #digest = Buffer.alloc(20)
  readonly #byId = new Map<string, HeldProduct>()
  readonly #sorted: HeldProduct[] = []
  readonly #search = new ProductSearch<HeldProduct>()
  /** Whether each product's position is its index in the sorted list. */
  #arePositioned = false
  #categories: Map<string, HeldProduct[]> | undefined
  /** Results by category and folded words. They stay valid until a name, a category or a searched text changes. */
  #searches = new Map<string, Ranked>()
  /** The results in `#searches` by category and the text as it was sent, so that a repeated text need not be folded. */
  #byText = new Map<string, Ranked>()
  #remembered = 0

  /** Replaces the products with these ids by those given; ids without one are no longer on sale. */
  replace(ids: Iterable<string>, products: readonly HeldProduct[]) {
    const changed = new Map(products.map(product => [product.id, product]))
    for (const id of ids) {
      const before = this.#byId.get(id)
      const after = changed.get(id)
      this.#include(before)
      this.#include(after)
      if (before && after && isListedAlike(before, after)) before.bytes = after.bytes
      else if (before || after) this.#move(before, after)
    }
  }

  /** Adds a product to the combined hash, or removes one that is in it. */
  #include(product: HeldProduct | undefined) {
    if (!product) return
    const own = hash('sha1', product.bytes, 'buffer')
    for (const [i, byte] of own.entries()) this.#digest[i]! ^= byte
  }

  #move(before: HeldProduct | undefined, after: HeldProduct | undefined) {
    if (before) {
      this.#byId.delete(before.id)
      this.#search.remove(before)
      this.#sorted.splice(this.#sorted.indexOf(before), 1)
    }
    if (after) {
      this.#byId.set(after.id, after)
      this.#search.add(after)
      this.#sorted.splice(this.#placeOf(after), 0, after)
    }
    this.#arePositioned = false
    this.#categories = undefined
    this.#forgetSearches()
  }

  /** The index at which a product is inserted. */
  #placeOf(product: HeldProduct) {
    const last = this.#sorted.at(-1)
    // While all are loaded, they arrive in their order.
    if (!last || byName(last, product) < 0) return this.#sorted.length
    return firstAfter(this.#sorted, other => byName(other, product))
  }

  /** The serialized reply of one product, if it is on sale. */
  one(id: string): Uint8Array | undefined {
    return this.#byId.get(id)?.bytes
  }

  /** The categories of the products on sale, in Turkish order. */
  categories(): string[] {
    return [...this.#byCategory().keys()].sort(byAlphabet)
  }

  /** The list of the products that match; with `search` best match first. A cursor stays valid without its product. */
  list(filter: Filter): SerializedList {
    const { products, rankAt, hasRank } = this.#cachedByText(filter)
    return {
      isSerialized: true,
      version: () => this.#digest.toString('base64url'),
      key: filter.ids === undefined && !hasRank ? JSON.stringify(filter.category || null) : undefined,
      total: products.length,
      read: (after, limit) => {
        const start = after === undefined ? 0 : startAfter(after)
        const end = Math.min(products.length, start + limit)
        const last = products[end - 1]
        const key = last && [...(hasRank ? [rankAt(end - 1)] : []), last.name, last.id]
        return {
          items: products.slice(start, end).map(({ bytes }) => bytes),
          last: key && end < products.length ? writeCursor(key) : undefined,
        }
      },
    }

    function startAfter(cursor: string): number {
      const key = readCursor(cursor, [
        ...(hasRank ? [{ kind: 'number' } as const] : []),
        { kind: 'text' },
        { kind: 'id' },
      ])
      const [name, id] = key.slice(-2).map(String)
      const rank = hasRank ? Number(key[0]) : 0
      const sought = { name: name!, id: id! }
      return firstAfter(products, (product, i) => rankAt(i) - rank || byName(product, sought))
    }
  }

  #cachedByText(filter: Filter): Ranked {
    if (!filter.search || filter.ids !== undefined) return this.#cachedByWords(filter)
    const text = `${filter.category ?? ''}\n${filter.search}`
    const known = this.#byText.get(text)
    if (known) return known
    const found = this.#cachedByWords(filter)
    if (this.#byText.size >= MAX_SEARCHES) this.#byText.clear()
    this.#byText.set(text, found)
    return found
  }

  #cachedByWords({ search = '', ids, ...filter }: Filter): Ranked {
    const words = productSearchWords(search)
    // An empty category filters nothing, as in the database.
    const category = filter.category || undefined
    if (words.length === 0) return { products: this.#listed(category, ids), rankAt: () => 0, hasRank: false }
    if (ids !== undefined) {
      const wanted = new Set(this.#listed(category, ids))
      return this.#find(words, product => wanted.has(product))
    }
    const key = JSON.stringify([category, words])
    const known = this.#searches.get(key)
    if (known) return known
    const found = this.#find(words, category === undefined ? undefined : product => product.category === category)
    this.#remember(key, found)
    return found
  }

  #listed(category?: string, ids?: string): HeldProduct[] {
    if (ids === undefined) return category === undefined ? this.#sorted : (this.#byCategory().get(category) ?? [])
    const products = [...new Set(ids.toLowerCase().split(','))].flatMap(id => this.#byId.get(id) ?? []).sort(byName)
    return category === undefined ? products : products.filter(product => product.category === category)
  }

  /** The products that match these words, best first; if given, only those that are wanted. */
  #find(words: string[], isWanted?: (product: HeldProduct) => boolean): Ranked {
    if (!this.#arePositioned) for (const [position, product] of this.#sorted.entries()) product.position = position
    this.#arePositioned = true
    const all = this.#search.find(words, this.#sorted)
    return ranked(isWanted ? all.map(products => products.filter(isWanted)) : all)
  }

  #remember(key: string, found: Ranked) {
    this.#remembered += found.products.length
    if (this.#remembered > MAX_REMEMBERED || this.#searches.size >= MAX_SEARCHES) {
      this.#forgetSearches()
      this.#remembered = found.products.length
    }
    this.#searches.set(key, found)
  }

  #forgetSearches() {
    this.#searches.clear()
    this.#byText.clear()
    this.#remembered = 0
  }

  #byCategory(): Map<string, HeldProduct[]> {
    if (this.#categories) return this.#categories
    const categories = new Map<string, HeldProduct[]>()
    for (const product of this.#sorted) {
      const others = categories.get(product.category)
      if (others) others.push(product)
      else categories.set(product.category, [product])
    }
    this.#categories = categories
    return categories
  }
}

/** A separate function, so that its closure keeps only the products and the ends of ranks in memory. */
function ranked(ranks: HeldProduct[][]): Ranked {
  const ends = endsOf(ranks)
  return { products: ranks.flat(), rankAt: index => ends.findIndex(end => index < end), hasRank: true }
}

function endsOf(lists: readonly unknown[][]): number[] {
  let end = 0
  return lists.map(list => (end += list.length))
}

type Position = Pick<HeldProduct, 'name' | 'id'>

const byName = (a: Position, b: Position) => byAlphabet(a.name, b.name) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

const isListedAlike = (a: HeldProduct, b: HeldProduct) =>
  a.name === b.name && a.category === b.category && a.searchText === b.searchText

/** The index of the first element of a sorted list that compares as greater than 0. */
function firstAfter<T>(list: readonly T[], compare: (element: T, index: number) => number): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (compare(list[middle]!, middle) > 0) high = middle
    else low = middle + 1
  }
  return low
}
