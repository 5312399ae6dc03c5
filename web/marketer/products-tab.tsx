import { CataloguePage } from '../pwa/catalogue-page.tsx'

/** What a marketer can order for a customer. */
export const ProductsTab = () => <CataloguePage title="Ürünler" windowTitle="Ürünler · Pazarlamacı" />
