type Priced = { name: string; price: number | undefined; is_active: boolean }

/** Whether a product may be saved with this price: if it would be on sale at ₺0,00, the user is asked. */
export const mayBeFree = ({ name, price, is_active }: Priced): boolean =>
  !is_active || price !== 0 || window.confirm(`${name} ₺0,00 ile satışta olacak. Fiyat doğru mu?`)
