import { CataloguePage } from '../pwa/catalogue-page.tsx'

/** What a customer can order. */
export const Products = () => <CataloguePage title="Ürün Kataloğu" />
