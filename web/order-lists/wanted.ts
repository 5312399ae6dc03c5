import { openCart } from '../cart/cart.ts'
import { onSessionChange } from '../session.ts'
import { createStore } from '../ui/store.ts'

/** How many of a product are wanted, and how many the user has counted on the shelf. */
export type Wanted = { quantity: number; onShelf?: number | undefined }

const NONE: Wanted = { quantity: 0 }

// Of each cart and product, so that a marketer's customers are kept apart.
const wanted = createStore<ReadonlyMap<string, Wanted>>(new Map())
onSessionChange(() => wanted.set(new Map()))

/** What is wanted for the open cart from its lists, until it is put into the cart. */
export function useWanted(): (product_id: string) => Wanted {
  const all = wanted.use()
  return product_id => all.get(keyOf(product_id)) ?? NONE
}

/** Sets how many of a product are wanted; 0 for none. */
export function setWanted(product_id: string, { quantity, onShelf }: Wanted) {
  const changed = new Map(wanted.get())
  if (quantity > 0 || onShelf !== undefined) changed.set(keyOf(product_id), { quantity, onShelf })
  else changed.delete(keyOf(product_id))
  wanted.set(changed)
}

/** Forgets what was wanted of products, as it is in the cart now. */
export function clearWanted(product_ids: readonly string[]) {
  const changed = new Map(wanted.get())
  for (const id of product_ids) changed.delete(keyOf(id))
  wanted.set(changed)
}

const keyOf = (product_id: string) => `${openCart()} ${product_id}`
