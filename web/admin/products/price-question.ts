import type { ProductDraft } from './product-draft.ts'

/** Whether a product may be saved with this price: if it would be on sale at ₺0,00, the user is asked. */
export const mayBeFree = ({ name, price, is_active }: Pick<ProductDraft, 'name' | 'price' | 'is_active'>): boolean =>
  !is_active || price !== 0 || window.confirm(`${name} ₺0,00 ile satışta olacak. Fiyat doğru mu?`)
