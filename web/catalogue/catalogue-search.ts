import type { Product } from '#contract/catalogue.ts'
import { byAlphabet, fold, searchWords } from '#contract/turkish.ts'

/** Searches a catalogue in the browser, with the same results and order as the server's search. */
export function searchCatalogue(
  products: readonly Product[],
  { search, category }: { search: string; category: string },
): Product[] {
  const words = searchWords(search)
  const searchText = words.join(' ')
  return products
    .filter(product => !category || product.category === category)
    .flatMap(product => {
      const text = textOf(product)
      return words.every(word => text.includes(word))
        ? [{ product, rank: searchText ? rankOf(text, searchText) : 0 }]
        : []
    })
    .sort(
      (a, b) => a.rank - b.rank || byAlphabet(a.product.name, b.product.name) || (a.product.id < b.product.id ? -1 : 1),
    )
    .map(({ product }) => product)
}

/** The categories of the products, in Turkish order. */
export const categoriesOf = (products: readonly Product[]) =>
  [...new Set(products.map(product => product.category))].sort(byAlphabet)

/**
 * 0 if the name starts with the search text, 1 if one of its words does, 2 if it contains it, 3 for the category only.
 */
function rankOf(text: string, searchText: string) {
  const own = text.slice(0, text.indexOf('\n'))
  if (own.startsWith(searchText)) return 0
  if (own.includes(` ${searchText}`)) return 1
  return own.includes(searchText) ? 2 : 3
}

const folded = new WeakMap<Product, string>()

function textOf(product: Product) {
  const { name, brand, barcode, category } = product
  const text = folded.get(product) ?? `${fold(`${name} ${brand} ${barcode ?? ''}`)}\n${fold(category)}`
  folded.set(product, text)
  return text
}
