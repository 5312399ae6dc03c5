import { onSessionChange } from '../session.ts'
import { createStore } from '../ui/store.ts'

/** What is wanted of the products of the order guide, by product, until it is put into the cart. */
const quantities = createStore<ReadonlyMap<string, number>>(new Map())
onSessionChange(clearGuideQuantities)

export const useGuideQuantities = () => quantities.use()

/** Sets how many of a product are wanted; 0 for none. */
export function setGuideQuantity(product_id: string, quantity: number) {
  const changed = new Map(quantities.get())
  if (quantity > 0) changed.set(product_id, quantity)
  else changed.delete(product_id)
  quantities.set(changed)
}

export function clearGuideQuantities() {
  quantities.set(new Map())
}
