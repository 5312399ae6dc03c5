import { listProducts } from '#contract/catalogue.ts'
import { CataloguePage } from '../catalogue/catalogue-page.tsx'
import { prefetchList } from '../queries.ts'
import { PassiveNote } from './passive-note.tsx'

/** Prefetches the products for the URL's search and filters. */
export function prefetchProducts() {
  const params = new URLSearchParams(location.search)
  const query = { search: params.get('search') ?? '', category: params.get('category') ?? '' }
  void prefetchList(listProducts, { query })
}

/** The catalogue page of a customer. */
export const Products = () => <CataloguePage title="Ürün Kataloğu" note={<PassiveNote />} />
