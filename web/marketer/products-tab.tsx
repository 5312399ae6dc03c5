import { CataloguePage } from '../catalogue/catalogue-page.tsx'
import { useOrderingPanel } from './ordering-panel.ts'

/** The catalogue, from which a marketer or an admin orders for a customer. */
export const ProductsTab = () => <CataloguePage title="Ürünler" windowTitle={`Ürünler · ${useOrderingPanel().name}`} />
