import type { Product } from '#contract/catalogue.ts'
import { byAlphabet, fold, searchWords } from '#contract/turkish.ts'

/** The products of a catalogue that the server, too, would find, in the order in which it would list them. */
export function searchCatalogue(
  products: readonly Product[],
  { search, category }: { search: string; category: string },
): Product[] {
  const words = searchWords(search)
  const sought = words.join(' ')
  return products
    .filter(product => !category || product.category === category)
    .flatMap(product => {
      const text = textOf(product)
      return words.every(word => text.includes(word)) ? [{ product, rank: sought ? rankOf(text, sought) : 0 }] : []
    })
    .sort(
      (a, b) => a.rank - b.rank || byAlphabet(a.product.name, b.product.name) || (a.product.id < b.product.id ? -1 : 1),
    )
    .map(({ product }) => product)
}

/** The categories that have products, in Turkish order. */
export const categoriesOf = (products: readonly Product[]) =>
  [...new Set(products.map(product => product.category))].sort(byAlphabet)

/** 0 where the name begins with what is sought, 1 where a word does, 2 where it is inside, 3 where only the category fits. */
function rankOf(text: string, sought: string) {
  const own = text.slice(0, text.indexOf('\n'))
  if (own.startsWith(sought)) return 0
  if (own.includes(` ${sought}`)) return 1
  return own.includes(sought) ? 2 : 3
}

const folded = new WeakMap<Product, string>()

function textOf(product: Product) {
  const { name, brand, barcode, category } = product
  const text = folded.get(product) ?? `${fold(`${name} ${brand} ${barcode ?? ''}`)}\n${fold(category)}`
  folded.set(product, text)
  return text
}
