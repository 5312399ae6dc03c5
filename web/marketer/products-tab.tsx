import { CataloguePage } from '../catalogue/catalogue-page.tsx'

/** The catalogue tab of a marketer. */
export const ProductsTab = () => <CataloguePage title="Ürünler" windowTitle="Ürünler · Pazarlamacı" />
