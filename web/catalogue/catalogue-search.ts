import type { Product } from '#contract/catalogue.ts'
import { ProductSearch, productSearchText, productSearchWords } from '#contract/product-search.ts'
import { byAlphabet } from '#contract/turkish.ts'

type Indexed = { product: Product; searchText: string; position: number }

/** A catalogue in the browser, searched with the same results and order as on the server. */
export class SearchableCatalogue {
  readonly #index = new ProductSearch<Indexed>()
  readonly #products: Indexed[] = []
  #isSorted = true

  constructor(products: readonly Product[] = []) {
    this.add(products)
  }

  /** Adds products. Add many in slices, as folding their words takes long on a slow processor. */
  add(products: readonly Product[]) {
    for (const product of products) {
      const indexed = { product, searchText: productSearchText(product), position: 0 }
      this.#index.add(indexed)
      this.#products.push(indexed)
    }
    this.#isSorted = false
  }

  /** The matching products, best first. */
  find({ search, category }: { search: string; category: string }): Product[] {
    const sorted = this.#sorted()
    const words = productSearchWords(search)
    const found = words.length ? this.#index.find(words, sorted).flat() : sorted
    return found.map(({ product }) => product).filter(product => !category || product.category === category)
  }

  /** The categories of the products, in Turkish order. */
  categories(): string[] {
    return [...new Set(this.#products.map(({ product }) => product.category))].sort(byAlphabet)
  }

  #sorted(): readonly Indexed[] {
    if (this.#isSorted) return this.#products
    this.#products.sort((a, b) => byAlphabet(a.product.name, b.product.name) || (a.product.id < b.product.id ? -1 : 1))
    for (const [position, indexed] of this.#products.entries()) indexed.position = position
    this.#isSorted = true
    return this.#products
  }
}
