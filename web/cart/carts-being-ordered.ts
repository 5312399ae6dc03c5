import { session } from '../current-session.ts'
import { createStore } from '../ui/store.ts'
import type { CartOwner } from './cart.ts'

const held = createStore<readonly { cart: string }[]>([])

const cartOf = (owner: CartOwner) => `${session()?.user.id}:${owner}`

const isBeingOrdered = (owner: CartOwner) => held.get().some(({ cart }) => cart === cartOf(owner))

/** Whether an order of the logged-in user's cart is being checked or stored, also since before the cart was opened. */
export function useIsBeingOrdered(owner: CartOwner) {
  held.use()
  return isBeingOrdered(owner)
}

/** Does work that orders a cart, which is being ordered until the work has ended or calls `release`. */
export async function orderingCart(owner: CartOwner, work: (release: () => void) => Promise<void>) {
  if (isBeingOrdered(owner)) return
  const hold = { cart: cartOf(owner) }
  held.set([...held.get(), hold])
  const release = () => held.set(held.get().filter(one => one !== hold))
  await work(release).finally(release)
}
