import type { Product } from '#contract/catalogue.ts'
import { ProductSearch, productSearchText } from '#contract/product-search.ts'
import { byAlphabet, searchWords } from '#contract/turkish.ts'

type Indexed = { product: Product; searchText: string; position: number }

/** A catalogue in the browser, searched with the same results and order as on the server. */
export type SearchableCatalogue = ReturnType<typeof searchable>

/** Prepares a catalogue for many searches. */
export function searchable(products: readonly Product[]) {
  const sorted = [...products]
    .sort((a, b) => byAlphabet(a.name, b.name) || (a.id < b.id ? -1 : 1))
    .map((product, position): Indexed => ({ product, searchText: productSearchText(product), position }))
  const index = new ProductSearch<Indexed>()
  for (const product of sorted) index.add(product)
  return {
    /** The products that match, best first. */
    find({ search, category }: { search: string; category: string }): Product[] {
      const words = searchWords(search)
      const found = words.length ? index.find(words, sorted).flat() : sorted
      return found.map(({ product }) => product).filter(product => !category || product.category === category)
    },
    /** The categories of the products, in Turkish order. */
    categories: [...new Set(products.map(product => product.category))].sort(byAlphabet),
  }
}
