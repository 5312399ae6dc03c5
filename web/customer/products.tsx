import { listProducts } from '#contract/catalogue.ts'
import { CataloguePage } from '../pwa/catalogue-page.tsx'
import { prefetchList } from '../queries.ts'

/** Asks for what the address names before the screen that shows it is drawn. */
export function askForProducts() {
  const params = new URLSearchParams(location.search)
  const query = { search: params.get('search') ?? '', category: params.get('category') ?? '' }
  void prefetchList(listProducts, { query })
}

/** What a customer can order. */
export const Products = () => <CataloguePage title="Ürün Kataloğu" />
